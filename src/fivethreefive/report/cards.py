"""Small cards as SVG, drawn once a page and used by name: a rank, and a glyph for its weather."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from fivethreefive.cards import RANKS, WEATHER, write_cards
from fivethreefive.rules.options import EIGHT

GROUP = {rank: group for group, ranks in WEATHER.items() for rank in ranks}
CLOUD = "M26 116a17 17 0 0 1-2-34 23 23 0 0 1 43-2A19 19 0 0 1 72 116z"
GLYPHS = {
    "rain": '<path class="glyph" d="M60 64C52 79 42 88 42 98a15 15 0 0 0 30 0C72 88 63 82 60 64z"/>',
    "cloud": f'<path class="glyph" d="{CLOUD}"/>',
    "sun": '<circle class="glyph" cx="52" cy="94" r="15"/>'
    '<path class="ray" d="M52 73v-9M52 115v9M31 94h-9M73 94h9'
    'M37 79l-6-6M67 109l6 6M67 79l6-6M37 109l-6 6"/>',
    "storm": f'<path class="glyph" d="{CLOUD}"/>'
    '<path class="bolt" d="M52 88L36 110h12l-7 20 23-28H51l8-14z"/>'
    '<rect class="inner" x="7" y="7" width="86" height="126" rx="8"/>',
}


def symbols() -> str:
    """The drawings of all cards, hidden, once for a page."""
    return '<svg class="unseen" aria-hidden="true">\n' + "\n".join(map(_symbol, RANKS)) + "\n</svg>"


def _symbol(rank: int) -> str:
    kind = "storm" if rank == EIGHT else GROUP[rank]
    return (
        f'<symbol id="card-{rank}" viewBox="0 0 100 140"><g class="{kind}">'
        '<rect class="paper" x="2" y="2" width="96" height="136" rx="12"/>'
        f'{GLYPHS[kind]}<text class="rank" x="{12 if rank < 10 else 9}" y="54">{rank}</text></g></symbol>'
    )


def pictures(cards: Iterable[int]) -> str:
    """Cards side by side, read out in their written form."""
    ranks = sorted(cards)
    drawn = "".join(f'<svg class="card"><use href="#card-{rank}"/></svg>' for rank in ranks)
    return f'<span class="cards" role="img" aria-label="{escape(write_cards(ranks))}">{drawn}</span>'

"""The review of a game as one HTML page: what it was about, its largest mistakes, every decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate, groupby

from fivethreefive.analysis import Decision, GameReview
from fivethreefive.cards import write_cards
from fivethreefive.language import Catalogue
from fivethreefive.protocol import Advised
from fivethreefive.report import html, plots
from fivethreefive.report.cards import pictures, symbols
from fivethreefive.report.formatting import ahead, better, signed, with_error
from fivethreefive.report.plots import SumLine
from fivethreefive.report.protocol_messages import advised
from fivethreefive.rules.actions import PREFIX, Action

FIRST_MISTAKES = 10
"""So many are open to see; the others are folded away."""

MARK = "\N{BLACK DOWN-POINTING TRIANGLE}"
"""Beside a decision that was a mistake."""


def review_page(found: GameReview, names: Sequence[str], seats: Sequence[int], catalogue: Catalogue) -> str:
    """The page about the players on ``seats``, in the language of ``catalogue``."""
    page = _Page(found, names, seats, catalogue)
    sections = [page.players(), page.rounds(), page.mistakes(), page.decisions(), page.method()]
    title = page.say("title", names=", ".join(names))
    return html.page(
        catalogue.language, title, page.introduction(), [symbols(), *sections], "cards.css", "review.css"
    )


class _Page:
    def __init__(
        self, found: GameReview, names: Sequence[str], seats: Sequence[int], catalogue: Catalogue
    ) -> None:
        self.found = found
        self.names = names
        self.seats = seats
        self.catalogue = catalogue

    def say(self, key: str, **parameters: object) -> str:
        return self.catalogue.say(f"review.{key}", **parameters)

    def introduction(self) -> Iterator[str]:
        game = self.found.game
        winners = [self.names[seat] for seat in game.winners or ()]
        points = min(game.scores)
        if len(winners) == 1:
            won = self.catalogue.say("play.wins", name=winners[0], count=points)
        else:
            won = self.catalogue.say("play.share", names=self._joined(winners), count=points)
        yield html.paragraph(won)
        looked = self.say("looked", rounds=len(self.found.rounds), decisions=len(self.found.decisions))
        yield html.paragraph(looked, "soft")

    def players(self) -> str:
        heads = [self.say(key) for key in ("player", "points", "luck", "cost", "mistakes")]
        rows = [
            [
                self.names[seat],
                str(self.found.game.scores[seat]),
                signed(self.catalogue, self.found.luck(seat), 1),
                with_error(self.catalogue, *self.found.cost(seat)),
                str(self.found.mistakes_of(seat)),
            ]
            for seat in self.seats
        ]
        return html.section(
            self.say("players"), self.say("how"), html.table(self.say("players"), heads, rows), whole=True
        )

    def rounds(self) -> str:
        # The figures of the charts again as a table, for those who cannot see a chart.
        charts = "".join(
            f"<figure><h3>{escape(self.say(f'sum_{name}'))}</h3>{self._chart(name)}</figure>"
            for name in ("points", "luck", "cost")
        )
        heads = [self.say(key) for key in ("round", "player", "points", "luck", "cost")]
        rows = [
            [
                str(one.round), self.names[seat], str(one.points[seat]),
                signed(self.catalogue, one.luck[seat], 1), self.catalogue.number(one.cost[seat], ".1f"),
            ]
            for one in self.found.rounds
            for seat in self.seats
        ]  # fmt: skip
        table = html.table(self.say("rounds"), heads, rows, text_columns=2)
        content = f'<div class="charts">{charts}</div>\n{html.details(self.say("figures"), table)}'
        return html.section(self.say("rounds"), None, content, whole=True)

    def _chart(self, name: str) -> str:
        lines = [
            SumLine(
                self.names[seat],
                seat,
                [0.0, *accumulate(getattr(one, name)[seat] for one in self.found.rounds)],
            )
            for seat in self.seats
        ]
        return plots.lines(
            self.say(f"sum_{name}"), self.say("chart"), lines, name, write=self.catalogue.number
        )

    def mistakes(self) -> str:
        mistakes = self.found.mistakes
        text = self.say("marked" if mistakes else "no_mistake")
        first, more = mistakes[:FIRST_MISTAKES], mistakes[FIRST_MISTAKES:]
        content = self._listed(first) if first else ""
        if more:
            content += "\n" + html.details(self.say("more", count=len(more)), self._listed(more))
        return html.section(self.say("largest"), text, content, whole=True)

    def _listed(self, mistakes: Sequence[Decision]) -> str:
        items = "\n".join(f"<li>{self._mistake(one)}</li>" for one in mistakes)
        return f'<ol class="mistakes">\n{items}\n</ol>'

    def _mistake(self, one: Decision) -> str:
        seen, played, best = one.observation, advised(one.played, one.best), advised(one.best, one.best)
        cost = escape(self.say("costs", cost=with_error(self.catalogue, played.cost, played.cost_error)))
        where = escape(self.say("where", round=one.round, number=one.number, name=self.names[one.seat]))
        rows = [
            ("table", self._table(one)),
            ("hand", pictures(seen.hand)),
            ("played", self._action(played)),
            ("best", self._action(best)),
        ]
        listed = "".join(f"<dt>{escape(self.say(key))}</dt><dd>{content}</dd>" for key, content in rows)
        instead = better(self.catalogue, self._deed(one.seat, best.action), one.why)
        sentence = escape(f"{self._deed(one.seat, played.action)} {instead}")
        return f"<h3>{where} <b>{cost}</b></h3>\n<dl>{listed}</dl>\n<p>{sentence}</p>"

    def _joined(self, items: Sequence[str]) -> str:
        *first, last = items
        return self.catalogue.say("play.and", first=", ".join(first), last=last) if first else last

    def _deed(self, seat: int, action: Action) -> str:
        added = action.kind == "add"  # Such cards need not be a meld.
        cards = self._joined([str(card) for card in action.cards]) if added else write_cards(action.cards)
        makes = write_cards(action.makes)
        key = f"play.deed_{action.kind}"
        return self.catalogue.say(key, name=self.names[seat], cards=cards, makes=makes)

    def _table(self, one: Decision) -> str:
        seen = one.observation
        if seen.last is None:
            nothing = self.catalogue.say("play.table_empty", name=self.names[one.seat])
            return f"<span>{escape(nothing)}</span>"
        by = self.say("laid_by", name=self.names[seen.last])
        return f"{pictures(seen.table)}<span>{escape(by)}</span>"

    def _action(self, advice: Advised) -> str:
        """What an action does, in a word and pictures, and by how much that is ahead."""
        action = advice.action
        parts = [f"<span>{escape(self.catalogue.say(f'play.label_{action.kind}'))}</span>"]
        if action.kind != "pass":
            parts.append(pictures(action.cards))
        if action.kind == "add":
            parts.append(f"<span>=</span>{pictures(action.makes)}")
        figure = self.say("ahead", points=ahead(self.catalogue, advice))
        return "".join([*parts, f'<span class="soft">{escape(figure)}</span>'])

    def decisions(self) -> str:
        heads = [self.say(key) for key in ("action", "player", "table", "hand", "played", "best", "cost")]
        tables = []
        for round_, own in groupby(self.found.decisions, lambda one: one.round):
            title = self.catalogue.say("play.round", round=round_)
            rows = [
                [
                    str(one.number), self.names[one.seat],
                    write_cards(one.observation.table), write_cards(one.observation.hand),
                    _written(one.played.action), _written(one.best.action),
                    f"{MARK} " * one.is_mistake + with_error(self.catalogue, worth.cost, worth.cost_error),
                ]
                for one in own
                for worth in (advised(one.played, one.best),)
            ]  # fmt: skip
            tables.append(html.details(title, html.table(title, heads, rows, text_columns=6)))
        text = self.say("decisions_text", mark=MARK)
        return html.section(self.say("decisions"), text, "\n".join(tables), whole=True)

    def method(self) -> str:
        paragraphs = [html.paragraph(self.say(f"method_{name}")) for name in ("knows", "cost", "luck")]
        return html.section(self.say("method"), None, "\n".join(paragraphs), whole=True)


def _written(action: Action) -> str:
    """An action with what it makes, as in ``+4 = 3-4``."""
    text = str(action)
    return f"{text} = {write_cards(action.makes)}" if text.startswith(PREFIX["add"]) else text

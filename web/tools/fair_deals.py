"""Write finished games with the secrets of their deals, for the test of the page's own check.

python web/tools/fair_deals.py
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from fivethreefive import Rules
from fivethreefive.protocol import encode
from fivethreefive.rules.melds import Cards
from fivethreefive.table.fair_deals import commitment_of, deal

FILE = Path(__file__).parents[1] / "tests/play/fairDeals.json"
GAMES = (
    (Rules(4), ("", "three", "", "\u00f1")),
    (Rules(6, deal=3), ("",) * 6),
    (Rules(2, format="two_hands"), ("a", "b")),
)


def game(rules: Rules, contributions: tuple[str, ...]) -> Any:
    """Two rounds of a game: only what the deals depend on."""
    record: list[Any] = [{"rules": rules}]
    reveals = []
    leader: int | None = None
    before: Cards = ()
    for round_ in (1, 2):
        secret = sha256(bytes([rules.players, round_])).digest()
        leader, hands = deal(rules, secret, contributions, leader, before)
        if rules.format == "two_hands":
            before = tuple(sorted(card for hand in hands for card in hand))
        record.append({"event": "dealt", "round": round_, "hands": hands, "leader": leader})
        reveals.append(
            {
                "round": round_,
                "commitment": commitment_of(secret),
                "secret": secret.hex(),
                "contributions": contributions,
            }
        )
    lines = [encode(line).decode() for line in record]
    return {"format": "fivethreefive-fair", "version": 1, "reveals": reveals, "record": lines}


def games() -> list[Any]:
    """All of them, as they are written."""
    found: list[Any] = json.loads(encode([game(rules, texts) for rules, texts in GAMES]))
    return found


if __name__ == "__main__":
    FILE.write_text(json.dumps(games(), indent=1) + "\n", "utf-8")

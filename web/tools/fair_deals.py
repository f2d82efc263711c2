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
from fivethreefive.table.deals.fair_deals import OPEN_TEXTS, REVEALED, Scheme, commitment_of, deal

FILE = Path(__file__).parents[1] / "tests/play/fairDeals.json"
VALUE, OTHER = "0a" * 32, "f0" * 32
GAMES: tuple[tuple[Rules, tuple[str, ...], Scheme], ...] = (
    (Rules(4), ("", "three", "", "\u00f1"), OPEN_TEXTS),
    (Rules(6, deal=3), ("",) * 6, OPEN_TEXTS),
    (Rules(2, format="two_hands"), ("a", "b"), OPEN_TEXTS),
    (Rules(4), ("", VALUE, "", OTHER), REVEALED),
    (Rules(2, format="two_hands"), (VALUE, OTHER), REVEALED),
)


def game(rules: Rules, contributions: tuple[str, ...], scheme: Scheme) -> Any:
    """Two rounds of a game: only what the deals depend on."""
    record: list[Any] = [{"rules": rules}]
    reveals = []
    leader: int | None = None
    before: Cards = ()
    for round_ in (1, 2):
        secret = sha256(bytes([rules.players, round_])).digest()
        leader, hands = deal(rules, secret, contributions, leader, before, scheme=scheme)
        if rules.format == "two_hands":
            before = tuple(sorted(card for hand in hands for card in hand))
        record.append({"event": "dealt", "round": round_, "hands": hands, "leader": leader})
        proof: dict[str, Any] = {
            "round": round_,
            "commitment": commitment_of(secret),
            "secret": secret.hex(),
            "contributions": contributions,
        }
        if scheme == REVEALED:
            hashes = [commitment_of(bytes.fromhex(value)) if value else "" for value in contributions]
            proof |= {"scheme": scheme, "commitments": hashes}
        reveals.append(proof)
    lines = [encode(line).decode() for line in record]
    return {"format": "fivethreefive-fair", "version": scheme, "reveals": reveals, "record": lines}


def games() -> list[Any]:
    """All of them, as they are written."""
    found: list[Any] = json.loads(encode([game(*each) for each in GAMES]))
    return found


if __name__ == "__main__":
    FILE.write_text(json.dumps(games(), indent=1) + "\n", "utf-8")

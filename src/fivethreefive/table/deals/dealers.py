"""Where a table's deals come from: a secret that is committed to and revealed, or a seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from fivethreefive.cards import pack, unpack
from fivethreefive.rules.kernel import TURN
from fivethreefive.rules.melds import Cards
from fivethreefive.rules.options import Rules
from fivethreefive.rules.seeding import Seed, deal_row, derive_seed, seed_of
from fivethreefive.rules.tables import compile_rules
from fivethreefive.table.deals import fair_deals
from fivethreefive.table.deals.fair_deals import Scheme


class NextDeal(NamedTuple):
    """The round to be dealt."""

    rules: Rules
    game: int
    """The number of the game at the table, from 1."""
    round: int
    leader: int | None
    """None where the leader is drawn too (R5)."""
    dealt_before: Cards
    """The cards of the first round, for the second one of ``two_hands``."""
    secret: bytes | None
    """What ``Dealer.draw`` gave for this round ..."""
    scheme: Scheme
    """... and how seats contribute to it."""
    contributions: tuple[str, ...]
    """By seat, what the seats added to the randomness; empty text where a seat added nothing."""


class Dealer(Protocol):
    """Draws and deals the rounds of one table."""

    def draw(self) -> bytes | None:
        """The secret of the next round, to be committed to before it; None where there is none."""

    def deal(self, deal: NextDeal) -> tuple[int, tuple[Cards, ...]]:
        """The leader and the hands by seat of a round (R3)."""


class FairDealer:
    """Deals from secrets that are committed to before each round and revealed after it."""

    def __init__(self, draw_secret: Callable[[], bytes]) -> None:
        self._draw_secret = draw_secret
        """Gives 32 random bytes a call."""

    def draw(self) -> bytes:
        """A new secret."""
        return self._draw_secret()

    def deal(self, deal: NextDeal) -> tuple[int, tuple[Cards, ...]]:
        """The deal that the secret and the contributions give."""
        assert deal.secret is not None
        return fair_deals.deal(
            deal.rules,
            deal.secret,
            deal.contributions,
            deal.leader,
            deal.dealt_before,
            scheme=deal.scheme,
        )


class SeededDealer:
    """Deals from one seed, the first game as ``Game(rules, seed)`` does."""

    def __init__(self, seed: Seed) -> None:
        self.seed = seed_of(seed)

    def draw(self) -> None:
        """Nothing: who knows the seed knows every deal."""

    def deal(self, deal: NextDeal) -> tuple[int, tuple[Cards, ...]]:
        """The deal of the round's own stream."""
        tables = compile_rules(deal.rules)
        # Every game numbers its rounds from 1, so a rematch from the same seed would have the same deals.
        seed = self.seed if deal.game == 1 else derive_seed(self.seed, "again", deal.game - 1)
        row = deal_row(tables, seed, deal.round, deal.leader, pack(deal.dealt_before))
        return row[TURN], tuple(unpack(row[seat]) for seat in range(deal.rules.players))

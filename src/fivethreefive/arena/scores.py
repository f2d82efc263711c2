"""What the games of each deal come to, for every bot and every pair; the deal is the unit.

Every figure of a deal is a weighted sum of what the seats scored at its tables, so the weights are laid
down once. Figures count up to the first deal that is not yet played at every table, so they do not
depend on the order in which games are finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from fivethreefive.arena.game_runner import Forfeit, Outcome
from fivethreefive.arena.ratings import Matches
from fivethreefive.arena.schedule import TournamentPlan
from fivethreefive.arena.statistics import Figures

Counts = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

FINE = 200
"""Up to so many bins a tenfold are kept of decision times: each is within 1.2% of what it holds."""


class Scores:
    """The figures of the deals played so far."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.plan = plan
        self.complete = 0
        """How many deals, from the first, have been played at every table."""
        shape = len(plan.tables), plan.rules.players
        bots = len(plan.bots)
        self._seated = np.array([table.seats for table in plan.tables])
        self._weights = _Weights(plan, self._seated)
        self.points = np.zeros((plan.deals, bots))
        """[deal, bot]: points a round, the mean of its seats."""
        self.less = np.zeros((plan.deals, bots))
        """[deal, bot]: points a round that it takes less than the mean of the others at its tables."""
        self.wins = np.zeros((plan.deals, bots))
        """[deal, bot]: the share of rounds, or of whole games, that a seat of the bot wins."""
        self.duels = np.zeros((plan.deals, len(plan.duels)))
        """[deal, pair]: points a round that the first of a pair of ``plan.duels`` takes less."""
        self._matches = np.zeros((plan.deals, len(self._weights.members)))
        # Only deals that are not complete, so that memory does not grow with the games.
        self._pending: dict[int, tuple[Figures, Figures, int]] = {}
        self._shape = shape
        self._done = np.zeros(plan.deals, bool)
        self._forfeits: dict[int, Forfeit] = {}
        self._times = [np.zeros(0, np.int64)] * bots

    def add(self, outcome: Outcome) -> None:
        """Take in what came of a game."""
        deal, table = divmod(outcome.game, len(self.plan.tables))
        empty = np.zeros(self._shape), np.zeros(self._shape), 0
        points, wins, played = self._pending.pop(deal, empty)
        points[table] = np.array(outcome.points) / outcome.rounds
        wins[table, list(outcome.winners)] = 1 / len(outcome.winners)
        if outcome.forfeit is not None:
            self._forfeits[outcome.game] = outcome.forfeit
        for bot, thought in zip(self.plan.tables[table].seats, outcome.thought, strict=True):
            self._times[bot] = _counted(self._times[bot], thought)
        if played + 1 < len(self.plan.tables):
            self._pending[deal] = points, wins, played + 1
        else:
            self._finish(deal, points.ravel(), wins.ravel())

    def _finish(self, deal: int, points: Figures, wins: Figures) -> None:
        weights = self._weights
        self.points[deal] = weights.own.of(points)
        self.less[deal] = weights.less.of(points)
        self.wins[deal] = weights.own.of(wins)
        self.duels[deal] = weights.duels.of(points)
        self._matches[deal] = weights.matches.of(points)
        self._done[deal] = True
        while self.complete < self.plan.deals and self._done[self.complete]:
            self.complete += 1

    def matches(self, deals: int) -> Iterator[Matches]:
        """What every bot of a line-up took a round, over all its seatings, in the first deals."""
        members = self._weights.members
        # Rounded, since equal sums that were added up in another order are to share a rank.
        taken = np.round(self._matches[:deals], 9)
        for number in range(len(self.plan.line_ups)):
            at = [index for index, (line_up, _) in enumerate(members) if line_up == number]
            yield Matches([members[index][1] for index in at], taken[:, at])

    def forfeits(self, deals: int) -> Iterator[tuple[int, int, Forfeit]]:
        """The forfeits in the order of the schedule: the game, the bot and how it failed."""
        tables = self.plan.tables
        for game, forfeit in sorted(self._forfeits.items()):
            if game < deals * len(tables):
                yield game, tables[game % len(tables)].seats[forfeit.seat], forfeit

    def times(self, bot: int) -> tuple[int, float, float]:
        """How many decisions a bot took, and the median and 99th percentile in microseconds."""
        counts = self._times[bot]
        total = int(counts.sum())
        reached = np.cumsum(counts)
        median, slow = (
            float(10 ** (np.searchsorted(reached, share * total) / FINE)) if total else 0.0
            for share in (0.5, 0.99)
        )
        return total, median, slow


def _counted(counts: Counts, microseconds: tuple[int, ...]) -> Counts:
    # Counted in bins of equal ratios: a tournament can have a billion decisions.
    places = np.round(FINE * np.log10(np.maximum(microseconds, 1))).astype(np.int64)
    bins: Counts = np.bincount(places, minlength=len(counts)).astype(np.int64)
    bins[: len(counts)] += counts
    return bins


class _Weights:  # Of the points of (tables, seats), laid out in one row.
    def __init__(self, plan: TournamentPlan, seated: Counts) -> None:
        of = [seated == bot for bot in range(len(plan.bots))]
        at = [np.flatnonzero(mask.any(axis=1)) for mask in of]
        with_others = [np.flatnonzero(mask.any(axis=1) & ~mask.all(axis=1)) for mask in of]
        self.own = _Sums(_mean(tables, _share(mask[tables])) for mask, tables in zip(of, at, strict=True))
        # A table where a bot has all seats has nobody to compare it with.
        self.less = _Sums(
            _mean(tables, _share(~mask[tables]) - _share(mask[tables]))
            for mask, tables in zip(of, with_others, strict=True)
        )
        both = [(a, b, np.intersect1d(at[a], at[b], assume_unique=True)) for a, b in plan.duels]
        self.duels = _Sums(
            _mean(tables, _share(of[b][tables]) - _share(of[a][tables])) for a, b, tables in both
        )
        self.members = [
            (number, bot) for number, line_up in enumerate(plan.line_ups) for bot in dict.fromkeys(line_up)
        ]
        line_ups = np.array([table.line_up for table in plan.tables])
        sitting = [np.flatnonzero(line_ups == number) for number in range(len(plan.line_ups))]
        self.matches = _Sums(
            _mean(sitting[number], _share(of[bot][sitting[number]])) for number, bot in self.members
        )


Row = tuple[Counts, Figures]
"""The places of the seats that a figure is made of, and their weights."""


class _Sums:
    """Sums of what few of all the seats scored, each seat with its weight: most seats count in no sum."""

    def __init__(self, rows: Iterable[Row]) -> None:
        places, weights = zip(*rows, strict=True)
        self._count = len(places)
        self._row = np.repeat(np.arange(self._count), [len(some) for some in places])
        self._place = np.concatenate(places)
        self._weight = np.concatenate(weights)

    def of(self, scored: Figures) -> Figures:
        sums = np.zeros(self._count)
        # ``sums[row] += ...`` would add only one of the values that belong to the same row.
        np.add.at(sums, self._row, self._weight * scored[self._place])
        return sums


def _share(mask: Mask) -> Figures:
    """Weights that take the mean over the seats of ``mask`` at each table."""
    shares: Figures = mask / np.maximum(mask.sum(axis=1, keepdims=True), 1)
    return shares


def _mean(tables: Counts, weights: Figures) -> Row:
    """The mean over ``tables`` of what the ``weights`` of their seats sum up, as one row."""
    which, seat = np.nonzero(weights)
    return tables[which] * weights.shape[1] + seat, weights[which, seat] / max(len(tables), 1)

"""What a tournament comes to: figures with their intervals, ratings and forfeits, as plain data.

Everything but the times follows from the plan and the results in the order of the schedule, so it is the
same on any number of processes and machines, and after any interruption.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from fivethreefive.arena.game_runner import Forfeit
from fivethreefive.arena.ratings import Rating, rate
from fivethreefive.arena.schedule import TournamentPlan
from fivethreefive.arena.scores import Scores
from fivethreefive.arena.statistics import LEVEL, Interval, confidence_sequence, is_clear, t_interval

Measure = Callable[[Any, float, float, float], Interval]
DIGITS = 6
"""Decimals of written figures: sums may differ in the last bits from one processor to another."""


class Standing(msgspec.Struct, frozen=True):
    """What a tournament says of one bot."""

    bot: str
    points: Interval
    less: Interval
    wins: Interval
    rating: Rating
    forfeits: Counter[str]
    decisions: int
    median: float
    """Microseconds a decision."""
    slow: float
    """The 99th percentile."""


class Duel(msgspec.Struct, frozen=True):
    """How much less one bot takes than another, in points a round, where they sit at the same table."""

    bot: str
    opponent: str
    less: Interval


class Fault(msgspec.Struct, frozen=True):
    """One forfeit: the game of the schedule, its deal, and who failed how."""

    game: int
    deal: int
    bot: str
    forfeit: Forfeit


class Standings(msgspec.Struct, frozen=True):
    """A tournament as it stands after ``deals`` deals, played at every table."""

    plan: TournamentPlan
    deals: int
    bots: tuple[Standing, ...]
    """The best first."""
    duels: tuple[Duel, ...]
    faults: tuple[Fault, ...]
    stopped: bool
    """Whether everything was clear before all deals were played."""

    @property
    def games(self) -> int:
        """How many games count."""
        return self.deals * len(self.plan.tables)


def clear_after(plan: TournamentPlan, scores: Scores, looked: int) -> tuple[int | None, int]:
    """The first deal count, of those looked at, after which every pair is clear; and the last look.

    The looks are after every deal up to 100, then after every hundredth more: they hang on the
    number of deals only, not on when a process happens to ask.
    """
    most = plan.most_points
    while (look := looked + max(1, looked // 100)) <= scores.complete:
        looked = look
        duels = (scores.duels[:look, pair] for pair in range(len(plan.duels)))
        if all(is_clear(duel, -most, most, _error(plan)) for duel in duels):
            return look, looked
    return None, looked


def _error(plan: TournamentPlan) -> float:
    # Bonferroni's correction: so all pairs together are right at ``LEVEL``.
    return (1 - LEVEL) / len(plan.duels)


def standings(plan: TournamentPlan, scores: Scores, deals: int) -> Standings:
    """What the first ``deals`` deals come to; at least one must be complete."""
    measure: Measure = confidence_sequence if plan.until_clear else _fixed
    most = plan.most_points
    ratings = rate(len(plan.bots), scores.matches(deals))
    found = [*scores.forfeits(deals)]
    bots = [
        Standing(
            name,
            measure(scores.points[:deals, bot], 0, most, 1 - LEVEL),
            measure(scores.less[:deals, bot], -most, most, 1 - LEVEL),
            measure(scores.wins[:deals, bot], 0, 1, 1 - LEVEL),
            ratings[bot],
            Counter(forfeit.why for _, failed, forfeit in found if failed == bot),
            *scores.times(bot),
        )
        for bot, name in enumerate(plan.bots)
    ]
    # Who stops when every pair is clear relies on all of them at once; else each interval is for itself.
    error = _error(plan) if plan.until_clear else 1 - LEVEL
    duels = [
        Duel(plan.bots[a], plan.bots[b], measure(scores.duels[:deals, pair], -most, most, error))
        for pair, (a, b) in enumerate(plan.duels)
    ]
    faults = [Fault(game, game // len(plan.tables), plan.bots[bot], how) for game, bot, how in found]
    bots.sort(key=lambda standing: -standing.less.mean)
    return Standings(plan, deals, tuple(bots), tuple(duels), tuple(faults), deals < plan.deals)


def _fixed(values: Any, _low: float, _high: float, alpha: float) -> Interval:
    return t_interval(values, 1 - alpha)


def as_json(found: Standings) -> dict[str, Any]:
    """The standings without times as plain JSON types: the same bytes for the same plan and bots."""
    return {
        "format": "fivethreefive-arena-result",
        "version": 1,
        "plan": msgspec.to_builtins(found.plan),
        "deals": found.deals,
        "games": found.games,
        "stopped_when_clear": found.stopped,
        "intervals": "confidence sequence" if found.plan.until_clear else "t",
        "bots": [
            {
                "bot": bot.bot,
                "points_per_round": _interval(bot.points),
                "less_than_others": _interval(bot.less),
                "wins": _interval(bot.wins),
                "rating": {"mu": round(bot.rating.mu, DIGITS), "sigma": round(bot.rating.sigma, DIGITS)},
                "forfeits": dict(sorted(bot.forfeits.items())),
            }
            for bot in found.bots
        ],
        "duels": [
            {
                "bot": duel.bot,
                "opponent": duel.opponent,
                "less": _interval(duel.less),
                "clear": duel.less.clear,
            }
            for duel in found.duels
        ],
        "forfeits": [
            {"game": f.game, "deal": f.deal, "bot": f.bot, **msgspec.to_builtins(f.forfeit)}
            for f in found.faults
        ],
    }


def times_as_json(found: Standings) -> list[dict[str, Any]]:
    """The times of all decisions, in microseconds: another run has others."""
    return [
        {"bot": bot.bot, "decisions": bot.decisions, "median": round(bot.median), "99th": round(bot.slow)}
        for bot in found.bots
    ]


def as_csv(found: Standings) -> str:
    """A line for each bot and then for each pair, with the same figures as the JSON."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["figure", "bot", "opponent", "mean", "low", "high"])
    for bot in found.bots:
        for figure, interval in (
            ("points_per_round", bot.points), ("less_than_others", bot.less), ("wins", bot.wins),
        ):  # fmt: skip
            writer.writerow([figure, bot.bot, "", *_interval(interval).values()])
        rating = bot.rating
        bounds = Interval(rating.mu, rating.mu - rating.half, rating.mu + rating.half)
        writer.writerow(["rating", bot.bot, "", *_interval(bounds).values()])
        writer.writerow(["forfeits", bot.bot, "", bot.forfeits.total(), "", ""])
    for duel in found.duels:
        writer.writerow(["less", duel.bot, duel.opponent, *_interval(duel.less).values()])
    return text.getvalue()


def _interval(interval: Interval) -> dict[str, float | None]:
    return {
        name: None if value is None else round(value, DIGITS) for name, value in interval._asdict().items()
    }

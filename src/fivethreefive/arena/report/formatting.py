"""Figures in words, the same in the report and at the terminal."""

from __future__ import annotations

from collections.abc import Callable

from fivethreefive.arena.ratings import Rating
from fivethreefive.arena.schedule import TournamentPlan
from fivethreefive.arena.standings import Standing, Standings
from fivethreefive.arena.statistics import Interval
from fivethreefive.language import Catalogue
from fivethreefive.report.formatting import signed
from fivethreefive.rules.options import Rules, encode_rules

UNKNOWN = "-"


Write = Callable[[Catalogue, float], str]
"""How a figure is written in the language of a catalogue."""


def unsigned(catalogue: Catalogue, value: float) -> str:
    """A figure that is never negative."""
    return catalogue.number(value, ".2f")


def share(catalogue: Catalogue, value: float) -> str:
    """A share of wins."""
    return catalogue.number(value, ".1%")


def between(catalogue: Catalogue, interval: Interval, write: Write = signed) -> str:
    """The ends of an interval, each as ``write`` has it."""
    if interval.low is None or interval.high is None:
        return UNKNOWN
    low, high = write(catalogue, interval.low), write(catalogue, interval.high)
    return catalogue.say("arena.between", low=low, high=high)


def rated(catalogue: Catalogue, rating: Rating) -> str:
    """A rating and its 95% interval."""
    mean, half = catalogue.number(rating.mu, ".1f"), catalogue.number(rating.half, ".1f")
    return f"{mean} \N{PLUS-MINUS SIGN} {half}"


def duration(catalogue: Catalogue, microseconds: float) -> str:
    """A time with its unit, to three digits."""
    for unit, size in (("s", 1e6), ("ms", 1e3)):
        if microseconds >= size:
            return f"{catalogue.number(microseconds / size, '.3g')} {unit}"
    return f"{catalogue.number(microseconds, '.3g')} \N{MICRO SIGN}s"


def summary(catalogue: Catalogue, found: Standings) -> str:
    """What was played, in one sentence."""
    plan = found.plan
    return catalogue.say(
        "arena.total_games" if plan.games else "arena.total_rounds",
        bots=len(plan.bots),
        players=plan.rules.players,
        pairing=catalogue.say(f"arena.pairing_{plan.pairing.replace('-', '_')}"),
        deals=found.deals,
        games=found.games,
        seed=plan.seed,
    )


def ending(catalogue: Catalogue, found: Standings) -> str | None:
    """For a tournament that stops when all is clear: whether it is; otherwise nothing."""
    if not found.plan.until_clear:
        return None
    clear = all(duel.less.clear for duel in found.duels)
    return catalogue.say("arena.all_clear" if clear else "arena.not_clear", deals=found.deals)


def level(catalogue: Catalogue, plan: TournamentPlan) -> str:
    """The heading over intervals."""
    return catalogue.say("arena.interval_any_time" if plan.until_clear else "arena.interval")


def failures(catalogue: Catalogue, standing: Standing) -> str:
    """How often a bot forfeited, by what it did."""
    return ", ".join(
        f"{count} {catalogue.say(f'arena.why_{why}')}" for why, count in sorted(standing.forfeits.items())
    )


def variant(rules: Rules) -> str:
    """The options that differ from the plain game, as they are written on the command line."""
    plain = encode_rules(Rules(rules.players))
    return ", ".join(
        f"{name} = {value}" for name, value in encode_rules(rules).items() if value != plain[name]
    )

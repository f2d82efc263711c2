"""One game of a tournament, played by bots that may fail in any way.

A bot that fails forfeits: the round ends there, it takes the points on all the cards it was dealt, the
others take none and share the win. No hand is worth more, so nobody gains by failing; every deal
still has its result at every table, so that what is compared stays paired.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from fivethreefive.arena.schedule import TournamentPlan
from fivethreefive.bots import BOTS, LEVELS, Bot, is_external, make_bot
from fivethreefive.bots.base import close_bot, error_text
from fivethreefive.bots.external.program import START, ProgramBot
from fivethreefive.language import BotFailed
from fivethreefive.observation import Observation
from fivethreefive.process_pool import LostTask, Watchdog
from fivethreefive.record import NO_TIME, Header, Seat, write_game
from fivethreefive.referee import take_turn
from fivethreefive.rules.actions import Action
from fivethreefive.rules.options import Rules
from fivethreefive.rules.seeding import derive_seed, player_rng
from fivethreefive.state import Dealt, Game

MARGIN = 2.0
"""Seconds over the limit after which a process is ended in which a bot still thinks."""

PREPARING = 600.0
"""Seconds that a bot of this package may take to load and compile what it needs, once a process."""

QUICKEST = {"search": "search:1"}
"""Specifications that load the same as any other of their kind, and decide at once."""

LONGEST_DETAIL = 200

Why = Literal["crashed", "illegal", "late", "hung", "died"]

FAULTS: dict[str, Why] = {
    "bot_late": "late",
    "bot_silent": "late",
    "bot_illegal": "illegal",
    "bot_exited": "died",
    "bot_killed": "died",
    "bot_closed_output": "died",
}
"""How a bot from outside has failed that says so itself; anything else is a crash."""

Maker = Callable[[str], Bot]


class Forfeit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which seat failed, how, and what there is to say about it."""

    seat: int
    why: Why
    detail: str = ""


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What came of one game of the schedule; whatever is by seat is in seat order."""

    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    """Who went out, or won the whole game; the seats that share a win."""
    rounds: int
    thought: tuple[tuple[int, ...], ...]
    """Microseconds of each decision."""
    forfeit: Forfeit | None = None


class PlayedGame(NamedTuple):
    """What came of one game of the schedule, with its record where that is wanted."""

    outcome: Outcome
    record: bytes = b""
    """The lines of a record file, up to where the game ended or somebody failed."""


class _Failed(Exception):
    def __init__(self, forfeit: Forfeit) -> None:
        self.forfeit = forfeit


class _Seat:
    """A bot at its seat, with its clock running while it is asked for anything."""

    def __init__(self, seat: int, limit: float, watchdog: Watchdog) -> None:
        self.seat = seat
        self.limit = limit
        self.watchdog = watchdog
        self.bot: Bot | None = None
        self.thought: list[int] = []

    def sit(self, specification: str, make: Maker, rules: Rules) -> None:
        # Before the bot is made, so that neither its making nor its first decision waits for compiling.
        with self._at_work(PREPARING):
            prepare(LEVELS.get(specification, specification).partition(":")[0], rules)
        with self._at_work():
            self.bot = make(specification)
            if isinstance(self.bot, ProgramBot):
                self.bot.start()  # Not in the time of its first decision.

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        assert self.bot is not None
        start = time.perf_counter()
        with self._at_work():
            action = self.bot.act(observation, rng)
        seconds = time.perf_counter() - start
        self.thought.append(round(seconds * 1e6))
        if seconds > self.limit:  # A bot that never answers is found by the parent, through the watchdog.
            raise self._failed("late", f"{seconds:.1f} s")
        if not isinstance(action, Action) or action not in observation.legal:
            raise self._failed("illegal", repr(action) if not isinstance(action, Action) else str(action))
        return action

    def leave(self) -> None:
        if self.bot is not None:
            # The game is over: a bot that fails now has changed nothing.
            with suppress(Exception), self._at_work():
                close_bot(self.bot)

    @contextmanager
    def _at_work(self, grace: float = 0.0) -> Iterator[None]:
        self.watchdog.start(self.seat, grace)
        try:
            yield
        except BotFailed as error:
            # The forfeit names the bot; its command line could leave no room for what happened.
            short = BotFailed(error.code, error.rule, **error.parameters | {"bot": "..."})
            raise self._failed(FAULTS.get(error.code, "crashed"), str(short)) from error
        except BaseException as error:  # SystemExit too. Ctrl-C does not reach the processes of a pool.
            raise self._failed("crashed", error_text(error)) from error
        finally:
            self.watchdog.stop()

    def _failed(self, why: Why, detail: str) -> _Failed:
        # A bot can put anything into it, and it ends up in files, on a page and in terminals.
        readable = "".join(letter if letter.isprintable() else " " for letter in detail)
        return _Failed(Forfeit(self.seat, why, readable[:LONGEST_DETAIL]))


def patience(plan: TournamentPlan) -> float:
    """Seconds after which a process is ended in which a bot still thinks, or a program still starts."""
    return (max(plan.limit, START) if any(map(is_external, plan.bots)) else plan.limit) + MARGIN


def play(
    plan: TournamentPlan, make: Maker, number: int, watchdog: Watchdog, *, recorded: bool = False
) -> PlayedGame:
    """Play game ``number`` of the schedule; ``watchdog`` is told who is thinking."""
    deal, table = divmod(number, len(plan.tables))
    game = dealt(plan, deal)
    seats = [_Seat(seat, plan.limit, watchdog) for seat in range(plan.rules.players)]
    forfeit = None
    try:
        for seat, bot in zip(seats, plan.tables[table].seats, strict=True):
            seat.sit(plan.bots[bot], make, plan.rules)
        rngs = [player_rng(plan.seed, deal, table, seat.seat) for seat in seats]
        _play_on(game, seats, rngs, whole=plan.games)
    except _Failed as failed:
        forfeit = failed.forfeit
    finally:
        for seat in seats:
            seat.leave()
    came = outcome(plan, number, game, forfeit, [tuple(seat.thought) for seat in seats])
    return PlayedGame(came, _record(plan, table, game) if recorded else b"")


def _record(plan: TournamentPlan, table: int, game: Game) -> bytes:
    """A game as the lines of a record; only its first round where a deal is one round."""
    bots = [plan.bots[bot] for bot in plan.tables[table].seats]
    seats = [Seat(f"{bot} {seat}", bot) for seat, bot in enumerate(bots)]
    return write_game(Header.new(plan.rules, seats, NO_TIME), game.events)


def dealt(plan: TournamentPlan, deal: int) -> Game:
    """The game that a deal of the plan begins with: the same at every table."""
    return Game(plan.rules, derive_seed(plan.seed, deal, "deal"))


def lost(plan: TournamentPlan, number: int, how: LostTask) -> Outcome:
    """The outcome of a game during which a process had to be ended, or died, over a bot's decision."""
    assert how.who is not None
    game = dealt(plan, number // len(plan.tables))
    return outcome(plan, number, game, Forfeit(how.who, how.why), [()] * plan.rules.players)


def outcome(
    plan: TournamentPlan,
    number: int,
    game: Game,
    forfeit: Forfeit | None,
    thought: Sequence[tuple[int, ...]],
) -> Outcome:
    """What came of a game as it stands: over, or ended by ``forfeit``."""
    points = list(game.scores)
    if forfeit is None:
        winners = (game.winners or ()) if plan.games else (game.round.turn,)
    else:
        points[forfeit.seat] += _dealt_points(game, forfeit.seat)
        # Without the seat that failed: after earlier rounds it could still have the fewest points.
        others = [score for seat, score in enumerate(points) if seat != forfeit.seat]
        winners = tuple(
            seat for seat, score in enumerate(points) if score == min(others) and seat != forfeit.seat
        )
    return Outcome(number, tuple(points), winners, game.rounds, tuple(thought), forfeit)


def _dealt_points(game: Game, seat: int) -> int:
    last = [event for event in game.events if isinstance(event, Dealt)][-1]
    return sum(game.rules.points[rank] for rank in last.hands[seat])


def _play_on(
    game: Game, seats: Sequence[_Seat], rngs: Sequence[np.random.Generator], *, whole: bool
) -> None:
    while True:
        while not game.round.is_over:
            take_turn(game, seats[game.round.turn], rngs[game.round.turn])
        if game.is_over or not whole:
            return
        game.next_round()


@cache
def prepare(kind: str, rules: Rules) -> None:
    """Let a bot of this package load and compile what it needs under ``rules``, in no move of its own."""
    if kind in BOTS:
        game = Game(rules, seed=1)
        bot = make_bot(QUICKEST.get(kind, kind))
        bot.act(game.observe(game.round.turn), np.random.default_rng(0))
        close_bot(bot)

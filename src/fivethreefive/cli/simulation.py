"""Many games between bots, on one or several processes, with the same result either way.

Game number i draws everything from streams of its own, derived from the seed and i, so no game knows
who plays it, after which other or on how many processes.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from typing import NamedTuple

from fivethreefive.bots import make_bot
from fivethreefive.record import Header, write_line
from fivethreefive.referee import play_game
from fivethreefive.rules.streams import derive_seed, player_rng
from fivethreefive.state import Acted, Game, RoundEnded, Started

CHUNK = 20
"""Games that a process is handed at a time."""

WIN = 60
"""A win in whole numbers: shared by two to six players it can still be divided."""


class Tally(NamedTuple):
    """What came of some games, in whole numbers, so that tallies add up in any order."""

    games: int
    rounds: int
    decisions: int
    points: tuple[int, ...]
    """By seat, over all rounds."""
    wins: tuple[int, ...]
    """By seat, in parts of ``WIN``: a shared win is divided."""

    def __add__(self, other: Tally) -> Tally:  # type: ignore[override]
        return Tally(
            self.games + other.games,
            self.rounds + other.rounds,
            self.decisions + other.decisions,
            tuple(a + b for a, b in zip(self.points, other.points, strict=True)),
            tuple(a + b for a, b in zip(self.wins, other.wins, strict=True)),
        )


@dataclass(frozen=True)
class Simulation:
    """What is to be simulated."""

    header: Header
    """Rules, bots and time, the same for all games."""
    seed: int = field(repr=False)
    games: int
    recorded: bool
    """Whether the games' records are wanted too."""

    def chunks(self) -> Iterator[range]:
        """The numbers of the games, from 0, in the pieces that are handed out."""
        for first in range(0, self.games, CHUNK):
            yield range(first, min(first + CHUNK, self.games))

    def nothing(self) -> Tally:
        """The tally of no games."""
        none = (0,) * self.header.rules.players
        return Tally(0, 0, 0, none, none)


def play_numbered(simulation: Simulation, number: int) -> Game:
    """Game ``number`` of a simulation, played to its end."""
    rules = simulation.header.rules
    rngs = [player_rng(simulation.seed, number, seat) for seat in range(rules.players)]
    bots = [make_bot(seat.bot or "") for seat in simulation.header.seats]
    game = Game(rules, derive_seed(simulation.seed, number, "deal"), seats=simulation.header.names)
    return play_game(game, bots, rngs)


def tally_of(game: Game) -> Tally:
    """The tally of one finished game."""
    assert game.winners is not None
    share = WIN // len(game.winners)
    return Tally(
        games=1,
        rounds=sum(isinstance(event, RoundEnded) for event in game.events),
        decisions=sum(isinstance(event, Acted) for event in game.events),
        points=game.scores,
        wins=tuple(share * (seat in game.winners) for seat in range(game.rules.players)),
    )


def play_chunk(simulation: Simulation, numbers: range) -> tuple[Tally, bytes]:
    """Play the games of a chunk: their tally and, where wanted, their records."""
    tally = simulation.nothing()
    lines: list[bytes] = []
    for number in numbers:
        if _stopped():
            break
        game = play_numbered(simulation, number)
        tally += tally_of(game)
        if simulation.recorded:
            lines.append(write_line(simulation.header))
            lines += [write_line(event) for event in game.events if not isinstance(event, Started)]
    return tally, b"".join(lines)


def simulate(simulation: Simulation, jobs: int) -> Iterator[tuple[Tally, bytes]]:
    """Play all games on up to ``jobs`` processes; each chunk's tally and records, in game order."""
    jobs = min(jobs, -(-simulation.games // CHUNK))
    if jobs <= 1:
        for numbers in simulation.chunks():
            yield play_chunk(simulation, numbers)
        return
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(jobs, context, _start_worker, (stop,)) as pool:
        waiting: deque[Future[tuple[Tally, bytes]]] = deque()
        try:
            for numbers in simulation.chunks():
                with _interrupts_held():
                    waiting.append(pool.submit(play_chunk, simulation, numbers))
                if len(waiting) > 2 * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)


_stop: Event | None = None
"""In a worker process: set when the games in hand are no longer wanted."""


def _start_worker(stop: Event) -> None:
    global _stop  # noqa: PLW0603 - the one way to hand something to all chunks of a process
    _stop = stop


def _stopped() -> bool:
    return _stop is not None and _stop.is_set()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back, here for a moment and in any process started meanwhile for good.

    A terminal sends it to all of them, and only the one who asked for the games is to answer.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

"""Many games between bots, on one or several processes, with the same result either way.

Game number i draws everything from streams of its own, derived from the seed and i, so no game knows
who plays it, after which other or on how many processes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from fivethreefive.bots import make_bot
from fivethreefive.bots.base import close_bot
from fivethreefive.language import FiveThreeFiveError
from fivethreefive.process_pool import LostTask, ProcessPool, Watchdog
from fivethreefive.record import Header, write_game
from fivethreefive.referee import play_game
from fivethreefive.rules.seeding import derive_seed, player_rng
from fivethreefive.state import Acted, Game, RoundEnded

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
    try:
        return play_game(game, bots, rngs)
    finally:
        for bot in bots:
            close_bot(bot)


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


Chunk = tuple[Tally, bytes]
"""What came of a chunk of games: their tally and, where wanted, their records."""


def play_chunk(simulation: Simulation, numbers: range, _watchdog: Watchdog | None = None) -> Chunk:
    """Play the games of a chunk."""
    tally = simulation.nothing()
    lines: list[bytes] = []
    for number in numbers:
        game = play_numbered(simulation, number)
        tally += tally_of(game)
        if simulation.recorded:
            lines.append(write_game(simulation.header, game.events))
    return tally, b"".join(lines)


def simulate(simulation: Simulation, jobs: int) -> Iterator[Chunk]:
    """Play all games on up to ``jobs`` processes; each chunk's tally and records, in game order.

    Raises FiveThreeFiveError where a process dies twice over the same games.
    """
    if jobs == 1 or simulation.games <= CHUNK:  # For one chunk starting a process would only take time.
        for numbers in simulation.chunks():
            yield play_chunk(simulation, numbers)
        return
    # Chunks are finished in any order, but told in the order of their games: the same on any machine.
    early: dict[int, Chunk] = {}
    next_game = 0
    with ProcessPool(jobs, partial(play_chunk, simulation)) as pool:
        for numbers, chunk in pool.run(simulation.chunks()):
            if isinstance(chunk, LostTask):
                raise FiveThreeFiveError("worker_died", games=next_game)
            early[numbers.start] = chunk
            while next_game in early:
                yield early.pop(next_game)
                next_game += CHUNK

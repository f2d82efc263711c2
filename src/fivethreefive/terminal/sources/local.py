"""A game on this machine as the source of a table: bots think in threads, every event is kept at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import cast

from fivethreefive.bots import make_bot
from fivethreefive.bots.fallback import Backed
from fivethreefive.language import BotFailed, Catalogue, FiveThreeFiveError, InvalidInput
from fivethreefive.observation import Observation
from fivethreefive.protocol import (
    Act,
    Ask,
    Can,
    Done,
    Hint,
    Hinted,
    Language,
    Ready,
    Refused,
    Rematch,
    Request,
    Review,
    View,
    Why,
)
from fivethreefive.protocol.errors import error_fields
from fivethreefive.record import GameRecord, RecordWriter, Seat, read_record
from fivethreefive.rules.seeding import derive_seed, player_rng
from fivethreefive.state import Game
from fivethreefive.terminal.sources.background import in_thread
from fivethreefive.terminal.sources.base import MOST_EVENTS, Answer, Progress, Source
from fivethreefive.terminal.sources.local_view import Lone, Onlooker, retold, seat_views

WATCHED_ROUND = 5.0
"""Seconds that the end of a round is left to whoever only watches."""


@dataclass
class Table:
    """Who plays what at this machine, and where it is kept."""

    game: Game | Lone
    seats: Sequence[Seat]
    person: int | None
    """The seat of whoever is at the terminal; None to watch."""
    seed: int
    writer: RecordWriter | None = None
    """None for what is not kept."""
    again: Callable[[int], tuple[Game, RecordWriter | None]] | None = None
    """Begins another game between the same from a seed; None where that cannot be."""


class LocalSource(Source):
    """One table of this machine."""

    def __init__(self, table: Table, catalogue: Catalogue, pace: float) -> None:
        super().__init__()
        self.table = table
        self.catalogue = catalogue
        self.pace: float = pace
        self.games = 1
        self._moved = asyncio.Event()
        self._broken: FiveThreeFiveError | None = None
        """Why the game cannot be kept any more."""
        self._seated = ExitStack()
        self._bots: dict[int, Backed] = {}
        self._look()

    @property
    def game(self) -> Game | Lone:
        """The game that is being played."""
        return self.table.game

    def _look(self) -> None:
        """Follow the table's game from where it stands."""
        table = self.table
        self._eyes = Onlooker(
            table.game, seat_views(table.game.rules, table.seats, table.person), table.person, self.games
        )
        seed = table.seed if self.games == 1 else derive_seed(table.seed, self.games)
        self._rngs = [player_rng(seed, seat) for seat in range(table.game.rules.players)]

    async def run(self) -> None:
        """Play on for ever: the bots by themselves, the person when it asks.

        Raises InvalidInput where the game cannot be kept any more.
        """
        if len(self.game.events) > 2 or isinstance(self.game, Lone):
            self._eyes.catch_up()
            if isinstance(self.game, Game):
                _, story = retold(self.game.events, self._eyes.seats, self.table.person)
                self.story = [*story[-MOST_EVENTS:]]
            self.tell((), self._view())
        else:
            self._happened()
        await self._seat_bots()
        while self._broken is None:
            round_ = self.game.round
            if round_.is_over and self._watched and not self.game.is_over and isinstance(self.game, Game):
                await asyncio.sleep(WATCHED_ROUND if self.pace else 0)
                self._next_round()
            elif not round_.is_over and round_.turn != self.table.person:
                await self._bot_plays(round_.turn)
            else:
                self._moved.clear()
                await self._moved.wait()
        raise self._broken

    @property
    def _watched(self) -> bool:
        return self.table.person is None

    async def _seat_bots(self) -> None:
        """Make the bots, in a thread since a program may take its time to start."""
        for number, seat in enumerate(self.table.seats):
            if number != self.table.person:
                made = await in_thread(partial(make_bot, seat.bot or "heuristic"))
                bot = Backed(made, partial(self._bot_failed, seat.name))
                self._bots[number] = bot
                self._seated.callback(bot.close)

    def _bot_failed(self, name: str, error: BotFailed) -> None:
        """Say in the table's own thread that the house decides for a bot."""
        sentence = self.catalogue.say(
            "play.bot_failed", why=error.sentence(self.catalogue.language), name=name
        )
        self._loop.call_soon_threadsafe(self.note, sentence)

    async def _bot_plays(self, seat: int) -> None:
        self._loop = asyncio.get_running_loop()
        began = time.monotonic()
        observation = self.game.observe(seat)
        bot, rng = self._bots[seat], self._rngs[seat]
        action = await in_thread(partial(bot.act, observation, rng))
        if (rest := self.pace - (time.monotonic() - began)) > 0:
            await asyncio.sleep(rest)
        self.game.apply(action)
        self._happened()

    def _happened(self) -> None:
        """Keep what has just happened, then show it."""
        if self.table.writer is not None and isinstance(self.game, Game):
            try:
                self.table.writer.sync(self.game)
            except FiveThreeFiveError as error:  # Raised by run, whoever has played.
                self._broken = error
                self._moved.set()
        events = self._eyes.follow()
        self.tell(events, self._view())

    def _view(self) -> View:
        return self._eyes.view(self._can())

    def _can(self) -> Can:
        game, person = self.game, self.table.person
        if person is None:
            return Can()
        playing = not game.round.is_over
        mine = playing and game.round.turn == person
        goes_on = not playing and isinstance(game, Game)
        return Can(
            act=mine,
            hint=mine,
            ready=goes_on and not game.is_over,
            rematch=goes_on and game.is_over and self.table.again is not None,
        )

    # Requests

    async def ask(self, request: Request) -> Answer:
        """Have a request done; what is no business of a game on this machine is refused."""
        id_ = getattr(request, "id", 0)
        try:
            match request:
                case Act():
                    self._act(request)
                case Ask():
                    return self._why(request)
                case Hint():
                    return await self._hint(request)
                case Ready():
                    self._check(not self._watched and self._can().ready)
                    self._next_round()
                case Rematch():
                    self._check(self._can().rematch)
                    self._begin_again()
                case _:
                    raise InvalidInput("not_now")
        except FiveThreeFiveError as error:
            code, rule, sentence, parameters = error_fields(error, self._language)
            return Refused(id_, code, rule, sentence, parameters)
        return Done(id_, self._eyes.turn_number)

    @property
    def _language(self) -> Language:
        return cast(Language, self.catalogue.language)

    @staticmethod
    def _check(allowed: bool) -> None:
        if not allowed:
            raise InvalidInput("not_now")

    def _act(self, request: Act) -> None:
        if self.game.round.is_over or self.game.round.turn != self.table.person:
            raise InvalidInput("not_your_turn", "R9a")
        if request.turn != self._eyes.turn_number:
            raise InvalidInput("turn_passed")
        self.game.apply(request.action)
        self._moved.set()
        self._happened()

    def _why(self, request: Ask) -> Why:
        error = self.game.round.why_illegal(request.action)
        if error is None:
            return Why(request.id)
        return Why(request.id, *error_fields(error, self._language))

    async def _hint(self, request: Hint) -> Hinted:
        self._check(self._can().hint)
        observation, turn = self.game.observe(self.table.person), self._eyes.turn_number
        return await in_thread(partial(_hinted, observation, turn, request.id))

    def _next_round(self) -> None:
        assert isinstance(self.game, Game)
        self.game.next_round()
        self._moved.set()
        self._happened()

    def _begin_again(self) -> None:
        assert self.table.again is not None
        seed = derive_seed(self.table.seed, "again", self.games)
        if self.table.writer is not None:
            self.table.writer.close()
        self.table.game, self.table.writer = self.table.again(seed)
        self.games += 1
        self._look()
        self.story = []
        self._moved.set()
        self._happened()

    async def review(self, progress: Progress) -> Review:
        """Look at every decision of the game that is over, in a thread."""
        if not isinstance(self.game, Game):
            raise InvalidInput("game_not_over", "R21")
        names = [seat.name for seat in self.table.seats]
        return await review_of(self.game.copy(), self.games, names, progress)

    async def recorded(self) -> GameRecord:
        """The game as it was kept."""
        if self.table.writer is None or not self.game.is_over:
            raise InvalidInput("no_game_yet")
        return read_record(self.table.writer.path)

    def close(self) -> None:
        """Cut the thinking short and let the bots and the file go."""
        for bot in self._bots.values():
            bot.kill()
        self._seated.close()
        if self.table.writer is not None:
            self.table.writer.close()


async def review_of(game: Game, number: int, names: Sequence[str], progress: Progress) -> Review:
    """Look at every decision of a game that is over, in a thread that ends when nobody waits any more."""
    loop = asyncio.get_running_loop()
    stop = False

    def tell(done: int, all_: int) -> None:
        if stop:
            raise _Stopped
        loop.call_soon_threadsafe(progress, done, all_)

    try:
        return await in_thread(partial(_reviewed, game, number, names, tell))
    finally:
        stop = True


class _Stopped(Exception):
    """Nobody waits for the review any more."""


def _hinted(observation: Observation, turn: int, id_: int) -> Hinted:
    from fivethreefive.analysis import Adviser
    from fivethreefive.report.protocol_messages import hinted

    return hinted(observation, Adviser().advise(observation, 0), turn, id_)


def _reviewed(game: Game, number: int, names: Sequence[str], progress: Progress) -> Review:
    from fivethreefive.analysis import review
    from fivethreefive.report.protocol_messages import review_body

    return review_body(review(game, progress=progress), number, names)

"""A game on this machine as a source: bots think in threads, every event is kept at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import cast

import msgspec

from fivethreefive.bots import LEVELS, make_bot
from fivethreefive.bots.fallback import BotWithFallback
from fivethreefive.language import BotFailed, Catalogue, FiveThreeFiveError, InvalidInput
from fivethreefive.observation import Observation
from fivethreefive.protocol import (
    Ask,
    Done,
    Hint,
    Hinted,
    Language,
    Refused,
    Rematch,
    Request,
    Review,
    View,
    Why,
)
from fivethreefive.protocol.errors import error_fields
from fivethreefive.record import GameRecord, RecordWriter, Seat, read_record
from fivethreefive.rules.options import Rules
from fivethreefive.rules.seeding import derive_seed, player_rng
from fivethreefive.state import Game, Round
from fivethreefive.table import (
    ALONE,
    Presence,
    SeededDealer,
    Session,
    check_hint,
    commands,
    local_session,
    resume,
    view,
    wait_of,
)
from fivethreefive.table.state import LOG_LENGTH
from fivethreefive.terminal.sources.background import run_in_thread
from fivethreefive.terminal.sources.base import Answer, Progress, Source

DEFAULT_BOT = "heuristic"
LEVEL_OF = {bot: level for level, bot in LEVELS.items()}  # What people call the bots that levels stand for.
WATCHED_ROUND = 5.0  # Seconds that the end of a round is left to whoever only watches.


@dataclass
class LocalTable:
    """A table of this machine: who sits there, and where its games are kept."""

    rules: Rules
    seats: Sequence[Seat]
    person: int | None  # The seat of whoever is at the terminal; None to watch.
    seed: int  # What the rounds are dealt from.
    record: RecordWriter | None = None  # None for what is not kept.
    new_record: Callable[[], RecordWriter | None] = lambda: None  # Begins to keep another game.
    position: Round | None = None  # What a game from a position begins with, each time.
    session: Session = field(init=False)
    set_up_seq: int = field(init=False)  # The number of the last event before the first game.

    def __post_init__(self) -> None:
        """Set the table; whoever is not at this terminal is a bot here."""
        bots = [
            seat if seat.bot or number == self.person else Seat(seat.name, DEFAULT_BOT)
            for number, seat in enumerate(self.seats)
        ]
        self.session = local_session(self.rules, bots, self.person, SeededDealer(self.seed), LEVEL_OF)
        self.set_up_seq = self.session.table.seq

    def deal(self) -> LocalTable:
        """Deal the first round of a game."""
        commands.deal(self.session, _now())
        return self

    def resume(self, kept: GameRecord) -> LocalTable:
        """Go on with a game; its later rounds are dealt from the seed."""
        if kept.last_line == kept.first_line:  # Stopped before the first deal was written.
            return self.deal()
        resume(self.session, kept.game.events, _now())
        return self

    def begin_at(self, round_: Round) -> LocalTable:
        """Go on with one round from a position; nothing comes after it."""
        self.position = round_.copy()
        self.session.table.begin_at(_now(), round_)
        return self

    @property
    def game(self) -> Game:
        """The game that goes on, or the last one."""
        assert self.session.table.game is not None
        return self.session.table.game


def _now() -> int:
    return int(datetime.now(UTC).timestamp() * 1000)


class LocalSource(Source):
    """One table of this machine."""

    def __init__(self, local: LocalTable, catalogue: Catalogue, pace: float) -> None:
        super().__init__()
        self.local = local
        self.session = local.session
        self.table = local.session.table
        self.catalogue = catalogue
        self.pace: float = pace
        self.is_one_round = local.position is not None
        self.auto_deal = True  # Whether the next round is dealt after a while where nobody plays.
        self._published = local.set_up_seq  # The number of the last event that was shown.
        self._changed = asyncio.Event()
        self._error: FiveThreeFiveError | None = None  # Why the game cannot be kept any more.
        self._started = ExitStack()
        self._bots: dict[int, BotWithFallback] = {}
        self._begin_game()

    @property
    def game(self) -> Game:
        """The game that is being played."""
        return self.local.game

    def _begin_game(self) -> None:
        self._games = len(self.table.games)  # Each has its own seed: no rematch begins like the last.
        seed = self.local.seed if self._games == 1 else derive_seed(self.local.seed, self._games)
        self._rngs = [player_rng(seed, seat) for seat in range(len(self.table.seats))]

    async def run(self) -> None:
        """Play on for ever: the bots by themselves, the person when it asks.

        Raises InvalidInput where the game cannot be kept any more.
        """
        self._loop = asyncio.get_running_loop()
        self._show_game()
        await self._start_bots()
        while self._error is None:
            wait = wait_of(self.table, self._online)
            if wait is not None and wait.kind == "bot":
                assert wait.seat is not None
                await self._bot_plays(wait.seat)
            elif wait is not None and self.local.person is None and self.auto_deal:
                await asyncio.sleep(WATCHED_ROUND if self.pace else 0)  # With no pace nobody reads along.
                self._deal()
            else:
                self._changed.clear()
                await self._changed.wait()
        raise self._error

    @property
    def _online(self) -> tuple[int, ...]:
        return () if self.local.person is None else (self.local.person,)

    def _show_game(self) -> None:
        """Show the game as it stands; one that has just begun is kept and told from its deal on."""
        if self.table.moves:
            first, self._published = max(self._published, self.table.seq - LOG_LENGTH), self.table.seq
            self.log = [*(self.table.since(first) or ())]
            self.publish((), self._view())
        else:
            self._save_and_publish()

    async def _start_bots(self) -> None:
        for number, seat in enumerate(self.local.seats):  # In threads: a program takes time to start.
            if number != self.local.person:
                made = await run_in_thread(partial(make_bot, seat.bot or DEFAULT_BOT))
                bot = BotWithFallback(made, partial(self._bot_failed, seat.name))
                self._bots[number] = bot
                self._started.callback(bot.close)

    def _bot_failed(self, name: str, error: BotFailed) -> None:
        why = error.sentence(self.catalogue.language)
        sentence = self.catalogue.say("play.bot_failed", why=why, name=name)
        self._loop.call_soon_threadsafe(self.add_note, sentence)  # The bot thinks in another thread.

    async def _bot_plays(self, seat: int) -> None:
        began = time.monotonic()
        observation, turn = self.game.observe(seat), len(self.table.moves)  # No thread reads the table.
        bot, rng = self._bots[seat], self._rngs[seat]
        action = await run_in_thread(partial(bot.act, observation, rng))
        if (rest := self.pace - (time.monotonic() - began)) > 0:
            await asyncio.sleep(rest)
        commands.act_for(self.session, seat, turn, str(action), _now())
        self._save_and_publish()

    def next_round(self) -> None:
        """Deal the next round, whoever plays."""
        if self.table.next_round_follows:
            self._deal()

    def _deal(self) -> None:
        """Deal the round that comes next, of this game or of another."""
        commands.deal(self.session, _now())
        if len(self.table.games) > self._games:
            self._begin_game()
            self.log = []  # The games of a table are kept, and told, one by one.
            if self.local.record is not None:
                self.local.record.close()
                self.local.record = self.local.new_record()
        self._save_and_publish()

    def _save_and_publish(self) -> None:
        if self.local.record is not None:
            try:
                self.local.record.sync(self.game)
            except FiveThreeFiveError as error:  # Raised by run, whoever has played.
                self._error = error
        events = self.table.since(self._published) or ()  # Shown only once they are kept.
        self._published = self.table.seq
        self._changed.set()
        self.publish(events, self._view())

    def _view(self) -> View:
        seen = view(self.table, self.local.person, Presence(self._online), ALONE)
        if self._position_is_over:  # No round follows one from a position, but the same once more.
            can = msgspec.structs.replace(seen.can, rematch=True, ready=False)
            return msgspec.structs.replace(seen, can=can)
        return seen

    @property
    def _position_is_over(self) -> bool:
        person = self.local.person is not None
        return person and self.local.position is not None and self.table.phase != "playing"

    def _begin_position_again(self) -> None:
        assert self.local.position is not None
        self.local.begin_at(self.local.position)
        self._begin_game()
        self.log = []
        self._save_and_publish()

    # Requests

    async def ask(self, request: Request) -> Answer:
        """Have a request done; what is no business of a game on this machine is refused."""
        language = cast(Language, self.catalogue.language)
        try:
            if isinstance(request, Ask):
                error = commands.why_illegal(self.table, self.local.person, request.action)
                return Why(request.id, *(() if error is None else error_fields(error, language)))
            if isinstance(request, Hint):
                return await self._hint(request)
            if isinstance(request, Rematch) and self._position_is_over:
                self._begin_position_again()
                return Done(0, self.table.seq)
            commands.perform(self.session, self.local.person, request, _now(), ALONE)
        except FiveThreeFiveError as error:
            return Refused(0, *error_fields(error, language))
        wait = wait_of(self.table, self._online)
        if wait is not None and wait.everybody_ready:
            self._deal()
        else:
            self._save_and_publish()
        return Done(0, self.table.seq)

    async def _hint(self, request: Hint) -> Hinted:
        check_hint(self.table, self.local.person)
        observation, turn = self.game.observe(self.local.person), len(self.table.moves)
        return await run_in_thread(partial(_hinted, observation, turn, request.id))

    async def review(self, progress: Progress) -> Review:
        """Look at every decision of the game that is over, in a thread."""
        if self.table.phase != "game_over":
            raise InvalidInput("game_not_over", "R21")
        names = [seat.name for seat in self.local.seats]
        return await review_of(self.game.copy(), self._games, names, progress)  # The next may begin.

    async def recorded(self) -> GameRecord:
        """The game as it was kept."""
        if self.local.record is None or not self.game.is_over:
            raise InvalidInput("no_game_yet")
        return read_record(self.local.record.path)

    def close(self) -> None:
        """Cut the thinking short and let the bots and the file go."""
        for bot in self._bots.values():
            bot.kill()  # A thread cannot be ended; a program can, and its thread then ends by itself.
        self._started.close()
        if self.local.record is not None:
            self.local.record.close()


async def review_of(game: Game, number: int, names: Sequence[str], progress: Progress) -> Review:
    """Look at every decision of a game that is over, in a thread that ends when nobody waits any more."""
    loop = asyncio.get_running_loop()
    stop = False

    def tell(done: int, all_: int) -> None:
        if stop:
            raise _Stopped
        loop.call_soon_threadsafe(progress, done, all_)

    try:
        return await run_in_thread(partial(_reviewed, game, number, names, tell))
    finally:
        stop = True


class _Stopped(Exception):
    """Nobody waits for the review any more."""


def _hinted(observation: Observation, turn: int, id_: int) -> Hinted:
    from fivethreefive.analysis import hint  # Here, since it is heavy: most games ask for none.
    from fivethreefive.report.protocol_messages import hinted

    return hinted(hint(observation), turn, id_)


def _reviewed(game: Game, number: int, names: Sequence[str], progress: Progress) -> Review:
    from fivethreefive.analysis import review
    from fivethreefive.report.protocol_messages import review_body

    return review_body(review(game, progress=progress), number, names)

"""One sitting at the table: bots and at most one person play a game, and every event is kept."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial

import numpy as np

from fivethreefive.bots import make_bot
from fivethreefive.bots.fallback import Backed
from fivethreefive.language import BotFailed
from fivethreefive.observation import Player
from fivethreefive.record import RecordWriter, Seat
from fivethreefive.referee import play_game
from fivethreefive.rules.seeding import player_rng
from fivethreefive.state import Acted, Dealt, Game, GameEvent, Round, RoundEnded
from fivethreefive.state.replay import steps
from fivethreefive.terminal.plain.human import Person
from fivethreefive.terminal.plain.narration import Story, deed
from fivethreefive.terminal.text.console import Lines, printable
from fivethreefive.terminal.text.phrases import Words


@dataclass(frozen=True)
class Sitting:
    """Who sits where, and how it is shown."""

    lines: Lines
    seats: Sequence[Seat]
    person: int | None
    """The seat of whoever is at the terminal; None to watch."""
    seed: int
    pace: float = 0.0
    """Seconds to wait after a bot's action."""

    @property
    def words(self) -> Words:
        """The players by name, as the person sees them."""
        return Words(self.lines, [seat.name for seat in self.seats], self.person)

    def play(self, game: Game, writer: RecordWriter | None) -> None:
        """Play ``game`` to its end; InputEnded or KeyboardInterrupt leave it as far as it is kept.

        A game under way goes on with a word on its current trick.
        """
        story = Story(self.words, game.observe)
        known = len(game.events) if len(game.events) > 2 else 0
        if known:
            self._recall(game)
        told = 0

        def on_event(event: GameEvent) -> None:
            nonlocal told
            if writer is not None:
                writer.sync(game)
            told += 1
            if told > known:
                self._pause_before(event)
                story.tell(event)
                self._wait(event)

        with self._players() as players:
            play_game(game, players, self._rngs(), on_event)

    def play_round(self, round_: Round) -> None:
        """Play a single round from any position to its end."""
        rngs = self._rngs()
        story = Story(self.words, round_.observe)
        with self._players() as players:
            while not round_.is_over:
                seat = round_.turn
                action = players[seat].act(round_.observe(seat), rngs[seat])
                round_.apply(action)
                event = Acted(seat, str(action))
                story.tell(event)
                self._wait(event)
        story.tell(RoundEnded(round_.turn, round_.points()))

    @contextmanager
    def _players(self) -> Iterator[list[Player]]:
        """The players by seat, of whom the bots are closed in the end."""
        words = self.words
        with ExitStack() as seated:
            players: list[Player] = []
            for number, seat in enumerate(self.seats):
                if number == self.person:
                    players.append(Person(words))
                    continue
                bot = Backed(make_bot(seat.bot or "heuristic"), partial(self._say_failed, seat.name))
                seated.callback(bot.close)
                players.append(bot)
            yield players

    def _say_failed(self, name: str, error: BotFailed) -> None:
        why = printable(error.sentence(self.lines.catalogue.language))
        self.lines.say("play.bot_failed", why=why, name=name)

    def _rngs(self) -> list[np.random.Generator]:
        return [player_rng(self.seed, seat) for seat in range(len(self.seats))]

    def _recall(self, game: Game) -> None:
        """Say where a game stands: its round and what was played in the trick under way."""
        words = self.words
        said: list[str] = []
        for step in steps(game.events, self.person):
            if isinstance(step.event, Dealt):
                said = []
            elif isinstance(step.event, Acted):
                sentence = deed(words, step.after)
                said = [sentence] if step.ended else [*said, sentence]
        self.lines.heading(self.lines.text("play.round", round=game.rounds))
        for sentence in said:
            self.lines.line(sentence)

    def _pause_before(self, event: GameEvent) -> None:
        """Leave the sheet of a round on the screen until it is read."""
        if isinstance(event, Dealt) and event.round > 1 and self.lines.interactive:
            self.lines.line()
            self.lines.ask(self.lines.text("play.next_round"))

    def _wait(self, event: GameEvent) -> None:
        if self.pace and isinstance(event, Acted) and event.seat != self.person:
            self.lines.out.flush()
            time.sleep(self.pace)

"""One sitting at the table: bots and at most one person play a game, and every event is kept."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fivethreefive.bots import make_bot
from fivethreefive.observation import Player
from fivethreefive.record import RecordWriter, Seat
from fivethreefive.record.walk import steps
from fivethreefive.referee import play_game
from fivethreefive.rules.streams import player_rng
from fivethreefive.state import Acted, Dealt, Game, GameEvent, Round, RoundEnded
from fivethreefive.terminal.lines import Lines
from fivethreefive.terminal.person import Person
from fivethreefive.terminal.story import Story, deed
from fivethreefive.terminal.words import Words


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

        play_game(game, self._players(), self._rngs(), on_event)

    def play_round(self, round_: Round) -> None:
        """Play a single round from any position to its end."""
        players, rngs = self._players(), self._rngs()
        story = Story(self.words, round_.observe)
        while not round_.is_over:
            seat = round_.turn
            action = players[seat].act(round_.observe(seat), rngs[seat])
            round_.apply(action)
            event = Acted(seat, str(action))
            story.tell(event)
            self._wait(event)
        story.tell(RoundEnded(round_.turn, round_.points()))

    def _players(self) -> list[Player]:
        words = self.words
        return [
            Person(words) if number == self.person else make_bot(seat.bot or "heuristic")
            for number, seat in enumerate(self.seats)
        ]

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
                sentence = deed(words, step.before, step.after)
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

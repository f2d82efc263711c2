"""A person at a seat: shows what the seat may know and asks for a play until it is a legal one."""

from __future__ import annotations

import numpy as np

from fivethreefive.observation import Observation
from fivethreefive.rules.actions import Action
from fivethreefive.terminal.plain.board import Board
from fivethreefive.terminal.plain.help import help_now
from fivethreefive.terminal.plain.input_parser import Answers, Command, Refused, Which
from fivethreefive.terminal.text.console import InputEnded
from fivethreefive.terminal.text.phrases import Words
from fivethreefive.terminal.text.rulebook import show_rules


class Person:
    """Answers observations as a bot does, by asking whoever sits at the terminal."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.lines = words.lines
        self.board = Board(words)

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        """The play the person chose; InputEnded when they leave."""
        answers = Answers(observation, self.lines.catalogue)
        self._show(observation)
        while True:
            meaning = answers.read(self.lines.ask(self.lines.text("play.prompt")))
            if isinstance(meaning, Action):
                return meaning
            if isinstance(meaning, Refused):
                for sentence in meaning.sentences:
                    self.lines.line(sentence)
            elif isinstance(meaning, Which):
                self._ask_which(meaning)
            else:
                self._obey(meaning, observation)

    def _show(self, observation: Observation) -> None:
        self.board.show(observation)
        self.board.hand(observation)
        self.board.offer(observation)
        self.lines.line()

    def _ask_which(self, which: Which) -> None:
        (first, over), (second, add) = which.choices
        self.lines.say(
            "play.which", cards=which.cards,
            over=f"{first}) {over}", add=f"{second}) {add}",
        )  # fmt: skip

    def _obey(self, command: Command, observation: Observation) -> None:
        match command:
            case "show":
                self._show(observation)
            case "help":
                help_now(self.words, observation)
            case "rules":
                show_rules(self.lines, observation.rules)
            case "undo":
                self.lines.say("play.no_undo")
            case "quit":
                raise InputEnded

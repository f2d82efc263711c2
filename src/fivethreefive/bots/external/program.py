"""Bots by command line: programs that speak the protocol, one message a line, on standard input and output.

A program says hello and is welcomed with its limits. For each decision it is sent a snapshot, whose view
is made of the seat's observation and nothing else, and answers with an act.
"""

from __future__ import annotations

import os
import shlex
import shutil
import time
import weakref
from typing import Any

import numpy as np

from fivethreefive import protocol
from fivethreefive.bots.base import check_turn, legal_action
from fivethreefive.bots.external.process import OnLine, Process, ProgramLost, ignore_line
from fivethreefive.foreign_errors import why_system
from fivethreefive.language import BotFailed, Catalogue, FiveThreeFiveError, IllegalAction, InvalidInput
from fivethreefive.observation import Observation
from fivethreefive.protocol import LONGEST_MESSAGE, PROTOCOL, Language, Request, encode
from fivethreefive.protocol.errors import error_fields
from fivethreefive.rules.actions import Action
from fivethreefive.table import decision_view

PREFIX = "cmd:"
DECISION = 10.0
"""Seconds for a decision unless others are given."""
START = 10.0
"""Seconds from the start of a program to its hello."""
ANSWERS = 3
"""So many answers to one decision are read."""
TOLD_LETTERS = 200
"""So much of what it wrote last to standard error is told with an error."""


class ProgramBot:
    """A program that decides. It is started for its first decision, and ended by ``close``.

    It also ends when this object or this process does, however that happens. ``act`` raises BotFailed
    where the program does not decide; it is then ended, and started again for the next decision.
    """

    def __init__(self, command: str, limit: float = DECISION) -> None:
        """The program of a command line, with ``limit`` seconds a decision; it is not started yet.

        Raises InvalidInput where that is no command line, or where there is no such program.
        """
        self.name = PREFIX + command
        self.limit = limit
        self.on_line: OnLine = ignore_line
        """Called with every line that is said to the program or by it, as ``Process`` does."""
        self._words = _words(self.name, command)
        self._process: Process | None = None
        self._end: weakref.finalize[[bool], ProgramBot] | None = None
        self._language: Language = "en"
        self._turn = 0

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        """The program's action; it gets nothing from ``rng``."""
        check_turn(observation)
        try:
            process = self._process or self._start()
            return self._decision(process, observation)
        except ProgramLost as lost:
            raise self._failed(lost) from None
        except BaseException:
            # Left in the middle of a decision, as by Ctrl-C: the answer to come would be to no question.
            self._stop(gently=False)
            raise

    def start(self) -> None:
        """Start it now, before its first decision; BotFailed where that fails."""
        try:
            if self._process is None:
                self._start()
        except ProgramLost as lost:
            raise self._failed(lost) from None
        except BaseException:
            self._stop(gently=False)
            raise

    def close(self) -> None:
        """Say goodbye and end the program; it is started again if it is asked again."""
        if self._process is not None:
            self._process.send(self._bye("closed"))
            self._stop(gently=True)

    def kill(self) -> None:
        """End the program from another thread; who waits for its decision gets BotFailed."""
        if (process := self._process) is not None:
            process.kill()

    def _start(self) -> Process:
        try:
            process = Process(self._words, LONGEST_MESSAGE, self.on_line)
        except OSError as error:
            raise BotFailed("bot_not_started", bot=self.name, why=why_system(error)) from None
        self._process = process
        self._end = weakref.finalize(self, process.end, True)  # Not of ``self``, which would live on.
        said = self._read(process, process.line(time.monotonic() + START, "bot_silent"))
        if not isinstance(said, protocol.Hello):
            process.send(self._bye("no_hello"))
            raise ProgramLost("bot_not_understood", why=InvalidInput("no_hello"))
        self._language = said.language
        if said.protocol != PROTOCOL:
            process.send(self._bye("reload"))
            raise ProgramLost("bot_not_understood", why=InvalidInput("other_protocol", known=PROTOCOL))
        limits = protocol.Limits(round(self.limit * 1000), LONGEST_MESSAGE, ANSWERS)
        process.send(encode(protocol.Welcome(PROTOCOL, "", limits=limits)))
        return process

    def _read(self, process: Process, line: bytes) -> Request:
        try:
            return protocol.read_request(line)
        except InvalidInput as error:
            process.send(self._bye("bad_message"))
            raise ProgramLost("bot_not_understood", why=error) from None

    def _decision(self, process: Process, observation: Observation) -> Action:
        deadline = time.monotonic() + self.limit
        self._turn += 1
        view = decision_view(observation, self._turn, round(self.limit * 1000))
        process.send(encode(protocol.Snapshot(self._turn, view)))
        for answer in range(1, ANSWERS + 1):
            line = process.line(deadline, "bot_late")
            id_ = 0  # For what is not even a message.
            try:
                said = protocol.read_request(line)
                id_ = getattr(said, "id", 0)
                action = self._action(said, observation)
            except FiveThreeFiveError as error:
                process.send(encode(protocol.Refused(id_, *error_fields(error, self._language))))
                if answer == ANSWERS:
                    code = "bot_illegal" if isinstance(error, IllegalAction) else "bot_not_understood"
                    raise ProgramLost(code, why=error) from None
            else:
                process.send(encode(protocol.Done(id_, self._turn)))
                return action
        raise AssertionError("the last answer has returned or raised")

    def _action(self, said: Request, observation: Observation) -> Action:
        """The action that a message decides for; a FiveThreeFiveError where it is refused."""
        if not isinstance(said, protocol.Act):
            raise InvalidInput("not_now")
        if said.turn != self._turn:
            raise InvalidInput("turn_passed")
        return legal_action(observation, said.action)

    def _bye(self, code: str) -> bytes:
        sentence = Catalogue.of(self._language).say(f"server.bye_{code}")
        return encode(protocol.Bye(code, sentence, retry=False))

    def _failed(self, lost: ProgramLost) -> BotFailed:
        process = self._process
        self._stop(gently=False)
        stderr = process.stderr.decode(errors="replace") if process else ""
        last = stderr.strip().rpartition("\n")[2][-TOLD_LETTERS:]
        parameters: dict[str, Any] = {
            "seconds": f"{START if lost.code == 'bot_silent' else self.limit:g}",
            **lost.parameters,
        }
        return BotFailed(
            lost.code, bot=self.name, stderr=stderr,
            told=FiveThreeFiveError("bot_told", line=last) if last else "", **parameters,
        )  # fmt: skip

    def _stop(self, *, gently: bool) -> None:
        process, self._process = self._process, None
        if self._end is not None:
            self._end.detach()
        if process is not None:
            process.end(gently)


def _words(name: str, command: str) -> list[str]:
    """A command line split as a shell would, but run without one."""
    if os.name != "posix":
        raise InvalidInput("bot_needs_posix", bot=name)
    try:
        words = shlex.split(command)
        if "\0" in command:
            raise ValueError("NUL")
    except ValueError:
        raise InvalidInput("not_a_command", bot=name, why=InvalidInput("quote_not_closed")) from None
    if not words:
        raise InvalidInput("no_command")
    if shutil.which(words[0]) is None:
        raise InvalidInput("no_such_program", bot=name, program=words[0])
    return words

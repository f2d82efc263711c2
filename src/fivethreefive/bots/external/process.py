"""A program with pipes to it, read and written against the clock, and ended with all it has started.

The program runs in a process group of its own, which a guard leads: a shell that does nothing but wait
for the end of its input, and then ends the group. Only this process holds the other end of that pipe, so
the group ends with it, however that happens. While the guard is not waited for, no other group can have
its number.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

LEAVE = 1.0
"""Seconds that a program is given to end by itself, and once more after SIGTERM."""
LAST_WORDS = 4096
"""So many bytes are kept of what a program writes to standard error: the last ones."""
CHUNK = 1 << 16
# Deaf to the signals that end the program gently. At the end of its input it kills its group, with itself.
GUARD = "trap '' HUP INT QUIT TERM; read -r _; kill -9 0"


OnLine = Callable[[bool, bytes], None]


def ignore_line(_from_program: bool, _line: bytes) -> None:
    """Hear a line and do nothing."""


class ProgramLost(Exception):
    """The program gives no more answers; the code and the parameters of a BotFailed."""

    def __init__(self, code: str, **parameters: object) -> None:
        super().__init__(code)
        self.code = code
        self.parameters = parameters


class Process:
    """A program that is running: lines to it and from it, and the last of its standard error.

    OSError where it cannot be started.
    """

    def __init__(self, words: Sequence[str], longest: int, on_line: OnLine = ignore_line) -> None:
        self.longest = longest
        self.on_line = on_line
        """Called with every line: whether it is the program's, and what it says."""
        self.stderr = b""
        """The last that it wrote to standard error."""
        self._owner = os.getpid()
        self._ending = threading.Lock()
        self._ended = False
        self._out = bytearray()
        self._in = bytearray()
        self._guard = subprocess.Popen(
            ["/bin/sh", "-c", GUARD],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0,
        )  # fmt: skip
        try:
            self._program = subprocess.Popen(
                list(words), bufsize=0, process_group=self._guard.pid,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
        except BaseException:
            self._end_guard()
            raise
        self._selector = selectors.DefaultSelector()
        assert self._program.stdin
        assert self._program.stdout
        assert self._program.stderr
        self._stdin, self._stdout, self._stderr = (
            pipe.fileno() for pipe in (self._program.stdin, self._program.stdout, self._program.stderr)
        )
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)  # A program that reads or writes nothing must not hold us up.
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr, selectors.EVENT_READ)

    def send(self, message: bytes) -> None:
        """Send a message as a line; what the program does not take yet goes out while it is waited for."""
        self.on_line(False, message)
        self._out += message + b"\n"
        self._write()

    def line(self, deadline: float, late: str) -> bytes:
        """Its next line, without the end.

        Raises ProgramLost where it is too long, where there will be none, or with the code ``late`` where
        there is none by ``deadline``, a reading of the monotonic clock.
        """
        while True:
            end = self._in.find(b"\n")
            # Also while its end is still to come: a line without one would fill the memory.
            if max(end, len(self._in) if end < 0 else 0) > self.longest:
                raise ProgramLost("bot_line_too_long", most=self.longest)
            if end >= 0:
                line = bytes(self._in[:end])
                del self._in[: end + 1]
                self.on_line(True, line)
                return line
            left = deadline - time.monotonic()
            if left <= 0:
                raise ProgramLost(late)
            for key, _events in self._selector.select(left):
                self._move(key.fd)

    def _move(self, pipe: int) -> None:
        if pipe == self._stdin:
            self._write()
        elif pipe == self._stderr:
            self._keep_words()
        else:
            with suppress(BlockingIOError):
                found = os.read(pipe, CHUNK)
                self._in += found
                if not found:
                    raise self._gone()

    def _write(self) -> None:
        waiting = self._stdin in self._selector.get_map()
        try:
            while self._out:
                del self._out[: os.write(self._stdin, self._out)]
        except BlockingIOError:
            if not waiting:
                self._selector.register(self._stdin, selectors.EVENT_WRITE)
            return
        except BrokenPipeError:
            self._out.clear()  # It may have closed its input and still answer; else it is late, or gone.
        if waiting:
            self._selector.unregister(self._stdin)

    def _keep_words(self) -> bool:
        """Read some of standard error; whether there may be more."""
        try:
            found = os.read(self._stderr, CHUNK)
        except BlockingIOError:
            return False
        if not found:
            with suppress(KeyError):
                self._selector.unregister(self._stderr)
            return False
        self.stderr = (self.stderr + found)[-LAST_WORDS:]
        return True

    def _gone(self) -> ProgramLost:
        try:  # Its output ends a moment before the program itself does.
            code = self._program.wait(LEAVE)
        except subprocess.TimeoutExpired:
            return ProgramLost("bot_closed_output")
        if code < 0:
            return ProgramLost("bot_killed", signal=signal.Signals(-code).name)
        return ProgramLost("bot_exited", status=code)

    def end(self, gently: bool) -> None:
        """End the program and whatever it has started, at once unless ``gently``; may be called again.

        Gently, its input ends first, then it is sent SIGTERM.
        """
        if os.getpid() != self._owner:
            return  # A fork of this process has the same object, and no right to its program.
        with self._ending:
            if self._ended:
                return
            self._ended = True
            if gently:
                self._leave()
            self._kill()
            # All that could write is gone, but what left the group: so not for ever.
            for _ in range(64):
                if not self._keep_words():
                    break
            self._selector.close()
            for pipe in (self._program.stdin, self._program.stdout, self._program.stderr):
                assert pipe
                with suppress(OSError):
                    pipe.close()

    def kill(self) -> None:
        """Kill it from another thread: whoever waits for a line gets ProgramLost, and is to ``end`` it."""
        with self._ending:
            if not self._ended:
                _signal_group(self._guard.pid, signal.SIGKILL)
                self._program.kill()

    def _leave(self) -> None:
        assert self._program.stdin
        with suppress(OSError):
            self._program.stdin.close()
        for ending in (None, signal.SIGTERM):
            if ending is not None:
                _signal_group(self._guard.pid, ending)
            with suppress(subprocess.TimeoutExpired):
                self._program.wait(LEAVE)
                return

    def _kill(self) -> None:
        if self._program.returncode is None:
            # It may have made a group of its own.
            with suppress(ProcessLookupError):
                if (group := os.getpgid(self._program.pid)) == self._program.pid:
                    _signal_group(group, signal.SIGKILL)
            self._program.kill()
        self._end_guard(self._program)

    def _end_guard(self, program: subprocess.Popen[bytes] | None = None) -> None:
        """End the group, and wait for what is ours of it, so that no zombie stays."""
        _signal_group(self._guard.pid, signal.SIGKILL)
        if program is not None:
            program.wait()
        self._guard.wait()
        assert self._guard.stdin
        self._guard.stdin.close()


def _signal_group(group: int, number: signal.Signals) -> None:
    # macOS refuses the permission where nobody but a zombie is left.
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)

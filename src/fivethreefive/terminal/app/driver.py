"""The terminal's input, read on whatever comes: bytes that are no letters, sequences of nonsense."""

from __future__ import annotations

import time

from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.message import Message

AT_ONCE = 0.02  # Seconds; what follows a key within them was not typed.


class TolerantDriver(LinuxDriver):
    """Textual's driver, but that what nobody typed neither ends the app nor plays a card."""

    _unread = 0.0  # When the last sequence came that Textual does not know.

    def run_input_thread(self) -> None:
        """Read until the app ends; what could not be read is dropped, with what came in one piece with it.

        Raises OSError where the terminal itself cannot be read any more.
        """
        while not self.exit_event.is_set():
            try:
                super().run_input_thread()
            except OSError:
                raise  # Reading on would take a whole processor: the terminal is gone.
            except Exception:  # noqa: BLE001, S112 - a stray byte is worth no more than a key that means nothing
                continue

    def process_message(self, message: Message) -> None:
        """Pass on what was read, but for the letters of a sequence that Textual does not know.

        It takes them for keys, the first of them for ``^``: an answer of the terminal could pass for one.
        """
        if isinstance(message, Key):
            now = time.monotonic()
            if message.key == "circumflex_accent":
                self._unread = now
            elif now - self._unread < AT_ONCE:
                return
        super().process_message(message)

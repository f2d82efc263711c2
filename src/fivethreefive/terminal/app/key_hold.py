"""A key that is held down may play once; a terminal sends the same as where it is pressed again."""

from __future__ import annotations

from dataclasses import dataclass

REPEAT_SECONDS = 0.8
"""A key that is held down comes again sooner than this, also for the first time."""


@dataclass
class KeyHold:
    """The key that has played last, for as long as it comes again and again and nothing else is pressed."""

    repeat_seconds: float = REPEAT_SECONDS
    pressed: str | None = None  # The newest key; None where that was the mouse, which repeats nothing.
    _pressed_at: float = 0.0
    _played: str | None = None

    def press(self, key: str | None, time: float) -> None:
        """Hear of a key, or with None of the mouse, and when it came, before anything is done for it."""
        if key != self._played or time - self._pressed_at > self.repeat_seconds:
            self._played = None
        self.pressed, self._pressed_at = key, time

    def play(self) -> None:
        """Remember that the newest key has played."""
        self._played = self.pressed

    def release(self) -> None:
        """Forget it, as where its play was refused."""
        self._played = None

    @property
    def has_played(self) -> bool:
        """Whether the newest key has played already, so that it may still be held."""
        return self._played is not None

"""A key that is held down may play once; a terminal sends the same as where it is pressed again."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class KeyHold:
    """The key that has played last, for as long as nothing else is pressed."""

    pressed: str | None = None  # The newest key; None where that was the mouse, which repeats nothing.
    _played: str | None = None

    def press(self, key: str | None) -> None:
        """Hear of a key, or with None of the mouse, before anything is done for it."""
        self.pressed = key
        if key != self._played:
            self._played = None

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

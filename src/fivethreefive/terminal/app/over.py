"""What lies over the table and is closed with an answer."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen


class Over(ModalScreen[str | None]):
    """A screen over the table, ended with a command, a text or None."""

    def dismiss(self, result: str | None = None) -> AwaitComplete:
        """End with an answer, once: a second key pressed at once would close the table below."""
        if self.app.screen is not self:
            return AwaitComplete()
        return super().dismiss(result)

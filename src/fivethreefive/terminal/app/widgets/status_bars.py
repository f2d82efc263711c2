"""The lines around the table: title and keys, what to do, and what the chosen cards would play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from rich.cells import cell_len
from textual.message import Message

from fivethreefive.rules.actions import Action
from fivethreefive.terminal.app.widgets.canvas import (
    Canvas,
    CanvasWidget,
    Command,
    KeyEntries,
    cut,
    keys_width,
    wrapped,
)
from fivethreefive.terminal.app.widgets.cards import chips_width, draw_chips
from fivethreefive.terminal.text.view_text import ViewText

LEAST_LABEL = 4  # Shorter words for a key tell nobody what it does.
WAYS_OUT = ("Esc", "^Q")  # What they do is said in full.


class TopBar(CanvasWidget):
    """The title at the left, and what is to be known about the table at the right."""

    def set(self, title: str, note: str, *, alert: bool = False) -> None:
        """Show a title and a note."""
        self.title, self.note, self.alert = title, note, alert
        self.refresh_if_changed((title, note, alert))

    def draw(self, canvas: Canvas) -> None:
        """Draw both ends of the line."""
        end = canvas.put(1, 0, self.title, "bold $ink")
        note = cut(self.note, canvas.width - end - 3)
        style = "bold $alert" if self.alert else "$quiet"
        canvas.put(canvas.width - cell_len(note) - 1, 0, note, style)


class KeyBar(CanvasWidget):
    """The keys at the foot, which the mouse may press as well."""

    def set(self, entries: KeyEntries) -> None:
        """Show these keys."""
        self.entries = entries
        self.refresh_if_changed(tuple(entries))

    def draw(self, canvas: Canvas) -> None:
        """Draw them with shorter words where there is no room, in the end as many as fit.

        The last two, the menu that has all of them and the way out, go last.
        """
        self.draw_keys(canvas, 1, 0, fitting_keys(self.entries, canvas.width - 1))


def fitting_keys(entries: KeyEntries, width: int) -> KeyEntries:
    """The keys that fit side by side, with shorter words where that is enough; the last two in any case."""
    for count in range(len(entries) - 2, 0, -1):
        if fitting := _shortened([*entries[:count], *entries[-2:]], width):
            return fitting
    return entries[-2:]


def _shortened(entries: list[tuple[str, str, Command]], width: int) -> KeyEntries:
    """The keys with the longest words cut until all fit; none where they cannot."""
    while keys_width(entries) > width:
        words = {at: cell_len(label) for at, (key, label, _) in enumerate(entries) if key not in WAYS_OUT}
        at = max(words, key=words.__getitem__)
        if words[at] <= LEAST_LABEL:
            return ()
        key, label, command = entries[at]
        entries[at] = (key, cut(label, cell_len(label) - 1), command)
    return tuple(entries)


class Prompt(CanvasWidget):
    """Who one is, and what to do now or why something is not allowed."""

    def set(self, view_text: ViewText, who: str, text: str, seconds: int | None, *, alert: bool) -> None:
        """Show a sentence, an ``alert`` where something is not allowed; ``who`` is for who has no seat."""
        self.view_text, self.text, self.alert, self.seconds, self.who = view_text, text, alert, seconds, who
        self.refresh_if_changed((view_text.view, view_text.catalogue.language, who, text, seconds, alert))

    def draw(self, canvas: Canvas) -> None:
        """Draw who one is in the first line, the sentence below it."""
        view_text = self.view_text
        lines = wrapped(self.text, canvas.width - 2, canvas.height)
        first = 1 if len(lines) < canvas.height else 0  # A long sentence needs all the room there is.
        if first and view_text.view.you is not None:
            self._me(canvas, view_text, view_text.view.you)
        elif first:
            canvas.put(1, 0, self.who, "$quiet")
        for row, line in enumerate(lines):
            canvas.put(1, first + row, line, "bold $alert" if self.alert else "$ink")

    def _me(self, canvas: Canvas, view_text: ViewText, you: int) -> None:
        view, seen = view_text.view, view_text.view.observation
        turn = view.can.act
        name = view_text.name(you)
        x = canvas.put(
            1, 0, f" {name} " if turn else name, "bold $on-mark on $mark-back" if turn else "bold $ink"
        )
        x = canvas.put(x + 1, 0, view_text.say("page.points_short", count=view.scores[you]), "$quiet")
        notes = []
        if seen is not None and you in seen.passed and view.phase == "playing":
            notes.append(view_text.say("play.passed"))
        if view.seats[you].played_by_bot:
            notes.append(view_text.say("page.bot_stands_in"))
        if turn and self.seconds is not None:
            notes.append(f"{self.seconds} s")
        elif view.phase == "round_over" and self.seconds is not None:
            notes.append(view_text.say("page.next_in", count=self.seconds))
        if view.seats[you].shows_hand:
            notes.append(view_text.say("app.hand_shown"))
        canvas.put(x + 2, 0, cut(" \N{MIDDLE DOT} ".join(notes), canvas.width - x - 3), "$mark")


class PlayButtons(CanvasWidget):
    """What can be done with the chosen cards: one line for each meaning, with the meld that it makes."""

    @dataclass
    class PlayPressed(Message):
        """A play was pressed."""

        action: Action

    def set(
        self, view_text: ViewText, completed: Sequence[Action], passing: Action | None,
        quiet: str, others: KeyEntries,
    ) -> None:  # fmt: skip
        """Show plays; ``quiet`` where there is none, ``others`` in place of it all where it is no turn."""
        self.view_text, self.completed, self.passing = view_text, completed, passing
        self.quiet, self.others = quiet, others
        state = (tuple(completed), passing, quiet, tuple(others))  # Not the view: chat changes no button.
        self.refresh_if_changed((view_text.view.turn_number, view_text.catalogue.language, *state))

    def draw(self, canvas: Canvas) -> None:
        """Draw pass at the left, apart, and the plays beside it."""
        if self.others:
            self.draw_key_rows(canvas, 1, 0, canvas.height, self.others)
            return
        x = 1
        if self.passing is not None:
            x = self._button(canvas, x, 0, "P", self.passing) + 3
        if not self.completed:
            canvas.put(x, 0, cut(self.quiet, canvas.width - x - 1), "$quiet")
            return
        two = len(self.completed) > 1
        for row, action in enumerate(self.completed):
            key = {"overwrite": "O", "add": "A"}.get(action.kind, "") if two else "Enter"
            self._play(canvas, x, row, key, action)

    def _play(self, canvas: Canvas, x: int, y: int, key: str, action: Action) -> None:
        end = self._button(canvas, x, y, key, action)
        if end + 4 + chips_width(action.makes) <= canvas.width:
            canvas.put(end + 1, y, "\N{RIGHTWARDS ARROW}", "$quiet")
            draw_chips(canvas, end + 3, y, action.makes, action.cards)

    def _button(self, canvas: Canvas, x: int, y: int, key: str, action: Action) -> int:
        text = cut(self.view_text.action_label(action), canvas.width - x - cell_len(key) - 5)
        end = canvas.put(x, y, f" {key} ", "bold $on-mark on $mark-back")
        end = canvas.put(end, y, f" {text} ", "bold $ink on $low")
        self.make_clickable(range(x, end), range(y, y + 1), partial(self.PlayPressed, action))
        return end

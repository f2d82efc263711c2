"""What a view says in words: the sentences of the page and of the plain lines, from the same catalogue."""

from __future__ import annotations

import io
from collections import deque
from collections.abc import Sequence
from itertools import chain
from typing import Literal, NamedTuple

from fivethreefive import protocol
from fivethreefive.cards import write_cards
from fivethreefive.language import Catalogue
from fivethreefive.observation import Played, TrickEnd
from fivethreefive.protocol import Happened, View
from fivethreefive.rules.actions import Action
from fivethreefive.rules.melds import Cards
from fivethreefive.terminal.selection import Selection, missing
from fivethreefive.terminal.sources.base import LogItem
from fivethreefive.terminal.text.console import Console, printable
from fivethreefive.terminal.text.game_text import GameText

LineKind = Literal["play", "end", "round", "talk", "people"]

PEOPLE: dict[type, str] = {
    protocol.Joined: "page.log_joined",
    protocol.Left: "page.log_left",
    protocol.BotTook: "page.log_bot_took",
    protocol.Returned: "page.log_returned",
    protocol.SlowTurn: "page.log_slow_turn",
    protocol.BotVoted: "page.log_bot_voted",
    protocol.BotGotTurn: "page.log_bot_got_turn",
}
"""What is said of who comes and goes, and of whose turn a bot plays."""
MOST_NAMED = 4  # So many ways on are named; the cards that are not dimmed show them all.


class Line(NamedTuple):
    """A line of the log."""

    text: str
    kind: LineKind


class LogParts(NamedTuple):
    """The log in the order of what happened."""

    before: list[Line]
    last_trick: list[Line]
    after: list[Line]


class ViewText:
    """One view in the words of one language."""

    def __init__(self, view: View, catalogue: Catalogue) -> None:
        self.view = view
        self.say = catalogue.say
        self.catalogue = catalogue
        names = [
            printable(seat.name) or self.say("page.seat", seat=number)
            for number, seat in enumerate(view.seats)
        ]
        self.game_text = GameText(Console(catalogue, io.StringIO()), names, view.you)
        self.name = self.game_text.name

    # What happened

    def action_text(self, played: Played) -> str:
        """What a seat did."""
        return self.game_text.action_text(*played)

    def trick_end_text(self, end: TrickEnd) -> str:
        """Why a trick ended, and who leads."""
        return self.game_text.about_seat(f"play.end_{end.rule}", end.seat)

    def event_lines(self, event: LogItem) -> list[Line]:
        """The lines of one event; what is no news to a reader has none."""
        return [Line(printable(event), "people")] if isinstance(event, str) else self._event_lines(event)

    def _event_lines(self, event: Happened) -> list[Line]:
        match event:
            case protocol.Moved():
                lines = [Line(self.game_text.action_text(event.seat, event.action), "play")]
                return lines + ([Line(self.trick_end_text(event.end), "end")] if event.end else [])
            case protocol.RoundDealt():
                return [Line(self.say("play.round", round=event.round), "round")]
            case protocol.RoundOver():
                return [
                    Line(self.say("page.log_points", name=self.name(seat), count=points), "play")
                    for seat, points in enumerate(event.points)
                    if points
                ]
            case protocol.Said():
                return [Line(f"{self.name(event.seat)}: {self.chat_text(event)}", "talk")]
            case protocol.Joined() if event.seat != self.view.you:
                return [Line(self.say("page.log_joined", name=printable(event.name)), "people")]
            case (
                protocol.Joined() | protocol.Left() | protocol.BotTook() | protocol.Returned()
                | protocol.SlowTurn() | protocol.BotVoted() | protocol.BotGotTurn()
            ):  # fmt: skip
                return [Line(self.game_text.about_seat(PEOPLE[type(event)], event.seat), "people")]
            case protocol.Closed():
                return [Line(self.say("page.log_closed"), "people")]
            case _:
                return []

    def log_lines(self, entries: Sequence[LogItem], most: int | None = None) -> list[Line]:
        """The log in lines, or its last ``most``; without one, as after coming late, this round."""
        told: deque[Line] = deque()
        for event in reversed(entries):  # From the end: of a long log only what is shown is made.
            told.extendleft(reversed(self.event_lines(event)))
            if most is not None and len(told) >= most:
                break
        lines = [*told]
        if not lines and self.view.observation is not None:  # Who comes late gets no events.
            lines = [Line(self.action_text(played), "play") for played in self.view.observation.history]
        return lines if most is None else lines[-most:]

    def log_parts(self, entries: Sequence[LogItem]) -> LogParts:
        """The whole log from its beginning on, with the last trick apart from what is before and after."""
        ends = [at for at, event in enumerate(entries) if isinstance(event, protocol.Moved) and event.end]
        if not ends:
            if not self.view.last_trick or any(isinstance(event, protocol.Moved) for event in entries):
                return LogParts(self.log_lines(entries), [], [])
            return self._parts_of_view(entries)
        end = ends[-1] + 1
        deals = [at for at, event in enumerate(entries[:end]) if isinstance(event, protocol.RoundDealt)]
        start = max(ends[-2] + 1 if len(ends) > 1 else 0, deals[-1] + 1 if deals else 0)
        parts = (entries[:start], entries[start:end], entries[end:])
        return LogParts(*(list(chain.from_iterable(map(self.event_lines, part))) for part in parts))

    def _parts_of_view(self, entries: Sequence[LogItem]) -> LogParts:
        """The same of who came late and has got no event of a play."""
        view = self.view
        trick = [Line(self.action_text(played), "play") for played in view.last_trick]
        if view.last_trick_end is not None:
            trick.append(Line(self.trick_end_text(view.last_trick_end), "end"))
        now = [Line(self.action_text(played), "play") for played in view.trick]
        return LogParts([], trick, now + [line for event in entries for line in self.event_lines(event)])

    def chat_text(self, event: protocol.Said) -> str:
        """What somebody said."""
        return self.say(f"page.phrase_{event.phrase}") if event.phrase else printable(event.text or "")

    # How it stands

    def round_title(self) -> str:
        """The round, or what is waited for."""
        seen = self.view.observation
        return "535" if seen is None else self.say("play.round", round=seen.round)

    def goal_text(self) -> str:
        """When the game ends, and who wins then."""
        rules = self.view.options.rules
        return self.say(f"play.goal_{rules.format}", target=rules.target)

    def beats_text(self) -> str:
        """What beats the meld on the table; empty where nothing lies there."""
        beats = self.view.beats
        return "" if beats is None or self.view.phase != "playing" else self.game_text.beats_text(beats)

    def trick_status(self) -> str:
        """What is said in the middle of an empty table: why the trick ended, and who leads."""
        view, seen = self.view, self.view.observation
        if seen is None or (seen.table and view.phase == "playing"):
            return ""
        if view.last_trick_end is not None:
            return self.trick_end_text(view.last_trick_end)
        if seen.turn == view.you:
            return self.say("page.you_lead")
        return self.say("page.leads", name=self.name(seen.turn))

    def last_trick_text(self) -> str:
        """How the trick before this one ended, while this one is played."""
        view, seen = self.view, self.view.observation
        if view.phase != "playing" or seen is None or not seen.table or view.last_trick_end is None:
            return ""
        # No colon, since the sentence may have one of its own.
        return f"{self.say('page.last_trick')} \N{MIDDLE DOT} {self.trick_end_text(view.last_trick_end)}"

    def presence_note(self, seat: int) -> str:
        """Plain words about a seat: who is away, and who plays for whom."""
        who = self.view.seats[seat]
        if who.played_by_bot:
            return self.say("page.bot_plays_for", name=printable(who.name))
        if who.kind == "remote":
            return self.say("page.remote_bot" if who.online else "page.offline")
        if who.kind == "person" and not who.online:
            return self.say("page.offline")
        return ""

    def lobby_notes(self, seat: int) -> str:
        """What is to be known about a seat before the game."""
        who, notes = self.view.seats[seat], [self.bot_level(seat)]
        notes.insert(0, self.say("page.host") if who.host else "")
        notes.append(self.say("page.remote_bot") if who.kind == "remote" else "")
        notes.append(
            self.say("page.offline") if who.kind in ("person", "remote") and not who.online else ""
        )
        return ", ".join(filter(None, notes))

    def bot_level(self, seat: int) -> str:
        """What kind of bot sits there, if one does."""
        who = self.view.seats[seat]
        return level_name(self.catalogue, who.level or "") if who.kind == "bot" else ""

    def seat_status(self, seat: int, seconds: int | None) -> str:
        """How a seat stands in the trick: passed, to play, away; else what kind of bot it is."""
        seen = self.view.observation
        if seen is not None and self.view.phase == "playing":
            if seat in seen.passed:
                return self.say("play.passed")
            if note := self.presence_note(seat):
                return note
            if seen.turn == seat:
                return f"{seconds} s" if seconds is not None else self.say("page.to_play")
        return self.presence_note(seat) or self.bot_level(seat)

    def winners_text(self) -> str:
        """Who won the game."""
        return self.game_text.winners_text(self.view.scores, self.view.winners or ())

    # What can be done

    def action_label(self, action: Action) -> str:
        """What playing an action does, as a button says it."""
        seen = self.view.observation
        hand_size = None if seen is None or seen.seat is None else len(seen.hand)
        return self.game_text.action_label(action, hand_size)

    def turn_prompt(self, selection: Selection, chosen: Cards) -> str:
        """What to do next, where there is nothing to refuse."""
        view, seen = self.view, self.view.observation
        if seen is None or view.phase != "playing":
            return ""
        if not view.can.act:
            return self.game_text.about_seat("page.turn_of", seen.turn)
        if not chosen:
            return self._turn(seen.legal, led=bool(seen.table))
        if len(selection.completed) > 1:
            return self.say("page.which_way")
        if not (lacking := missing(seen.legal, chosen)[:MOST_NAMED]):
            return ""
        key = "page.may_add" if selection.completed else "page.still_needs"
        return self.say(key, cards=self.game_text.joined([*map(write_cards, lacking)], "page.or"))

    def _turn(self, legal: Sequence[Action], *, led: bool) -> str:
        if not led:
            return self.say("page.your_lead")
        kinds = {action.kind for action in legal}
        if {"overwrite", "add"} <= kinds:
            return self.say("page.your_turn")
        if "overwrite" in kinds:
            return self.say("page.your_turn_overwrite")
        return self.say("page.your_turn_add" if "add" in kinds else "page.only_pass")


def level_name(catalogue: Catalogue, level: str) -> str:
    """What a level of bots is called; one that somebody added goes by its own name."""
    key = f"page.level_{level}"  # serve --bot adds levels under names of its own.
    return catalogue.say(key) if key in catalogue.sentences else printable(level)


def meld(view: View) -> tuple[list[tuple[int, int]], bool]:
    """The meld to draw, and whether it is but the memory of the last one, until the next lead."""
    if view.observation is not None and view.observation.table and view.phase == "playing":
        return [*zip(view.observation.table, view.laid_by, strict=True)], False
    return [*zip(view.last_table, view.last_laid_by, strict=True)], True

"""The screen of a table: a seat where one plays, or a spectator's place."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from fivethreefive.language import Catalogue
from fivethreefive.protocol import Hinted, TakeOver, View, VoteBot
from fivethreefive.terminal.app.controller import Controller
from fivethreefive.terminal.app.dialogs import sheet_content
from fivethreefive.terminal.app.dialogs.round_end import OVER, RoundEnd, RoundEndCommands
from fivethreefive.terminal.app.key_hold import KeyHold
from fivethreefive.terminal.app.screens import bindings
from fivethreefive.terminal.app.screens.base import ViewScreen
from fivethreefive.terminal.app.screens.renderer import ScreenContent
from fivethreefive.terminal.app.screens.replay import open_replay, see_mistake
from fivethreefive.terminal.app.table_actions import TableActions
from fivethreefive.terminal.app.widgets.canvas import Command, KeyEntries
from fivethreefive.terminal.app.widgets.hand import Hand
from fivethreefive.terminal.app.widgets.lobby import Lobby
from fivethreefive.terminal.app.widgets.status_bars import PlayButtons
from fivethreefive.terminal.settings import Settings
from fivethreefive.terminal.sources.base import Source
from fivethreefive.terminal.text.view_text import ViewText


class TableScreen(ViewScreen):
    """A table and one's place at it; the keys are the same as the browser's where it has one."""

    BINDINGS: ClassVar = bindings.TABLE
    WITHOUT_VIEW = frozenset({"rules", "menu", "play"})
    KEY_TEXTS = bindings.TABLE_TEXTS

    def __init__(self, source: Source, settings: Settings, catalogue: Catalogue, key_hold: KeyHold) -> None:
        super().__init__(source, settings, catalogue)
        self.controller = Controller(source, settings, catalogue, self.hand, self, key_hold)
        self.actions = TableActions(source, settings, catalogue, self.controller, self.dialogs)
        self.action_choose_rank = self.controller.choose_rank
        self.action_move = self.controller.move
        self.action_choose_card = self.controller.choose_card
        self.action_clear = self.controller.clear
        self.action_overwrite = partial(self.controller.play_as, "overwrite")
        self.action_add = partial(self.controller.play_as, "add")
        self.action_pass = self.controller.play_pass
        self.action_hint = self.controller.hint
        self.action_sort = partial(self.settings_menu.cycle, "sorting")
        self.action_take_back_seat = self.actions.take_back_seat
        self.action_vote_bot = partial(self.controller.request, VoteBot())
        self.action_take_over = partial(self.controller.request, TakeOver())
        self.action_say = self.actions.say
        self.action_fill = self.actions.fill
        self.action_choose_seat = self.actions.choose_seat
        self.action_copy_address = self.actions.copy_address
        keys: dict[str, Command] = {
            "?": self.action_rules,
            "l": self.action_log,
            "s": self.action_scores,
            "m": self.action_menu,
            "c": self.action_say,
        }
        commands = RoundEndCommands(self.next_round, self.rematch, self.replay, self.review, keys)
        self.round_end = RoundEnd(self.dialogs, catalogue, commands)

    # What is shown

    def content(self, view_text: ViewText) -> ScreenContent:
        """The table's code and when the game ends, what to do, and that a hint is on its way."""
        view, say = view_text.view, view_text.say
        rules = view.options.rules
        goal = say("app.to", target=rules.target) if rules.format == "target" else view_text.goal_text()
        if self.source.is_one_round:
            goal = say("app.one_round")
        thinking = say("page.hint_thinking") if self.controller.hint_is_pending else ""
        return ScreenContent(
            " \N{MIDDLE DOT} ".join(filter(None, (view.code, goal))),
            say("page.watching"),
            " ".join(filter(None, (self.source.delay, thinking))),
            view_text.turn_prompt(self.hand.selection(view), self.hand.cards),
            self.next_entries(view),
            self.lobby_entries(view),
        )

    def next_entries(self, view: View) -> KeyEntries:
        """What can be done where there is nothing to play."""
        say = self.catalogue.say
        if (bye := self.listener.bye) is not None:
            key = "page.play_here" if bye.code == "replaced" else "page.try_again"
            return (("Enter", say(key), self.reconnect),)
        if view.can.back:
            return (("B", say("page.back"), self.action_take_back_seat),)
        if view.can.vote_bot or view.can.take_over:
            vote, take = say("page.vote_bot"), say("page.take_over")
            entries = (("X", vote, self.action_vote_bot),) if view.can.vote_bot else ()
            return (*entries, ("K", take, self.action_take_over)) if view.can.take_over else entries
        if view.phase in OVER:
            seen = view.observation
            text = say("play.sheet_round", round=seen.round if seen else 1)
            if not view.can.ready and not view.can.rematch:
                return (("Enter", text, self.action_round_end),)
            return (("Enter", *self.round_end.next_step(view)), ("N", text, self.action_round_end))
        if view.you is None and view.can.sit and view.phase == "playing":
            return (("Enter", say("page.sit"), self.actions.sit),)
        return ()

    def lobby_entries(self, view: View) -> KeyEntries:
        """What can be done before the game."""
        say, can = self.catalogue.say, view.can
        free = sum(seat.kind == "empty" for seat in view.seats)
        offers: list[tuple[bool, str, str, Command]] = [
            (view.you is None and bool(can.sit), "Enter", say("page.sit"), self.actions.sit),
            (can.start, "Enter", say("page.start"), self.actions.start),
            (can.fill, "F", say("page.fill", count=free), self.actions.fill),
            (True, "Y", say("app.copy"), self.actions.copy_address),
            (bool(can.seat_bot), "G", say("app.who_sits"), self.actions.choose_seat),
        ]
        return tuple((key, text, command) for wanted, key, text, command in offers if wanted)

    def footer_entries(self, view: View | None) -> KeyEntries:
        """The keys at the foot."""
        say = self.catalogue.say
        entries: list[tuple[str, str, Command]] = [("?", say("page.rules"), self.action_rules)]
        if view is not None and view.can.hint:
            entries.append(("H", say("page.hint"), self.action_hint))
        if view is not None and view.observation is not None:
            entries.append(("L", say("page.log"), self.action_log))
            entries.append(("S", say("page.scores"), self.action_scores))
        if view is not None and view.can.say:
            entries.append(("C", say("app.talk"), self.action_say))
        return (*entries, ("M", say("page.menu"), self.action_menu), ("^Q", say("app.quit"), self.leave))

    def menu_entries(self, view: View) -> list[tuple[Command, str]]:
        """Everything that can be done at the table."""
        can, actions, say = view.can, self.actions, self.catalogue.say
        shown = view.you is not None and view.seats[view.you].shows_hand
        seen, over = view.observation is not None, view.phase == "game_over"
        offers: list[tuple[bool, Command, str]] = [
            (can.act and can.hint, self.action_hint, "page.hint"),
            (seen, self.action_log, "page.log"),
            (seen, self.action_scores, "page.scores"),
            (can.back, self.action_take_back_seat, "page.back"),
            (can.vote_bot, self.action_vote_bot, "page.vote_bot"),
            (can.take_over, self.action_take_over, "page.take_over"),
            (can.ready, self.next_round, "page.next_round"),
            (can.rematch, self.rematch, "page.rematch"),
            (over, self.replay, "page.replay"),
            (over, self.review, "page.review"),
            (over and bool(view.code), actions.download, "page.download"),
            (over and bool(view.code), partial(actions.download, fair=True), "page.verify_file"),
            (bool(can.sit), actions.sit, "page.sit"),
            (can.start, actions.start, "page.start"),
            (can.say, actions.say, "page.say"),
            (bool(view.code), actions.copy_address, "app.copy"),
            (can.show, actions.show_hand, "page.hide_hand" if shown else "page.show_hand"),
            (can.leave, actions.leave, "page.leave"),
        ]
        return [(command, say(key)) for wanted, command, key in offers if wanted]

    def show_hint(self, view: View, hinted: Hinted) -> None:
        """Show a hint, where nothing lies over the table."""
        if self.dialogs.is_free:
            paint = partial(sheet_content.draw_hint, ViewText(view, self.catalogue), hinted)
            self.dialogs.open_sheet(self.catalogue.say("page.hint"), paint)

    # What the source tells

    def turn_changed(self, view: View) -> None:
        """Get ready for another turn."""
        self.controller.turn_changed(view)

    def view_changed(self, view: View, *, new_turn: bool) -> None:
        """Show a new view, and the end of a round on a sheet."""
        super().view_changed(view, new_turn=new_turn)
        self.round_end.update(view, self.listener.seconds_left(view))

    def _tick(self) -> None:
        super()._tick()
        self.round_end.tick(self.listener.seconds_left(self.source.view))

    def ring_bell(self) -> None:
        """Let the terminal's bell sound."""
        self.app.bell()

    # What is pressed

    def on_hand_card_pressed(self, event: Hand.CardPressed) -> None:
        """Choose a card, or put it back."""
        event.stop()
        self.controller.toggle_card(event.card)

    def on_play_buttons_play_pressed(self, event: PlayButtons.PlayPressed) -> None:
        """Play it."""
        event.stop()
        self.controller.play(event.action)

    def on_lobby_seat_pressed(self, event: Lobby.SeatPressed) -> None:
        """Sit there, or choose who is to."""
        event.stop()
        if self.source.view is not None and event.seat in self.source.view.can.sit:
            self.actions.sit(event.seat)
        else:
            self.actions.choose_player(event.seat)

    def action_play(self) -> None:
        """Play the chosen cards, where they are one play; else whatever goes on."""
        view = self.source.view
        if self.listener.bye is not None:
            self.reconnect()
        elif view is not None:
            if view.phase == "waiting":
                self.actions.begin()
            elif not view.can.act and (offers := self.next_entries(view)):
                _, _, command = offers[0]
                command()
            elif view.you is not None:
                self.controller.play_chosen()

    # What comes next

    def action_round_end(self) -> None:
        """Show how the last round ended, or say that none has."""
        if self.round_end.has_ended:
            self.round_end.open()
        elif self.source.view is not None:
            is_waiting = self.source.view.phase == "waiting"
            self.actions.refuse("game_not_begun" if is_waiting else "round_goes_on")

    def next_round(self) -> None:
        """Ask for the next round."""
        self.round_end.next_requested = True
        self.actions.next_round()

    def rematch(self) -> None:
        """Ask for another game."""
        self.round_end.next_requested = True
        self.actions.rematch()

    def reconnect(self) -> None:
        """Come back to a table that was parted with."""
        self.listener.bye = None  # Nothing else takes the sentence back.
        self.source.reconnect()
        self.redraw()

    def replay(self) -> None:
        """Watch the game that is over."""
        self.run_worker(open_replay(self, closed=lambda _: self._back_to_end()))

    def review(self) -> None:
        """Look at the decisions of the game that is over."""
        self.dialogs.open_review(self.source, partial(see_mistake, self), self._back_to_end)

    def _back_to_end(self) -> None:
        """Show the result again, with all that can be done next; not over a game that has begun since."""
        if self.source.view is not None and self.source.view.phase == "game_over":
            self.round_end.open()

"""The keys of the screens, and the sentences that explain them beside the rules."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from fivethreefive.terminal.app.widgets.cards import KEY_OF_RANK


def _letter(key: str, action: str) -> Binding:
    return Binding(",".join({key: 0, key.upper(): 0}), action, show=False)  # A digit is its own capital.


RANK_KEYS = {
    **{str(rank): rank for rank in (1, 2, 3, 4, 5, 7, 8, 9)},
    **{letter.lower(): rank for rank, letter in KEY_OF_RANK.items()},
}

SHARED: list[BindingType] = [
    Binding("question_mark", "rules", show=False),
    _letter("l", "log"),
    _letter("s", "scores"),
    _letter("m", "menu"),
    _letter("d", "app.toggle_theme"),
]

TABLE: list[BindingType] = [
    *(_letter(key, f"choose_rank({rank})") for key, rank in RANK_KEYS.items()),
    Binding("right,tab", "move(1)", show=False),
    Binding("left,shift+tab", "move(-1)", show=False),
    Binding("space", "choose_card", show=False),
    Binding("enter", "play", show=False),
    Binding("escape", "clear", show=False),
    _letter("p", "pass"),
    _letter("o", "overwrite"),
    _letter("a", "add"),
    _letter("h", "hint"),
    _letter("v", "sort"),
    _letter("b", "take_back_seat"),
    _letter("x", "vote_bot"),
    _letter("k", "take_over"),
    _letter("n", "round_end"),
    _letter("c", "say"),
    _letter("f", "fill"),
    _letter("g", "choose_seat"),
    _letter("y", "copy_address"),
]
TABLE_TEXTS = (
    *("page.key_ranks", "page.key_again", "app.key_cursor", "page.key_either", "page.key_pass"),
    *("page.key_hint", "app.key_clear", "app.key_more", "app.key_ends", "app.key_seats", "app.key_mouse"),
)

REPLAY: list[BindingType] = [
    Binding("right,enter", "go(1)", show=False),
    Binding("left,backspace", "go(-1)", show=False),
    Binding("space", "run", show=False),
    Binding("home", "go_first", show=False),
    Binding("end", "go_last", show=False),
    Binding("n,N,pagedown", "go_round(1)", show=False),
    Binding("b,B,pageup", "go_round(-1)", show=False),
    Binding("plus,up", "change_speed(1)", show=False),
    Binding("minus,down", "change_speed(-1)", show=False),
    _letter("g", "jump"),
    _letter("v", "open_hands"),
    _letter("r", "review"),
    Binding("escape", "back_to_table", show=False),
]
REPLAY_TEXTS = (
    *("app.key_watch_steps", "app.key_watch_run", "app.key_watch_jump", "app.key_watch_eyes"),
    "app.key_watch_more",
)

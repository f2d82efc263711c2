"""What happens at a table, told as it happens, and the sheets at the end of a round and a game."""

from __future__ import annotations

from collections.abc import Sequence

from fivethreefive.protocol import GameOver, Happened, Moved, RoundDealt, RoundOver, View
from fivethreefive.rules.options import Rules
from fivethreefive.terminal.text.game_text import GameText
from fivethreefive.terminal.text.standings import game_end_text, own_place_text, standings
from fivethreefive.terminal.text.view_text import ViewText

FEW = 3  # From so few cards on a player's number of cards is worth a sentence.


def narrate(game_text: GameText, event: Happened, view: View) -> None:
    """Write what there is to say about an event; ``view`` is the table after it, or later."""
    console = game_text.console
    match event:
        case RoundDealt():
            console.heading(console.text("play.round", round=event.round))
        case Moved():
            console.line(play_text(game_text, event))
        case RoundOver() if view.observation is not None and view.observation.shown is not None:
            _write_round_sheet(game_text, event.points, view)
        case GameOver():
            _write_end(game_text, view.options.rules, event.scores, event.winners)
        case _:
            for line in ViewText(view, console.catalogue).event_lines(event):
                console.line(line.text)


def play_text(game_text: GameText, event: Moved) -> str:
    """A play in sentences: what was done, and what it ended."""
    sentences = [game_text.action_text(event.seat, event.action)]
    if 0 < event.cards_left <= FEW and event.action.cards and event.seat != game_text.seat:
        name = game_text.names[event.seat]
        sentences.append(game_text.console.text("play.few_left", count=event.cards_left, name=name))
    if event.end is not None:
        ended = game_text.about_seat(f"play.end_{event.end.rule}", event.end.seat)
        sentences.append(game_text.console.paint(ended, "strong"))
    return " ".join(sentences)


def write_result(game_text: GameText, view: View) -> None:
    """How the round ended that is over, and the game where that is over too."""
    _write_round_sheet(game_text, view.points[-1] if view.points else view.scores, view)
    if view.winners is not None:
        _write_end(game_text, view.options.rules, view.scores, view.winners)


def _write_end(game_text: GameText, rules: Rules, scores: Sequence[int], winners: Sequence[int]) -> None:
    console = game_text.console
    console.line()
    console.line(console.paint(game_text.winners_text(scores, winners), "strong"))
    why, place = game_end_text(game_text, rules, scores), own_place_text(game_text, scores, winners)
    console.line(" ".join(filter(None, (why, place))))


def _write_round_sheet(game_text: GameText, points: Sequence[int], view: View) -> None:
    """All hands left, the points they cost and the scores by place, once a round is over (R20)."""
    assert view.observation is not None
    console = game_text.console
    rows = [[console.text(f"play.sheet_{key}") for key in ("name", "left", "points", "score")]]
    for place, seat in standings(view.scores):
        hand = view.hands[seat]
        left = console.cards(hand) if hand else console.text("play.sheet_out")
        rows.append([f"{place}. {game_text.name(seat)}", left, str(points[seat]), str(view.scores[seat])])
    console.heading(console.text("play.sheet_round", round=view.observation.round))
    console.table(rows, text_columns=2)
    if view.phase != "game_over" and (text := own_place_text(game_text, view.scores, None)):
        console.line(text)

"""What happens at a table, told as it happens, and the sheets at the end of a round and a game."""

from __future__ import annotations

from fivethreefive.protocol import GameOver, Happened, Moved, RoundDealt, RoundOver, View
from fivethreefive.terminal.text.phrases import Words
from fivethreefive.terminal.text.view_text import ViewText

FEW = 3
"""From so few cards on a player's number of cards is worth a sentence."""


def narrate(words: Words, event: Happened, view: View) -> None:
    """Write what there is to say about an event; ``view`` is the table after it, or later."""
    lines = words.lines
    match event:
        case RoundDealt():
            lines.heading(lines.text("play.round", round=event.round))
        case Moved():
            lines.line(play_text(words, event))
        case RoundOver() if view.observation is not None and view.observation.shown is not None:
            round_sheet(words, event, view)
        case GameOver():
            lines.line()
            lines.line(lines.paint(words.winners(event.scores, event.winners), "strong"))
        case _:
            for line in ViewText(view, lines.catalogue).tell(event):
                lines.line(line.text)


def play_text(words: Words, event: Moved) -> str:
    """A play in sentences: what was done, and what it ended."""
    sentences = [words.deed(event.seat, event.action)]
    if 0 < event.cards_left <= FEW and event.action.cards and event.seat != words.seat:
        name = words.names[event.seat]
        sentences.append(words.lines.text("play.few_left", count=event.cards_left, name=name))
    if event.end is not None:
        ended = words.of(f"play.end_{event.end.rule}", event.end.seat)
        sentences.append(words.lines.paint(ended, "strong"))
    return " ".join(sentences)


def round_sheet(words: Words, event: RoundOver, view: View) -> None:
    """All hands left, the points they cost and the scores, once a round is over (R20)."""
    assert view.observation is not None
    lines = words.lines
    rows = [[lines.text(f"play.sheet_{key}") for key in ("name", "left", "points", "score")]]
    for seat in words.from_here(len(view.seats)):
        hand = view.hands[seat]
        left = lines.cards(hand) if hand else lines.text("play.sheet_out")
        rows.append([words.name(seat), left, str(event.points[seat]), str(view.scores[seat])])
    lines.heading(lines.text("play.sheet_round", round=view.observation.round))
    lines.table(rows, text_columns=2)

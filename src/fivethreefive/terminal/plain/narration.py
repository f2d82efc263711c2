"""What happens in a game, told as it happens, and the sheets at the end of a round and a game."""

from __future__ import annotations

from collections.abc import Callable

from fivethreefive.observation import Observation
from fivethreefive.state import Acted, Dealt, GameEnded, GameEvent, RoundEnded, Started
from fivethreefive.terminal.text.phrases import Words

FEW = 3
"""From so few cards on a player's number of cards is worth a sentence."""


class Story:
    """Tells one game to one seat, or to a spectator, who see no more than ``observe`` shows them."""

    def __init__(self, words: Words, observe: Callable[[int | None], Observation]) -> None:
        self.words = words
        self.observe = observe
        self.before = observe(words.seat)

    def tell(self, event: GameEvent) -> None:
        """Tell an event that has just happened."""
        after = self.observe(self.words.seat)
        tell(self.words, event, self.before, after)
        self.before = after


def tell(words: Words, event: GameEvent, before: Observation, after: Observation) -> None:
    """Tell an event from what could be seen before and after it."""
    match event:
        case Started():
            pass
        case Dealt():
            words.lines.heading(words.lines.text("play.round", round=event.round))
        case Acted():
            words.lines.line(deed(words, after))
        case RoundEnded():
            round_sheet(words, event, after)
        case GameEnded():
            game_sheet(words, event)


def deed(words: Words, after: Observation) -> str:
    """The latest action of a round in sentences: what was done, and what it ended."""
    seat, action = after.history[-1]
    sentences = [words.deed(seat, action)]
    end = after.trick_end
    left = after.cards_left[seat]
    if 0 < left <= FEW and action.cards and seat != words.seat:
        name = words.names[seat]
        sentences[0] += " " + words.lines.text("play.few_left", count=left, name=name)
    if end is not None:
        sentences.append(words.lines.paint(words.end(end.rule, after), "strong"))
    return " ".join(sentences)


def round_sheet(words: Words, event: RoundEnded, after: Observation) -> None:
    """All hands left, the points they cost and the scores, once a round is over (R20)."""
    assert after.shown is not None
    lines, points = words.lines, event.points
    head = [lines.text(f"play.sheet_{key}") for key in ("name", "left", "points", "score")]
    rows = [head]
    for seat in words.from_here(after.rules.players):
        left = lines.cards(after.shown[seat]) if after.shown[seat] else lines.text("play.sheet_out")
        rows.append([words.name(seat), left, str(points[seat]), str(after.scores[seat] + points[seat])])
    lines.heading(lines.text("play.sheet_round", round=after.round))
    lines.table(rows, text_columns=2)


def game_sheet(words: Words, event: GameEnded) -> None:
    """Who won the game, with how many points."""
    lines = words.lines
    lines.line()
    count = event.scores[event.winners[0]]
    if len(event.winners) == 1:
        sentence = words.of("play.wins", event.winners[0], count=count)
    else:
        sentence = lines.text("play.share", names=words.all_of(event.winners), count=count)
    lines.line(lines.paint(sentence, "strong"))

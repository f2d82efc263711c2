"""What the sheets of a table show: the end of a round, the log, the scores, the rules, a hint, a review."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import accumulate

from rich.cells import cell_len

from fivethreefive.language import Catalogue
from fivethreefive.protocol import Hinted, Review
from fivethreefive.rules.melds import Cards
from fivethreefive.rules.options import Rules
from fivethreefive.terminal.app.dialogs.sheet import Paint, paragraphs, text_paint
from fivethreefive.terminal.app.widgets.canvas import Canvas, cut, wrapped
from fivethreefive.terminal.app.widgets.cards import chips_width, draw_chips
from fivethreefive.terminal.app.widgets.central_meld import RECENT_STYLES
from fivethreefive.terminal.app.widgets.scores import draw_chart, draw_rounds, draw_totals
from fivethreefive.terminal.sources.base import LogItem
from fivethreefive.terminal.text.analysis_text import (
    MOST_MISTAKES,
    advice_rows,
    best_text,
    mistake_facts,
    mistake_heading,
    player_rows,
    reviewed_by,
)
from fivethreefive.terminal.text.console import Console
from fivethreefive.terminal.text.rulebook import Rulebook
from fivethreefive.terminal.text.standings import game_end_text, own_place_text, standings
from fivethreefive.terminal.text.view_text import Line, ViewText

MOST_ADVICE = 3
PLACE = 3  # Columns of a place and the dot behind it.


def draw_round_end(ended: ViewText, foot: str, canvas: Canvas) -> int:
    """Draw the hands left, the points they cost and the scores; ``foot`` says what is waited for.

    The seats stand by place, below why the round or game is over and the reader's own place.
    """
    view = ended.view
    points = view.points[-1] if view.points else view.scores
    ranked = standings(view.scores)
    heads = (ended.say("page.round_short"), ended.say("play.sheet_score"))
    widths = [max(4, cell_len(head)) for head in heads]
    right = canvas.width - sum(widths) - 1
    names = PLACE + min(max(cell_len(ended.name(seat)) for _, seat in ranked), 16) + 1
    summary = _how_it_ended(ended)
    y = paragraphs(canvas, 0, [(summary, "$ink"), ("", "")]) if summary else 0
    for column, head in zip(accumulate(widths, lambda sum_, width: sum_ + width + 1), heads, strict=True):
        canvas.put(right + column - cell_len(head), y, head, "$quiet")
    y += 1
    for place, seat in ranked:
        won = view.winners is not None and seat in view.winners
        canvas.put(0, y, f"{place}.", "$quiet")
        name = cut(ended.name(seat), names - PLACE - 1)
        canvas.put(PLACE, y, name, "bold $mark" if won else "bold $ink")
        got, all_ = f"+{points[seat]}", view.scores[seat]
        canvas.put(right, y, f"{got:>{widths[0]}} {all_:>{widths[1]}}", "$ink")
        left = view.hands[seat] or ()
        if not left:
            canvas.put(names, y, ended.say("play.sheet_out"), "$quiet")
        y = _hand(canvas, names, y, right - 1, left)
    y += 1
    if len(view.points) > 1:
        y = draw_chart(canvas, 0, y, canvas.width, ended) + 1
        y = draw_totals(canvas, 0, y, canvas.width, ended) + 1
    return paragraphs(canvas, y, [(foot, "$quiet")]) if foot else y - 1


def _how_it_ended(ended: ViewText) -> str:
    view, game_text = ended.view, ended.game_text
    if view.phase == "game_over":
        why = game_end_text(game_text, view.options.rules, view.scores)
    else:
        why = ended.trick_end_text(view.last_trick_end) if view.last_trick_end is not None else ""
    return " ".join(filter(None, (why, own_place_text(game_text, view.scores, view.winners))))


def _hand(canvas: Canvas, x: int, y: int, end: int, cards: Sequence[int]) -> int:
    at = x
    for card in cards:
        width = chips_width((card,)) - 1
        if at + width > end and at > x:
            at, y = x, y + 1
        draw_chips(canvas, at, y, (card,))
        at += width
    return y + 1


def draw_log(view_text: ViewText, happened: Sequence[LogItem], canvas: Canvas) -> int:
    """Draw the log, the newest line last, with the last trick and its cards apart."""
    before, last_trick, after = view_text.log_parts(happened)
    y = _log(canvas, 0, before)
    if last_trick:
        y += 1 if before else 0
        canvas.put(0, y, view_text.say("page.last_trick"), "bold $ink")
        draw_chips(canvas, 0, y + 1, view_text.view.last_table)
        y = _log(canvas, y + 2, last_trick) + (1 if after else 0)
    return _log(canvas, y, after)


def _log(canvas: Canvas, y: int, lines: Sequence[Line]) -> int:
    return paragraphs(canvas, y, [(line.text, RECENT_STYLES[line.kind]) for line in lines])


def draw_scores(view_text: ViewText, goal: str, canvas: Canvas) -> int:
    """Draw the points of the rounds, their chart and when the game ends, which ``goal`` says."""
    view, y = view_text.view, 0
    if view.points:
        y = draw_rounds(canvas, 0, y, canvas.width, view_text) + 1
        y = draw_chart(canvas, 0, y, canvas.width, view_text) + 1
        y = draw_totals(canvas, 0, y, canvas.width, view_text) + 1
    else:
        y = paragraphs(canvas, y, [(view_text.say("page.no_scores"), "$quiet"), ("", "")])
    last = [(goal, "$ink")]
    if view.watchers:
        last.append((view_text.say("page.watchers", count=view.watchers), "$quiet"))
    return paragraphs(canvas, y, last)


def rules_summary(rules: Rules, catalogue: Catalogue, keys: Sequence[str]) -> Paint:
    """The rules in short as they are played here, and the keys."""
    say = catalogue.say
    points = Rulebook(Console(catalogue, io.StringIO()), rules).points()

    def paint(canvas: Canvas) -> int:
        y = 0
        y = _example(canvas, y, (4,), "< ", (12,), say("page.ref_higher"))
        y = _example(canvas, y, (3, 4, 5), "< ", (1, 2, 3), say("page.ref_lower"))
        y = _example(canvas, y, (2, 3, 4), "+ ", (1, 5), say("page.ref_add"))
        y = _example(canvas, y, (8,), "", (), say("page.ref_eight"))
        others = ["three", "pass", "ends", "gap", *(["larger"] if rules.overwrite == "larger" else [])]
        texts = [(f"- {say(f'page.ref_{key}', copies=rules.copies)}", "$ink") for key in others]
        texts.append((f"- {say(f'page.ref_{rules.format}', target=rules.target)}", "$ink"))
        texts.append((f"- {points}", "$ink"))
        texts += [("", ""), (say("page.keys"), "bold $ink")]
        texts += [(f"- {text}", "$ink") for text in keys]
        return paragraphs(canvas, y + 1, texts)

    return paint


EXAMPLE = 27  # Columns of the little pictures of the reference.


def _example(canvas: Canvas, y: int, first: Cards, sign: str, second: Cards, text: str) -> int:
    x = draw_chips(canvas, 0, y, first)
    if second:
        draw_chips(canvas, canvas.put(x, y, sign, "bold $ink"), y, second)
    rows = wrapped(text, canvas.width - EXAMPLE, 9)
    for number, line in enumerate(rows):
        canvas.put(EXAMPLE, y + number, line, "$ink")
    return y + len(rows)


def all_rules(rules: Rules, catalogue: Catalogue) -> Paint:
    """All the rules as they are played here."""
    book = Rulebook(Console(catalogue, io.StringIO()), rules)
    texts: list[tuple[str, str]] = []
    for heading, sentences in book.sections():
        texts += [(heading, "bold $ink"), *((sentence, "$ink") for sentence in sentences), ("", "")]
    return text_paint(texts)


def draw_hint(view_text: ViewText, hinted: Hinted, canvas: Canvas) -> int:
    """Draw what to play, what that is worth, and why."""
    seen = view_text.view.observation
    game_text, hand_size = view_text.game_text, None if seen is None else len(seen.hand)
    best = best_text(game_text, hinted)
    y = paragraphs(canvas, 0, [(best, "bold $ink"), ("", "")])
    for label, ahead, cost in advice_rows(game_text, hinted, hand_size)[:MOST_ADVICE]:
        canvas.put(0, y, cut(label, canvas.width - cell_len(ahead) - 1), "$ink")
        canvas.put(canvas.width - cell_len(ahead), y, ahead, "$ink")
        y += 1
        if cost:
            canvas.put(canvas.width - cell_len(cost), y, cost, "$quiet")
            y += 1
    return paragraphs(canvas, y, [("", ""), (view_text.say("hint.how"), "$quiet")])


def draw_review_progress(catalogue: Catalogue, done: int, all_: int, canvas: Canvas) -> int:
    """Draw how far the review is."""
    y = paragraphs(canvas, 0, [(catalogue.say("page.review_wait"), "$ink"), ("", "")])
    if not all_:
        return y
    bar = done * canvas.width // all_
    canvas.put(0, y, "\N{LOWER HALF BLOCK}" * bar, "$mark")
    canvas.put(bar, y, "\N{LOWER HALF BLOCK}" * (canvas.width - bar), "$low")
    return paragraphs(
        canvas, y + 1, [(catalogue.say("page.review_progress", done=done, all=all_), "$quiet")]
    )


def mistake_key(number: int) -> str:
    """The key that stands before a mistake: 1 to 9, and 0 for the tenth."""
    return str(number % MOST_MISTAKES)


def draw_review(found: Review, catalogue: Catalogue, you: int | None, canvas: Canvas) -> int:
    """Draw what a finished game was about, and its largest mistakes first; ``you`` is who reads it."""
    say = catalogue.say
    words = reviewed_by(Console(catalogue, io.StringIO()), found, you)
    y = _players(canvas, player_rows(words, found))
    y = paragraphs(
        canvas, y + 1, [(say("review.how"), "$quiet"), ("", ""), (say("review.largest"), "bold $ink")]
    )
    if not found.mistakes:
        y = paragraphs(canvas, y, [(say("review.no_mistake"), "$ink")])
    for number, one in enumerate(found.mistakes[:MOST_MISTAKES], 1):
        texts = [("", ""), (f"{mistake_key(number)}  {mistake_heading(words, one)}", "bold $ink")]
        texts += [(f"- {fact}", "$ink") for fact in mistake_facts(words, found.rules, one)]
        y = paragraphs(canvas, y, texts)
    return y


def _players(canvas: Canvas, rows: Sequence[Sequence[str]]) -> int:
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    for y, row in enumerate(rows):
        x = 0
        for column, cell in enumerate(row):
            at = x if column == 0 else x + widths[column] - cell_len(cell)
            canvas.put(at, y, cell, "$ink" if y else "$quiet")
            x += widths[column] + 2
    return len(rows)

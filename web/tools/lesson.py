"""Write the positions of the lesson: every view and every answer comes from the engine.

python web/tools/lesson.py
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fivethreefive import Rules
from fivethreefive.protocol import BotSeated, Joined, Opened, TableOptions, View, encode
from fivethreefive.rules.actions import Action
from fivethreefive.state import Acted, Dealt, RoundEnded, Started
from fivethreefive.table import Presence, Table, view
from fivethreefive.table.events import SecretDrawn

FILE = Path(__file__).parents[1] / "src/pages/lesson.json"
YOU, OTHER = "You", "Nimbus"
SECRET = "00" * 32


class Step(NamedTuple):
    """One position of the lesson and which answers are what it teaches."""

    name: str
    yours: tuple[int, ...]
    theirs: tuple[int, ...]
    moves: tuple[str, ...]
    """What was played before; seats take turns."""
    wanted: Callable[[Action], bool]
    leader: int = 1


STEPS = (
    Step("lead", (4, 9, 12, 12), (3, 7, 8, 15), (), lambda _action: True, leader=0),
    Step("higher", (3, 7, 12, 14), (5, 5, 9, 15), ("5",), lambda action: action.kind == "overwrite"),
    Step("pairs", (2, 2, 9, 9, 14), (3, 3, 11, 13, 15), ("3-3",), lambda action: str(action) == ">9-9"),
    Step("low", (2, 3, 4, 13, 14, 15), (5, 7, 9, 11, 12, 13), ("11-12-13",), lambda a: str(a) == ">2-3-4"),
    Step("add", (1, 5, 9, 14), (2, 3, 4, 11), ("2-3-4",), lambda action: str(action) == "+1-5"),
    Step("either", (4, 9, 13), (3, 12, 15), ("3",), lambda action: action.cards == (4,)),
    Step("eight", (1, 8, 11), (7, 12, 14), ("7",), lambda action: 8 in action.cards),
    Step("pass", (2, 2, 4), (9, 11, 15), ("15",), lambda action: action.kind == "pass"),
    Step("out", (1, 12), (8, 9), ("1", ">9"), lambda action: 12 in action.cards, leader=0),
)


def table_of(step: Step) -> Table:
    """The table of a step, with its moves played."""
    table = Table()
    rules = Rules(2, deal=len(step.yours))
    table.add(0, Opened("LESSON", TableOptions(rules)))
    table.add(0, Joined(0, YOU))
    table.add(0, BotSeated(1, "easy", OTHER))
    table.add(0, SecretDrawn(1, 1, SECRET))
    table.add(0, Started(rules, (YOU, OTHER)))
    table.add(0, Dealt(1, (step.yours, step.theirs), step.leader))
    for move in step.moves:
        play(table, move)
    return table


def play(table: Table, move: str) -> None:
    """Play a move, and let the round end where it does."""
    game = table.games[-1].game
    table.add(0, Acted(game.round.turn, move))
    if game.round.is_over:
        table.add(0, next(event for event in game.events if isinstance(event, RoundEnded)))


def seen(table: Table) -> View:
    """The table as the learner sees it."""
    return view(table, 0, Presence(online=frozenset({0})))


def answers(step: Step) -> Iterator[tuple[str, View]]:
    """What the learner may answer, with the table after it."""
    observation = seen(table_of(step)).observation
    assert observation is not None
    for action in filter(step.wanted, observation.legal):
        table = table_of(step)
        play(table, str(action))
        yield str(action), seen(table)


def lesson() -> Any:
    """The whole lesson."""
    steps = [
        {"name": step.name, "view": seen(table_of(step)), "answers": dict(answers(step))} for step in STEPS
    ]
    return json.loads(encode(steps))


def main() -> None:
    """Write the file."""
    FILE.write_text(json.dumps(lesson(), separators=(",", ":")) + "\n", "utf-8")


if __name__ == "__main__":
    main()

"""What the terminal has in common with the page, pinned by the vectors that the page's tests read too."""

from __future__ import annotations

import io
import json
from typing import Any

import msgspec
import pytest

from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.protocol import Advised, Happened, Mistake, View
from fivethreefive.report.formatting import ahead, cost
from fivethreefive.rules.actions import Action
from fivethreefive.terminal.selection import select
from fivethreefive.terminal.text.analysis_text import both_texts
from fivethreefive.terminal.text.console import Console
from fivethreefive.terminal.text.game_text import GameText
from fivethreefive.terminal.text.view_text import ViewText
from support.paths import TESTS


def vectors(name: str, field: str) -> list[dict[str, Any]]:
    """The vectors of a file that have a field."""
    found = json.loads((TESTS / "vectors" / f"{name}.json").read_text("utf-8"))
    return [vector for vector in found if field in vector]


SENTENCES = vectors("sentences", "says")
VIEWS: dict[str, Any] = vectors("sentences", "views")[0]["views"]
PLACES = {
    "centre": ViewText.trick_status,
    "last_trick": ViewText.last_trick_text,
    "beats": ViewText.beats_text,
    "winners": ViewText.winners_text,
}


def said(vector: dict[str, Any], language: str) -> Any:
    """What the terminal says of a vector's view, event, action or choice."""
    whole = VIEWS.get(vector["view"]) if isinstance(vector["view"], str) else vector["view"]
    view = msgspec.convert(whole | vector["changes"], View, strict=False)
    text = ViewText(view, Catalogue.of(language))
    match vector:
        case {"event": event}:
            return [[*line] for line in text.event_lines(msgspec.convert(event, Happened, strict=False))]
        case {"action": action}:
            return text.action_label(msgspec.convert(action, Action))
        case {"chosen": chosen}:
            assert view.observation is not None
            legal = view.observation.legal if view.can.act else ()
            return text.turn_prompt(select(view.observation.hand, legal, chosen), tuple(chosen))
        case {"seat": seat}:
            return {"note": text.presence_note(seat), "level": text.bot_level(seat)}
        case {"mistake": mistake, "names": names}:
            game_text = GameText(Console(text.catalogue, io.StringIO()), names, None)
            return " ".join(both_texts(game_text, msgspec.convert(mistake, Mistake, strict=False)))
        case {"advised": advised}:
            one = msgspec.convert(advised, Advised, strict=False)
            return f"{ahead(text.catalogue, one)}; {cost(text.catalogue, one)}"
        case _:
            return PLACES[vector["about"]](text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("vector", SENTENCES, ids=lambda vector: vector["name"])
def test_what_is_said(vector: dict[str, Any], language: str) -> None:
    says = vector["says"]
    if "seat" in vector:
        assert said(vector, language) == {part: texts[language] for part, texts in says.items()}
    else:
        assert said(vector, language) == says[language]

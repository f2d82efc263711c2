"""The catalogues: every sentence in every language, none missing and none unused."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path

import pytest

import fivethreefive
from fivethreefive.language import LANGUAGES, Catalogue
from support.paths import ROOT

PACKAGE = Path(fivethreefive.__file__).parent


COMPUTED = (
    "cli.", "page.clock_", "page.leader_", "page.lesson_", "page.level_", "page.motion_",
    "page.pace_", "page.phase_", "page.phrase_", "page.place_", "page.theme_", "play.beat_", "play.deed_",
    "play.end_R", "play.goal_", "play.help_beat_", "play.help_R", "play.kind_", "play.label_",
    "play.sheet_", "play.words_", "play.rain", "play.cloud", "play.sun", "rules.deal_",
    "rules.game_", "rules.heading_", "rules.next_leader_", "rules.overwrite_", "server.bye_",
    "arena.", "games.", "simulate.", "stats.", "hint.", "why.", "review.", "join.words_",
)  # fmt: skip
"""Keys that are put together from parts begin with one of these."""


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_have_the_same_keys_and_parameters(language: str) -> None:
    english = Catalogue.of("en").sentences
    sentences = Catalogue.of(language).sentences
    assert set(sentences) == set(english)
    for key, sentence in sentences.items():
        wanted = placeholders(english[key])
        allowed = wanted | ({"count"} if key.endswith(("_one", "_other")) else set())
        assert wanted - {"count"} <= placeholders(sentence) <= allowed, key
        assert sentence.strip(), key


def test_counts_come_in_both_forms() -> None:
    keys = set(Catalogue.of("en").sentences)
    for key in keys:
        for one, other in (("_one", "_other"), ("_other", "_one")):
            if key.endswith(one):
                assert key.removesuffix(one) + other in keys


NEVER_YOU = {
    "play.few_left": "said of the others only",
    "play.bot_failed": "about a bot",
    "page.waits_for_host": "said to guests",
    "page.slow_turn": "said to the others",
    "page.bot_plays_for": "said to the others",
    "page.leads": "page.you_lead is said to the one who leads",
    "page.hand_of": "in a replay, which nobody plays",
    "page.invites": "said to somebody without a seat",
    "page.away_turn": "said to the others",
    "page.nudge": "said to the others",
}
"""Sentences with a name that never is the reader's, each with the reason."""


def test_no_sentence_is_built_around_a_name_that_may_be_you() -> None:
    for language in LANGUAGES:
        sentences = Catalogue.of(language).sentences
        for key, sentence in sentences.items():
            base = re.sub(r"_(one|other)$", "", key)
            if (
                not key.startswith(("play.", "page."))
                or base in NEVER_YOU
                or sentence.startswith("{name}:")
            ):
                continue
            if "name" in placeholders(sentence):
                assert any(other.startswith(f"{base}_you") for other in sentences), f"{language}: {key}"


def test_every_sentence_is_used() -> None:
    files = [*PACKAGE.rglob("*.py")]
    files += [file for kind in ("ts", "svelte") for file in (ROOT / "web" / "src").rglob(f"*.{kind}")]
    source = "\n".join(file.read_text("utf-8") for file in files)
    for key in Catalogue.of("en").sentences:
        base = re.sub(r"_(one|other)$", "", key)
        base = base.removesuffix("_you")
        literal = base.removeprefix("error.") if base.startswith("error.") else base
        quoted = re.search(rf"[\"'`]{re.escape(literal)}[\"'`]", source)
        assert quoted or base.startswith(COMPUTED), f"nothing says {key}"


def test_every_error_has_a_sentence() -> None:
    raised = re.compile(r"(?:Invalid\w+|FiveThreeFiveError|IllegalAction|refusal|_refuse)\(\s*\"(\w+)\"")
    keys = Catalogue.of("en").sentences
    for file in PACKAGE.rglob("*.py"):
        for code in raised.findall(file.read_text("utf-8")):
            names = {f"error.{code}", f"error.{code}_one"}
            assert names & set(keys) or code in FIELDS, f"{file.name} raises {code}"


def test_every_error_fills_its_sentence() -> None:
    """A parameter ``count`` chooses between two forms: a sentence of one form has none of that name."""
    sentences = Catalogue.of("en").sentences
    raisers = {"InvalidCards", "InvalidRules", "InvalidInput", "InvalidRecord", "IllegalAction", "_refuse"}
    for file in PACKAGE.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            match call:
                case ast.Call(ast.Name(name), [ast.Constant(str(code)), *_]) if name in raisers:
                    given = {keyword.arg for keyword in call.keywords}
                    key = f"error.{code}" + ("_other" if "count" in given else "")
                    if code not in FIELDS and None not in given:
                        assert placeholders(sentences[key]) <= given, f"{file.name} raises {code}"


FIELDS = {"table", "turn", "last", "passed", "hands"}
"""``_refuse`` of a position takes the name of a field first."""


def test_spanish_and_dutch_are_translated() -> None:
    english = Catalogue.of("en").sentences
    for language in ("es", "nl"):
        same = [
            key
            for key, sentence in Catalogue.of(language).sentences.items()
            if sentence == english[key] and len(re.sub(r"{\w+}|\W", "", sentence)) > 12
        ]
        assert same == []

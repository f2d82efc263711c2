"""Reasons: each is said of a position where it is true, and not of one where it is not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from fivethreefive import Observation, Rules
from fivethreefive.analysis import reason
from fivethreefive.analysis.reasons import KEYS, NEAR
from fivethreefive.cards import read_cards
from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.protocol import Reason
from fivethreefive.record import read_position
from fivethreefive.report.formatting import why
from fivethreefive.rules.actions import Action
from fivethreefive.rules.melds import meld_of, refuse_lead, refuse_overwrite
from support.random_play import positions

WIDE = ("?9", "?9")


def seen_at(table: str, hand: str, *others: str, passed: str = ".") -> Observation:
    """What seat 0 knows at its turn, where the last seat played last."""
    others = others or WIDE
    last = "." if table == "." else str(len(others))
    text = f"{table} 0 {last} {passed} {'/'.join((hand, *others))}"
    return read_position(text, Rules(len(others) + 1)).observation(0)


def found(seen: Observation, better: str, other: str) -> Reason | None:
    by_text = {str(action): action for action in seen.legal}
    return reason(seen, by_text[better], by_text[other])


IN_TIME = {"cards": "8-9", "points": 7, "count": 2}
LIKELY = {"cards": "14", "chance": 90}

SAID: dict[str, tuple[Observation, str, str, Any]] = {
    "out": (seen_at("3", "4"), ">4", "pass", {}),
    "in_time": (seen_at("7", "3-8-9", "?9", "?2"), "+8-9", "pass", IN_TIME),
    "ends": (seen_at("12-13", "1-1-8-9"), ">8-9", "pass", {"cards": "1-1"}),
    "unbeatable": (seen_at("9", "1-3-5-15"), ">15", "pass", {}),
    "unbeaten": (seen_at(".", "1-3-5-9-14-15-15-15", "?4", "?4"), "14", "9", {"chance": 80}),
    "together": (seen_at("3", "5-5-9-14"), "pass", ">5", {"cards": "5-5", "other": "5"}),
    "keeps_eight": (seen_at("3", "1-2-8-8"), "pass", ">8", {"cards": "8"}),
    "keeps_best": (seen_at("9", "1-3-5-15"), "pass", ">15", {"cards": "15"}),
    "keeps_strong": (seen_at("9", "1-14-15-15-15", "?3", "?3"), "pass", ">14", LIKELY),
    "fewer": (seen_at("2-2", "1-3-3-5-9"), ">3-3", "pass", {"count": 3, "other": 4}),
    "sheds": (seen_at("2", "3-3-3-5-9"), ">3", "pass", {"count": 1}),
    "sheds_more": (seen_at(".", "1-3-3-9-11"), "3-3", "1", {"number": 2, "other": 1}),
    "points": (seen_at(".", "1-3-8-12"), "8", "1", {"points": 5, "other": 1}),
    "weaker": (seen_at(".", "9-11-13"), "11", "13", {"cards": "13"}),
}  # fmt: skip

NOT_SAID = {
    "out": (seen_at("3", "4-4-9"), ">4", "pass"),
    "in_time": (seen_at("7", "1-3-8-9", "?9", "?3"), "+8-9", "pass"),
    "ends": (seen_at("2-3-4", "1-5-8-9"), "+1", "pass"),
    "unbeatable": (seen_at("9", "1-3-5-14"), ">14", "pass"),
    "unbeaten": (seen_at(".", "1-3-5-9-15-15-15", "?9", "?9"), "9", "1"),
    "together": (seen_at("3", "4-5-5-9-14"), "pass", ">5"),
    "keeps_eight": (seen_at("3", "1-2-9-9"), "pass", ">9"),
    "keeps_best": (seen_at("9", "1-3-5-14"), "pass", ">14"),
    "keeps_strong": (seen_at("9", "1-3-5-11-11-11"), "pass", ">11"),
    "fewer": (seen_at("2-2", "1-3-3-3-5-9"), ">3-3", "pass"),
    "sheds": (seen_at(".", "1-3-3-9-11"), "3-3", "1"),
    "sheds_more": (seen_at("2", "3-3-3-5-9"), ">3", "pass"),
    "points": (seen_at(".", "1-3-7-12"), "7", "1"),
    "weaker": (seen_at(".", "9-11-13"), "13", "11"),
}


@pytest.mark.parametrize("key", SAID)
def test_a_reason_is_said_where_it_is_true(key: str) -> None:
    seen, better, other, parameters = SAID[key]
    said = found(seen, better, other)
    assert said is not None
    assert said.key == key
    if parameters is not None:
        assert said.parameters == parameters


@pytest.mark.parametrize("key", NOT_SAID)
def test_a_reason_is_not_said_where_it_is_not(key: str) -> None:
    said = found(*NOT_SAID[key])
    assert said is None or said.key != key


def test_every_reason_between_two_plays_is_tested() -> None:
    assert set(SAID) == set(NOT_SAID) == set(KEYS) - {"forced", "alike"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", SAID)
def test_a_reason_is_a_sentence_in_each_language(key: str, language: str) -> None:
    said = found(*SAID[key][:3])
    assert said is not None
    sentence = why(Catalogue.of(language), said)
    assert sentence.endswith(".")
    assert "{" not in sentence
    for name, value in said.parameters.items():
        assert str(value) in sentence, name


def test_where_nothing_decides_nothing_is_said() -> None:
    seen = seen_at(".", "1-2-4-5-7-9-11-13")
    assert found(seen, "2", "1") is None


def true(seen: Observation, better: Action, other: Action, said: Reason) -> bool:
    """Whether a reason is true, by the rules as they read and not as the reasons are found."""
    rules = seen.rules
    given: dict[str, Any] = said.parameters
    others = [left for seat, left in enumerate(seen.cards_left) if seat != seen.seat]
    rest = [*seen.hand]
    for card in better.cards:
        rest.remove(card)

    laid = meld_of(rules, better.cards)

    def points(action: Action) -> int:
        return sum(rules.points[card] for card in action.cards)

    def beatable(cards: tuple[int, ...]) -> bool:
        meld, pool = meld_of(rules, cards), seen.unseen
        assert meld is not None
        sizes = range(1, 4)
        ranks = {tuple([rank] * size) for rank in rules.ranks for size in sizes}
        runs = {tuple(range(low, low + size)) for low in rules.ranks for size in sizes}
        return any(
            refuse_lead(rules, play) is None and refuse_overwrite(rules, meld, play) is None
            for play in ranks | runs
            if all(pool.count(card) >= play.count(card) for card in play)
        )

    def kept(text: str) -> bool:
        cards = read_cards(text)
        return all(rest.count(card) >= cards.count(card) for card in cards)

    checks: dict[str, Callable[[], object]] = {
        "out": lambda: len(better.cards) == len(seen.hand),
        "in_time": lambda: given["count"] == min(others) <= NEAR and given["points"] == points(better),
        "ends": lambda: better.ends_trick and not other.ends_trick and kept(given["cards"]),
        "unbeatable": lambda: not beatable(better.makes),
        "unbeaten": lambda: 0 < given["chance"] < 100 and beatable(better.makes),
        "together": lambda: kept(given["cards"]) and set(other.cards) & set(read_cards(given["cards"])),
        "keeps_eight": lambda: kept(given["cards"]) and 8 in other.cards and 8 in rest,
        "keeps_best": lambda: kept(given["cards"]) and not beatable(other.cards),
        "keeps_strong": lambda: kept(given["cards"]) and beatable(other.cards),
        "fewer": lambda: given["count"] < given["other"],
        "sheds": lambda: given["count"] == len(better.cards) and other.kind == "pass",
        "sheds_more": lambda: len(better.cards) == given["number"] > given["other"] == len(other.cards) > 0,
        "points": lambda: points(better) == given["points"] > given["other"] == points(other),
        "weaker": lambda: kept(given["cards"]) and laid and not refuse_overwrite(rules, laid, other.cards),
    }
    return bool(checks[said.key]())


@pytest.mark.parametrize("players", [2, 4])
def test_whatever_is_said_is_true(players: int) -> None:
    """Of any two plays of positions from random play, in either order."""
    keys = set()
    for round_ in positions(Rules(players), 25, seed=players):
        seen = round_.observe(round_.turn)
        for better, other in list(permutations(seen.legal, 2))[:40]:
            said = reason(seen, better, other)
            if said is not None:
                keys.add(said.key)
                assert true(seen, better, other, said), (
                    seen.hand,
                    seen.table,
                    str(better),
                    str(other),
                    said,
                )
    assert len(keys) > 7

"""Who meets whom in which seats, and what is refused."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import factorial
from typing import Any

import msgspec
import pytest

from fivethreefive import FiveThreeFiveError, Rules
from fivethreefive.arena.schedule import MOST_BOTS, TournamentPlan

BOTS = tuple("abcdefgh")


def plan(count: int = 3, players: int = 4, **changes: Any) -> TournamentPlan:
    given: dict[str, Any] = {"bots": BOTS[:count], "rules": Rules(players), "deals": 5, "seed": 1}
    return TournamentPlan(**given | changes)


@pytest.mark.parametrize("players", range(2, 7))
def test_a_round_robin_has_each_of_two_bots_alone_among_the_other(players: int) -> None:
    line_ups = plan(players=players).line_ups
    for a, b in combinations(range(3), 2):
        between = [sorted(line_up) for line_up in line_ups if set(line_up) == {a, b}]
        lone = [sorted([a] + [b] * (players - 1)), sorted([b] + [a] * (players - 1))]
        assert between == (lone[:1] if players == 2 else lone)
    assert len(line_ups) == (3 if players == 2 else 6)


def test_a_gauntlet_is_the_first_bots_against_each_of_the_others() -> None:
    assert plan(4, 2, pairing="gauntlet").line_ups == ((0, 1), (0, 2), (0, 3))
    both = plan(4, 2, pairing="gauntlet", challengers=2)
    assert both.line_ups == both.duels == ((0, 2), (0, 3), (1, 2), (1, 3))


@pytest.mark.parametrize("bots", range(2, 9))
@pytest.mark.parametrize("players", range(2, 7))
def test_in_a_field_every_other_bot_sits_equally_often(bots: int, players: int) -> None:
    line_ups = plan(bots, players, pairing="field").line_ups
    assert all(line_up[0] == 0 and 0 not in line_up[1:] for line_up in line_ups)
    seats = Counter(bot for line_up in line_ups for bot in line_up[1:])
    assert set(seats) == set(range(1, bots))
    assert len(set(seats.values())) == 1


@pytest.mark.parametrize("bots", range(2, 9))
@pytest.mark.parametrize("players", range(2, 7))
def test_together_every_bot_sits_equally_often(bots: int, players: int) -> None:
    line_ups = plan(bots, players, pairing="together").line_ups
    seats = Counter(bot for line_up in line_ups for bot in line_up)
    assert set(seats) == set(range(bots))
    assert len(set(seats.values())) == 1
    if bots >= players:
        assert sorted(line_ups) == [*combinations(range(bots), players)]


@pytest.mark.parametrize("pairing", ["round-robin", "gauntlet", "field", "together"])
@pytest.mark.parametrize("seating", ["rotations", "all"])
@pytest.mark.parametrize("players", range(2, 7))
def test_every_bot_of_a_line_up_has_every_seat_equally_often(
    pairing: str, seating: str, players: int
) -> None:
    asked = plan(players=players, pairing=pairing, seating=seating)
    for number, line_up in enumerate(asked.line_ups):
        tables = [table.seats for table in asked.tables if table.line_up == number]
        assert len(set(tables)) == len(tables)
        for bot in line_up:
            by_seat = {sum(seats[seat] == bot for seats in tables) for seat in range(players)}
            assert len(by_seat) == 1
        if seating == "all":
            orders = factorial(players)
            for count in Counter(line_up).values():
                orders //= factorial(count)
            assert len(tables) == orders


def test_the_bound_of_a_deals_means_is_the_dealt_cards_shared() -> None:
    # 48 of 52 cards are dealt, at best without four of the twenty of one point: 116 - 4 points.
    assert plan().most_points == 28
    assert plan(games=True).most_points == 4 * 5 + 8 * 3


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"bots": ("a",)}, "arena_bots"),
        ({"bots": ()}, "arena_bots"),
        ({"bots": tuple(map(str, range(MOST_BOTS + 1)))}, "arena_bots"),
        ({"bots": ("a", "b", "a")}, "arena_bot_twice"),
        ({"deals": 0}, "not_in_range"),
        ({"challengers": 2}, "arena_no_challengers"),
        ({"challengers": 3, "pairing": "field"}, "not_in_range"),
        ({"challengers": 0, "pairing": "field"}, "not_in_range"),
        ({"limit": 0.0}, "not_a_limit"),
        ({"seed": -1}, "not_a_seed"),
        ({"deals": 1_000_000, "bots": BOTS, "seating": "all", "rules": Rules(6)}, "arena_too_large"),
        ({"bots": tuple(map(str, range(60))), "pairing": "together", "rules": Rules(6)}, "arena_too_large"),
    ],
)
def test_what_cannot_be_played_is_refused(changes: dict[str, Any], code: str) -> None:
    with pytest.raises(FiveThreeFiveError) as refused:
        plan(**changes)
    assert refused.value.code == code
    assert len(str(refused.value).splitlines()) == 1


def test_a_plan_is_read_as_it_was_written() -> None:
    rules = Rules(3, points={1: 1, 2: 1, 8: 9}, ranks=(1, 2, 8), deal=3)
    asked = plan(pairing="field", seating="all", rules=rules)
    again = msgspec.json.decode(msgspec.json.encode(asked), type=TournamentPlan)
    assert again == asked
    assert again.tables == asked.tables

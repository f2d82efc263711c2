"""The folder of a tournament: what is kept, what is refused, and figures against a slow count."""

from __future__ import annotations

import csv
import io
import json
import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fivethreefive import FiveThreeFiveError, InvalidInput, InvalidRecord, Rules
from fivethreefive.arena.game_runner import Outcome, play
from fivethreefive.arena.results import GAMES, Results, read_results
from fivethreefive.arena.schedule import TournamentPlan
from fivethreefive.arena.scores import Scores
from fivethreefive.arena.standings import as_csv, as_json, clear_after, standings
from fivethreefive.process_pool import Watchdog
from support.arena_bots import make

PLAN = TournamentPlan(bots=("greedy", "random", "crashing"), rules=Rules(3), deals=6, seed=11)


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    return [play(PLAN, make, number, Watchdog()).outcome for number in range(PLAN.total)]


@pytest.fixture
def folder(tmp_path: Path, outcomes: list[Outcome]) -> Path:
    with Results.start(tmp_path / "results", PLAN) as results:
        for outcome in outcomes[:5]:
            results.add(outcome)
    return tmp_path / "results"


def test_results_are_read_as_they_were_written(folder: Path, outcomes: list[Outcome]) -> None:
    assert read_results(folder) == (PLAN, outcomes[:5])
    with Results.resume(folder) as results:
        assert (results.plan, [*results.played()]) == (PLAN, outcomes[:5])
        results.add(outcomes[5])
    assert read_results(folder) == (PLAN, outcomes[:6])


@pytest.mark.parametrize("cut", [1, 10, 60])
def test_a_line_that_was_cut_off_is_dropped(folder: Path, outcomes: list[Outcome], cut: int) -> None:
    path = folder / GAMES
    path.write_bytes(path.read_bytes()[:-cut])
    assert read_results(folder) == (PLAN, outcomes[:4])
    with Results.resume(folder) as results:
        assert [*results.played()] == outcomes[:4]
        results.add(outcomes[4])
    assert read_results(folder) == (PLAN, outcomes[:5])


def line(number: int, change: Callable[[bytes], bytes]) -> Callable[[bytes], bytes]:
    def changed(text: bytes) -> bytes:
        lines = text.splitlines(keepends=True)
        lines[number - 1] = change(lines[number - 1])
        return b"".join(lines)

    return changed


def other(**changes: Any) -> Callable[[bytes], bytes]:
    return lambda text: json.dumps(json.loads(text) | changes).encode() + b"\n"


DAMAGED: dict[str, tuple[Callable[[bytes], bytes], int, str]] = {
    "empty": (lambda _: b"", 1, "arena_no_plan"),
    "header cut": (lambda text: text[:40], 1, "arena_no_plan"),
    "no header": (lambda text: text.split(b"\n", 1)[1], 1, "unknown_format"),
    "a game record": (line(1, other(format="fivethreefive")), 1, "unknown_format"),
    "another version": (line(1, other(version=2)), 1, "unknown_version"),
    "no plan": (line(1, other(plan=None)), 1, "arena_no_plan"),
    "an impossible plan": (
        line(1, lambda text: text.replace(b'"deals":6', b'"deals":0')),
        1,
        "not_in_range",
    ),
    "no JSON": (line(3, lambda _: b"{nonsense}\n"), 3, "arena_no_game"),
    "blank": (line(3, lambda _: b"\n"), 3, "arena_no_game"),
    "no such game": (line(4, other(game=10**6)), 4, "arena_other_game"),
    "before the first": (line(4, other(game=-1)), 4, "arena_other_game"),
    "a game twice": (line(4, other(game=0)), 4, "arena_other_game"),
    "too few seats": (line(2, other(points=[1, 2])), 2, "arena_no_game"),
    "no such winner": (line(2, other(winners=[3])), 2, "arena_no_game"),
    "no rounds": (line(2, other(rounds=0)), 2, "arena_no_game"),
    "another field": (line(2, other(luck=1)), 2, "arena_no_game"),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_file_is_refused_by_name_and_line(folder: Path, kind: str) -> None:
    change, number, code = DAMAGED[kind]
    path = folder / GAMES
    damaged = change(path.read_bytes())
    path.write_bytes(damaged)
    with pytest.raises(InvalidRecord) as refused, Results.resume(folder) as results:
        assert len([*results.played()]) < number
    said = refused.value.parameters
    assert (said["file"], said["line"], said["why"].code) == (str(path), number, code)
    assert len(str(refused.value).splitlines()) == 1
    assert path.read_bytes() == damaged


def test_a_folder_without_results_cannot_be_resumed(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as refused:
        Results.resume(tmp_path / "none")
    assert str(tmp_path / "none" / GAMES) in str(refused.value)


def test_an_empty_folder_will_do_and_any_other_is_refused(tmp_path: Path) -> None:
    Results.start(tmp_path, PLAN).close()
    for taken in (tmp_path, tmp_path / GAMES):
        with pytest.raises(InvalidInput) as refused:
            Results.start(taken, PLAN)
        assert refused.value.code == "arena_exists"


def test_two_cannot_play_in_one_folder(folder: Path) -> None:
    with Results.resume(folder):
        with pytest.raises(InvalidInput) as refused:
            Results.resume(folder)
        assert refused.value.code == "arena_in_use"
        read_results(folder)
    Results.resume(folder).close()


def test_a_file_beside_the_games_is_written_whole_or_not_at_all(folder: Path) -> None:
    with Results.resume(folder) as results:
        results.write("result.json", "first")
        with pytest.raises(UnicodeEncodeError):
            results.write("result.json", "half \ud800")
        (folder / "taken").mkdir()
        with pytest.raises(FiveThreeFiveError) as refused:
            results.write("taken", "text")
        assert refused.value.code == "unusable_file"
    assert (folder / "result.json").read_text() == "first"
    assert sorted(path.name for path in folder.iterdir()) == [GAMES, "result.json", "taken"]


def counted(
    outcomes: list[Outcome], deal: int, plan: TournamentPlan, bot: int
) -> tuple[float, float, float]:
    """A bot's points, its difference to the others and its wins in one deal, the slow way."""
    points, less, wins = [], [], []
    for outcome in outcomes:
        seats = plan.tables[outcome.game % len(plan.tables)].seats
        if outcome.game // len(plan.tables) != deal or bot not in seats:
            continue
        own = [p / outcome.rounds for p, b in zip(outcome.points, seats, strict=True) if b == bot]
        rest = [p / outcome.rounds for p, b in zip(outcome.points, seats, strict=True) if b != bot]
        won = [(s in outcome.winners) / len(outcome.winners) for s, b in enumerate(seats) if b == bot]
        points.append(sum(own) / len(own))
        wins.append(sum(won) / len(won))
        if rest:
            less.append(sum(rest) / len(rest) - sum(own) / len(own))
    return sum(points) / len(points), sum(less) / len(less), sum(wins) / len(wins)


def filled(plan: TournamentPlan, outcomes: list[Outcome]) -> Scores:
    scores = Scores(plan)
    for outcome in outcomes:
        scores.add(outcome)
    return scores


def test_figures_are_what_a_slow_count_gives(outcomes: list[Outcome]) -> None:
    scores = filled(PLAN, outcomes)
    assert scores.complete == PLAN.deals
    for bot in range(3):
        for deal in range(PLAN.deals):
            due = counted(outcomes, deal, PLAN, bot)
            found = (figures[deal, bot] for figures in (scores.points, scores.less, scores.wins))
            assert tuple(found) == pytest.approx(due)
            assert max(map(abs, due)) <= PLAN.most_points


def test_as_many_bots_as_may_be_need_little_memory() -> None:
    plan = TournamentPlan(
        bots=tuple(f"greedy{number}" for number in range(64)), rules=Rules(4), deals=1, seed=1
    )
    points = [(7 * number + 3 * seat) % 11 for number in range(plan.total) for seat in range(4)]
    rows = [tuple(points[4 * number : 4 * number + 4]) for number in range(plan.total)]
    outcomes = [Outcome(number, row, (0,), 1, ((),) * 4) for number, row in enumerate(rows)]
    tracemalloc.start()
    try:
        scores = filled(plan, outcomes)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100_000_000, "in bytes; a weight for every seat in every figure would be gigabytes"
    due = counted(outcomes, 0, plan, 17)
    assert (scores.points[0, 17], scores.less[0, 17]) == pytest.approx(due[:2])


def test_in_a_duel_of_two_the_difference_is_that_to_the_others(outcomes: list[Outcome]) -> None:
    plan = TournamentPlan(bots=("greedy", "random"), rules=Rules(4), deals=4, seed=2)
    scores = filled(plan, [play(plan, make, number, Watchdog()).outcome for number in range(plan.total)])
    assert scores.duels[:4, 0] == pytest.approx(scores.less[:4, 0])
    assert scores.duels[:4, 0] == pytest.approx(-scores.less[:4, 1])
    matches = [*scores.matches(4)]
    assert len(matches) == len(plan.line_ups)
    assert all(set(bots) == {0, 1} and taken.shape == (4, 2) for bots, taken in matches)


def test_the_result_hangs_on_the_schedule_and_not_on_who_was_done_first(outcomes: list[Outcome]) -> None:
    shuffled = outcomes.copy()
    random.Random(5).shuffle(shuffled)
    whole, mixed = (standings(PLAN, filled(PLAN, some), PLAN.deals) for some in (outcomes, shuffled))
    assert as_json(whole) == as_json(mixed)
    assert as_csv(whole) == as_csv(mixed)


def test_only_deals_played_at_every_table_count(outcomes: list[Outcome]) -> None:
    tables = len(PLAN.tables)
    scores = filled(
        PLAN, outcomes[: 2 * tables] + outcomes[3 * tables :] + outcomes[2 * tables : 3 * tables - 1]
    )
    assert scores.complete == 2
    scores.add(outcomes[3 * tables - 1])
    assert scores.complete == PLAN.deals


def test_forfeits_are_told_by_bot_in_the_order_of_the_schedule(outcomes: list[Outcome]) -> None:
    found = standings(PLAN, filled(PLAN, outcomes[::-1]), PLAN.deals)
    assert [fault.game for fault in found.faults] == sorted(o.game for o in outcomes if o.forfeit)
    assert {fault.bot for fault in found.faults} == {"crashing"}
    by_bot = {standing.bot: standing for standing in found.bots}
    assert by_bot["crashing"].forfeits == {"crashed": len(found.faults)}
    assert by_bot["greedy"].forfeits.total() == 0
    assert found.bots[-1].bot == "crashing"


def test_looks_hang_on_the_number_of_deals_only(outcomes: list[Outcome]) -> None:
    plan = TournamentPlan(bots=("greedy", "random"), rules=Rules(2), deals=150, seed=3, until_clear=True)
    played = [play(plan, make, number, Watchdog()).outcome for number in range(plan.total)]
    clear = looked = None
    scores, looked = Scores(plan), 0
    for outcome in played:
        scores.add(outcome)
        if clear is None:
            clear, looked = clear_after(plan, scores, looked)
    assert clear is not None
    assert 5 < clear < 150
    assert clear_after(plan, filled(plan, played[::-1]), 0)[0] == clear
    assert standings(plan, filled(plan, played), clear).duels[0].less.clear


def test_the_csv_has_the_figures_of_the_json(outcomes: list[Outcome]) -> None:
    found = standings(PLAN, filled(PLAN, outcomes), PLAN.deals)
    rows = [*csv.DictReader(io.StringIO(as_csv(found)))]
    said = as_json(found)
    for bot in said["bots"]:
        for figure in ("points_per_round", "less_than_others", "wins"):
            [row] = [row for row in rows if (row["figure"], row["bot"]) == (figure, bot["bot"])]
            assert {name: float(row[name]) for name in ("mean", "low", "high")} == bot[figure]
    for duel in said["duels"]:
        [row] = [row for row in rows if (row["bot"], row["opponent"]) == (duel["bot"], duel["opponent"])]
        assert float(row["mean"]) == duel["less"]["mean"]
    assert len(rows) == 5 * len(said["bots"]) + len(said["duels"])

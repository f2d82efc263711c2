"""The search player: legal, blind, reproducible, in time, and right where that is known."""

from __future__ import annotations

import itertools
from collections import Counter
from math import comb
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest

from fivethreefive import Action, InvalidInput, Round, Rules
from fivethreefive.bots import make_bot
from fivethreefive.bots.compiled.bots import compiled_bots
from fivethreefive.bots.evaluation.kernel import (
    SEARCH,
    SEEING,
    Players,
    Workspace,
    choose_search,
    deal_round,
    make_play,
    make_workspace,
)
from fivethreefive.bots.evaluation.rounds import gain
from fivethreefive.bots.policy.bot import policy_of
from fivethreefive.bots.policy.kernel import weigh_all
from fivethreefive.bots.search import endgame_kernel
from fivethreefive.bots.search import kernel as search_kernel
from fivethreefive.bots.search.belief_kernel import likelihood
from fivethreefive.bots.search.bot import (
    SETTINGS,
    Root,
    Searcher,
    grow_until,
    make_endgame,
    make_tree,
    nodes_for,
    settings_for,
    simulate,
    solve_end,
    start,
)
from fivethreefive.bots.search.budget import Budget, read_budget
from fivethreefive.bots.search.kernel import DEALT, DRAWN, sample_deal
from fivethreefive.cards import pack
from fivethreefive.rules.jit import jit
from fivethreefive.rules.kernel import (
    EMPTY,
    NOBODY,
    PASS_PLAY,
    SEATS,
    TABLE,
    TURN,
    WIDTH,
    WINNER,
    KernelTables,
    choose_random,
    legal,
)
from fivethreefive.rules.tables import compile_rules
from support.random_play import moments, odd_positions, positions

SMALL = Rules(2, ranks=(1, 2, 3, 8), copies=2, deal=4)
"""Every card is dealt, so that each seat knows the other's hand."""


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


# Budgets


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("1000", Budget(1000)),
        ("1", Budget(1)),
        ("100ms", Budget(None, 0.1)),
        ("2s", Budget(None, 2.0)),
        ("500:threads=2", Budget(500, None, 2)),
        ("1500ms:threads=4", Budget(None, 1.5, 4)),
    ],
)
def test_a_budget_is_written_and_read(text: str, budget: Budget) -> None:
    assert read_budget(text) == budget
    assert read_budget(str(budget)) == budget
    assert str(budget) == text


@pytest.mark.parametrize(
    "text",
    ["", "0", "-1", "1.5", "100 ms", "ms", "0ms", "1h", "1000:2", "1000:threads=0", "1000:threads=65",
     "99999999999", "3601s", "1000:", "\u0661\u0660", "1e3", "1000:threads=", "100ms:threads=2:threads=2"],
)  # fmt: skip
def test_no_budget(text: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        make_bot(f"search:{text}")
    assert refused.value.code == "not_a_budget"
    assert refused.value.parameters["budget"] == text


def test_a_bot_is_named_by_its_budget() -> None:
    assert make_bot("search").name == "search:1000"
    assert make_bot("search:0100ms").name == "search:100ms"


# Legal, always


@jit
def illegal_choices(
    tables: KernelTables, players: Players, space: Workspace, seed: int, wanted: int
) -> int:
    """Choices that are not legal among those of searches at so many moments of random rounds."""
    row = space.row
    looked, illegal, stream = 0, 0, 0
    while looked < wanted:
        deal_round(tables, players, space, seed, stream)
        stream += 1
        turns = 0
        while row[WINNER] == NOBODY and looked < wanted:
            word = legal(tables, row[row[TURN]], row[TABLE])
            play = PASS_PLAY
            if word:
                chosen = choose_search(tables, players, space, turns, False)
                looked += 1
                if chosen == PASS_PLAY:
                    illegal += int(row[TABLE] == EMPTY)
                elif not word >> chosen & 1:
                    illegal += 1
                play = choose_random(word, row[TABLE] != EMPTY, space.rng)
            make_play(tables, players, space, turns, play)
            turns += 1
    return illegal


@pytest.mark.parametrize("players", range(2, 7))
def test_never_an_illegal_choice_in_100_000_positions(players: int) -> None:
    rules = Rules(players)
    few = np.full(SEATS, 4)
    table = Players(
        np.full(SEATS, SEARCH),
        few,
        compiled_bots(rules),
        SETTINGS,
        make_tree(nodes_for(4)),
        make_endgame(),
        500,
    )
    assert illegal_choices(compile_rules(rules).arrays, table, make_workspace(), players, 100_000) == 0


@pytest.mark.parametrize(
    "rules", [Rules(4), SMALL, Rules(3, overwrite="larger"), Rules(2, format="two_hands")]
)
def test_every_legal_action_and_no_other_is_looked_at(rules: Rules) -> None:
    searcher = Searcher(Budget(20))
    for round_ in itertools.chain(positions(rules, 10, seed=3), odd_positions(rules, 10, seed=4)):
        found = searcher.search(round_.observe(round_.turn), 1)
        assert Counter(finding.action for finding in found) == Counter(round_.legal_actions())


# Reproducible, and in time


def test_the_same_seed_finds_the_same_with_any_number_of_threads() -> None:
    observation = Round.deal(Rules(4), 6, leader=0).observe(0)
    for budget in (Budget(300), Budget(300, None, 3)):
        first, second = Searcher(budget).search(observation, 5), Searcher(budget).search(observation, 5)
        assert first == second
        assert first != Searcher(budget).search(observation, 6)
        assert sum(finding.simulations for finding in first) == 300


def test_a_searcher_forgets_what_it_found_before() -> None:
    observations = [round_.observe(round_.turn) for round_ in positions(Rules(4), 4, seed=9)]
    used = Searcher(Budget(60))
    for observation in observations * 2:
        assert used.search(observation, 1) == Searcher(Budget(60)).search(observation, 1)


@pytest.mark.parametrize("limit", [0.0, 0.004, 0.1])
def test_a_search_by_time_stops_before_its_deadline(limit: float) -> None:
    """By a clock of its own: a simulation takes a tenth of a millisecond, and once eight times as long."""
    root = Root.of(Round.deal(Rules(4), 6, leader=0).observe(0))
    tree = make_tree(nodes_for(5000))
    search_kernel.start_tree(root.tables.arrays, tree, EMPTY)
    tree.rng[:] = (1, 2, 3, 4)
    clock = iter(SlowClock(tree))
    grow_until(root, tree, limit, lambda: next(clock))
    done = int(tree.visits[:57].sum())
    assert done >= 1
    assert done * 1e-4 <= max(limit, 1e-4)
    assert done * 1e-4 >= limit * 0.6


class SlowClock:
    """What time it is when so many simulations are done."""

    def __init__(self, tree: Any) -> None:
        self.tree = tree

    def __iter__(self) -> Any:
        while True:
            yield int(self.tree.visits[:57].sum()) * 1e-4


def test_a_full_tree_goes_on_without_new_nodes() -> None:
    root = Root.of(Round.deal(Rules(4), 6, leader=0).observe(0))
    tree = make_tree(40)
    tree.rng[:] = (1, 2, 3, 4)
    search_kernel.start_tree(root.tables.arrays, tree, EMPTY)
    simulate(root, tree, 500)
    assert tree.used[0] <= 40
    assert int(tree.visits[:57].sum()) == 500


# Right where that is known


def best_by_hand(round_: Round, seat: int) -> float:
    """What ``seat`` of two comes out ahead by when both know all cards and play their best."""
    if round_.is_over:
        mine, other = round_.points()[seat], round_.points()[1 - seat]
        return float(other - mine)
    values = []
    for action in round_.legal_actions():
        after = round_.copy()
        after.apply(action)
        values.append(best_by_hand(after, seat))
    return max(values) if round_.turn == seat else min(values)


def small_rounds(count: int) -> list[Round]:
    """Rounds of the small deck with more than one way to play."""
    found: list[Round] = []
    for stream in range(10 * count):
        round_ = Round.deal(SMALL, 3, stream=stream)
        if len(round_.legal_actions()) > 1:
            found.append(round_)
    return found[:count]


@pytest.mark.parametrize("number", range(6))
def test_the_search_comes_to_what_an_exact_solver_finds(number: int) -> None:
    """Its best action is one of the best, and worth that but for noise and what was spent exploring."""
    round_ = small_rounds(6)[number]
    seat = round_.turn
    root = Root.of(round_.observe(seat))
    tree = make_tree(nodes_for(40_000))
    start(root, tree, number)
    simulate(root, tree, 40_000)
    exact = {edge: best_by_hand(after(round_, action), seat) for edge, action in root.edges.items()}
    chosen = max(root.edges, key=lambda edge: int(tree.visits[edge]))
    assert exact[chosen] == max(exact.values())
    assert tree.value[chosen] / tree.visits[chosen] == pytest.approx(exact[chosen], abs=0.2)


def after(round_: Round, action: Action) -> Round:
    played = round_.copy()
    played.apply(action)
    return played


def test_the_end_is_solved_as_by_hand() -> None:
    solved = 0
    for round_ in small_rounds(12):
        seat = round_.turn
        if found := solve_end(Root.of(round_.observe(seat))):
            solved += 1
            assert found.arrangements == 1
            for finding in found.findings:
                assert finding.ahead == pytest.approx(best_by_hand(after(round_, finding.action), seat))
            assert [f.ahead for f in found.findings] == sorted(
                (f.ahead for f in found.findings), reverse=True
            )
    assert solved > 5


def best_for_all(round_: Round) -> list[float]:
    """What each seat comes out ahead by when all know all cards and play their best."""
    players = round_.rules.players
    if round_.is_over:
        points = round_.points()
        return [(sum(points) - own) / (players - 1) - own for own in points]
    table = compile_rules(round_.rules).on[round_._row[TABLE]]
    actions = sorted(round_.legal_actions(), key=lambda action: table.places[action])
    results = [best_for_all(after(round_, action)) for action in actions]
    return max(results, key=lambda result: result[round_.turn])


def test_an_end_with_several_arrangements_is_their_weighted_mean() -> None:
    """Three seats; each way the unseen cards can lie counts as often as single cards can make it."""
    rules = Rules(3, ranks=(1, 2, 3, 8), copies=2, deal=2)
    round_ = Round(rules, [[3, 8], [1, 3], [1]], 0, table=(2,), last=2)
    observation = round_.observe(0)
    found = solve_end(Root.of(observation))
    assert found is not None
    assert found.arrangements > 1
    unseen = list(observation.unseen)
    for finding in found.findings:
        values = []
        for first in itertools.combinations(range(len(unseen)), 2):
            for second in set(range(len(unseen))) - set(first):
                hands = [[3, 8], [unseen[i] for i in first], [unseen[second]]]
                dealt = Round(rules, hands, 0, table=(2,), last=2)
                values.append(best_for_all(after(dealt, finding.action))[0])
        assert finding.ahead == pytest.approx(np.mean(values))


def test_an_end_is_solved_within_its_positions_only() -> None:
    root = Root.of(small_rounds(1)[0].observe(small_rounds(1)[0].turn))
    assert solve_end(root, 0) is None
    enough = next(2**power for power in range(20) if solve_end(root, 2**power))
    assert enough > 1
    assert solve_end(root, enough // 2) is None


def test_all_arrangements_are_weighed() -> None:
    """Every way to deal the pool is found once, weighed by how many deals of single cards make it."""
    pool, sizes = [1, 1, 2, 7, 7, 7], [9, 2, 1]
    ends = make_endgame()
    count = endgame_kernel.enumerate_deals(ends, pack(pool), np.array(sizes), 3, 0)
    expected = Counter[tuple[int, int]]()
    for first in itertools.combinations(range(6), 2):
        for second in set(range(6)) - set(first):
            expected[pack([pool[i] for i in first]), pack([pool[second]])] += 1
    hands = [(int(first), int(second)) for _, first, second, *_ in ends.deals[:count]]
    assert dict(zip(hands, ends.ways[:count].tolist(), strict=True)) == expected
    assert sum(expected.values()) == comb(6, 2) * 4


def test_too_many_arrangements_are_left_to_the_search() -> None:
    assert solve_end(Root.of(Round.deal(Rules(4), 6, leader=0).observe(0))) is None


def test_a_seat_that_can_go_out_does() -> None:
    bot = make_bot("search:200")
    for round_ in odd_positions(Rules(4), 60, seed=5):
        out = [a for a in round_.legal_actions() if len(a.cards) == len(round_.hand(round_.turn))]
        if out:
            assert bot.act(round_.observe(round_.turn), rng()) in out


def test_the_end_of_the_game_counts() -> None:
    """At 19 points each whoever goes out wins the game (R21), which is worth half of it more either way."""
    compared = 0
    for round_ in small_rounds(12):
        observation = round_.observe(round_.turn)
        late = solve_end(Root.of(msgspec.structs.replace(observation, scores=(19, 19))))
        early = solve_end(Root.of(observation))
        if late and early:
            worth = {finding.action: finding.ahead for finding in early.findings}
            win = settings_for(SMALL).win
            for finding in late.findings:
                share = win / 2 if worth[finding.action] > 0 else -win / 2
                assert finding.ahead == pytest.approx(worth[finding.action] + share)
                compared += 1
    assert compared > 5


def test_settings_are_in_the_points_of_the_rules() -> None:
    dear_points = {rank: 10 * points for rank, points in Rules(4).points.items()}
    tenfold = Rules(4, points=dear_points, target=200)
    plain, dear = settings_for(Rules(4)), settings_for(tenfold)
    assert plain == SETTINGS
    assert (dear.exploration, dear.win) == pytest.approx((10 * plain.exploration, 10 * plain.win))
    for seed in range(5):
        one, ten = (Round.deal(rules, seed, leader=0).observe(0) for rules in (Rules(4), tenfold))
        found = [Searcher(Budget(200)).search(observation, 1)[0].action for observation in (one, ten)]
        assert found[0] == found[1]


# What it believes


def test_the_past_is_remembered_as_it_was() -> None:
    """The rows rebuilt from the actions are those of the round, all but the hands."""
    for players in range(2, 7):
        rules = Rules(players)
        rows: list[list[int]] = []
        hands: list[list[Any]] = []
        round_ = Round.deal(rules, 5)
        last = None
        for moment in moments(round_, Random(players)):
            if moment.is_over:
                break
            root = Root.of(moment.observe(moment.turn))
            past = root.past
            assert len(past.plays) == len(rows)
            for turn, (row, held) in enumerate(zip(rows, hands, strict=True)):
                assert past.rows[turn, 6:].tolist() == row[6:]
                assert past.sizes[turn, :players].tolist() == [len(hand) for hand in held]
                seat = row[TURN]
                assert past.since[turn] == pack(held[seat]) - pack(moment.hand(seat))
            rows.append(list(moment._row))
            hands.append([moment.hand(seat) for seat in range(players)])
            last = root
        assert last is not None


def test_a_round_from_a_position_has_no_past() -> None:
    for table, action in (((3,), ">4"), ((3,), "+4"), ((4,), "pass")):
        round_ = Round(Rules(3), [[1, 2, 9], [4, 5, 12], [1]], 1, table=table, last=0)
        round_.apply(action)
        assert len(Root.of(round_.observe(round_.turn)).past.plays) == 0


def test_a_deal_is_as_likely_as_the_actions_of_those_who_hold_it() -> None:
    """By hand: a fifth of each choice is chance, the rest the policy's; then the square root."""
    rules = Rules(3)
    policy, tables = policy_of(rules), compile_rules(rules).arrays
    round_ = Round.deal(rules, 8, leader=1)
    product = 1.0
    weights = np.zeros(65)
    for text in ("greedy",) * 7:
        seat = round_.turn
        action = make_bot(text).act(round_.observe(seat), rng())
        legal_ = round_.legal_actions()
        if seat != 0 and legal_ != [action]:
            row = np.array(round_._row)
            sizes = np.array([len(round_.hand(s)) for s in range(3)] + [0] * 3)
            on = compile_rules(rules).on[int(row[TABLE])]
            word = sum(1 << on.places[one] for one in legal_ if one.kind != "pass")
            if word:
                total = weigh_all(tables, policy, row, sizes, word, weights)
                share = weights[on.places[action] + 1] / total
                product *= 0.8 * share + 0.2 / len(legal_)
        round_.apply(action)
        if round_.turn == 0:
            root = Root.of(round_.observe(0))
            true = np.array(round_._row)
            found = likelihood(tables, policy, root.past, true, 0, np.zeros(WIDTH, np.int64), weights)
            assert found == pytest.approx(product**0.5)
    assert product < 1


def test_likelier_deals_are_searched_more_often() -> None:
    """Each of the deals drawn comes up in proportion to its likelihood."""
    tree = make_tree(1)
    tree.rng[:] = (1, 2, 3, 4)
    tree.mass[:3] = (0.5, 0.75, 4.0)
    drawn = Counter[int]()
    for _ in range(4000):
        sample_deal(compile_rules(Rules(2)).arrays, tree, np.zeros(SEATS, np.int64), 3)
        drawn[int(tree.used[DEALT])] += 1
    expected = {0: 500, 1: 250, 2: 3250}
    assert all(abs(drawn[deal] - count) < 5 * count**0.5 for deal, count in expected.items())


def test_a_seeing_search_looks_at_the_true_deal_alone() -> None:
    rules = Rules(4)
    space, tree = make_workspace(), make_tree(nodes_for(50))
    players = Players(
        np.full(SEATS, SEEING), np.full(SEATS, 50), compiled_bots(rules), SETTINGS, tree, make_endgame(), 0
    )
    space.row[:] = Round.deal(rules, 4)._row
    space.sizes[:4] = 12
    tree.rng[:] = (1, 2, 3, 4)
    choose_seeing(compile_rules(rules).arrays, players, space)
    assert tree.used[DRAWN] == 1
    assert tree.deals[0].tolist() == space.row.tolist()


@jit
def choose_seeing(tables: KernelTables, players: Players, space: Workspace) -> int:
    return choose_search(tables, players, space, 0, True)


# Strength


def test_search_is_stronger_than_every_other_bot() -> None:
    for others, deals in (("greedy", 40), ("heuristic", 120), ("policy", 400)):
        found = gain(Rules(4), "search:300", others, deals, seed=3)
        assert found.mean() > 4 * found.std(ddof=1) / deals**0.5

"""Hints and reviews: they find what is best where that is known, and know no more than the seat did."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fivethreefive import Game, InvalidInput, Observation, Round, Rules, determinize
from fivethreefive.analysis import (
    Adviser,
    deal_worth,
    decision_points,
    hint,
    hints,
    observation_at,
    reason,
    review,
    usual_points,
)
from fivethreefive.bots import make_bot
from fivethreefive.bots.search import bot, kernel
from fivethreefive.bots.search.bot import Root, Searcher, solve_end
from fivethreefive.bots.search.budget import Budget
from fivethreefive.bots.search.kernel import SearchContext
from fivethreefive.protocol import Reason
from fivethreefive.record import read_position
from fivethreefive.referee import play_game
from fivethreefive.report.protocol_messages import hinted
from fivethreefive.state import Acted, Dealt
from support.random_play import other_hands, positions

FEW = 100


def played(rules: Rules, *bots: str, seed: int = 3) -> Game:
    """A game between bots."""
    rngs = [np.random.default_rng(seat) for seat in range(rules.players)]
    return play_game(Game(rules, seed=seed), [make_bot(bot) for bot in bots], rngs)


# Hints


def test_going_out_is_the_best_and_exact() -> None:
    round_ = Round(Rules(2), [[4], [15]], 0, table=(3,), last=1)
    found = hint(round_.observe(0), simulations=FEW)
    assert (str(found.advice[0].action), found.why) == (">4", Reason("out"))
    first = found.advice[0]
    assert (first.points, first.cost, first.cost_error) == (0, 0, 0)
    assert {str(one.action) for one in found.advice} == {"pass", ">4", "+4"}


def test_a_hint_says_why_there_is_nothing_to_choose() -> None:
    hands = [[1, 1, 1, 2, 2, 3], [9, 11, 12], [5, 7, 11]]
    forced = Round(Rules(3), hands, 0, table=(14,), last=2)
    assert hint(forced.observe(0), simulations=FEW).why == Reason("forced")
    alike = Round(Rules(2), [[1, 1], [3, 4, 5, 7, 9, 11]], 0)
    (best, *others) = hint(alike.observe(0), simulations=FEW).advice
    assert str(best.action) == "1-1"
    assert others


def test_the_reason_compares_the_best_with_the_next_that_is_clearly_worse() -> None:
    told = 0
    for round_ in positions(Rules(4), 25, seed=31):
        observation = round_.observe(round_.turn)
        found = hint(observation, 1, FEW)
        best, *others = found.advice
        clear = [one for one in others if not one.as_good]
        if best.action.cards == observation.hand:
            assert found.why == Reason("out")
        elif clear:
            told += 1
            assert found.why == reason(observation, best.action, clear[0].action)
        else:
            assert found.why == Reason("alike" if others else "forced")
    assert told > 5


def test_the_cost_is_the_difference_of_the_figures_and_the_best_comes_first() -> None:
    for round_ in positions(Rules(3), 25, seed=32):
        found = hint(round_.observe(round_.turn), 1, FEW)
        best = found.advice[0]
        costs = [one.cost for one in found.advice]
        assert costs == sorted(costs)
        assert costs[0] == 0
        for one in found.advice:
            assert one.cost == best.ahead - one.ahead
        # And as it is shown, rounded: also what a reader works out from two figures.
        shown = hinted(found).advice
        assert all(one.cost >= 0 for one in shown)
        for told in shown:
            assert f"{told.cost:.2f}" == f"{shown[0].ahead - told.ahead + 0.0:.2f}"
            assert told.as_good or told.cost > 0


def test_the_same_seed_gives_the_same_hint() -> None:
    observation = Round.deal(Rules(4), 6, leader=0).observe(0)
    assert hint(observation, 5, FEW) == hint(observation, 5, FEW)
    assert hint(observation, 5, FEW) != hint(observation, 6, FEW)


def test_a_hint_knows_only_what_its_seat_may_know() -> None:
    for number, round_ in enumerate(positions(Rules(4), 5, seed=14)):
        observation = round_.observe(round_.turn)
        twin = other_hands(round_, determinize(observation, number))
        assert hint(twin.observe(twin.turn), 1, FEW) == hint(observation, 1, FEW)


def test_the_action_asked_for_is_always_among_the_advice() -> None:
    adviser = Adviser(FEW)
    observation = Round.deal(Rules(4), 6, leader=0).observe(0)
    for action in observation.legal:
        advice = adviser.advise(observation, 1, action)
        assert action in [one.action for one in advice]
        assert advice[0].cost == 0


def test_where_only_a_pass_is_legal_it_is_worth_what_comes_of_it() -> None:
    hands = [[1, 2, 3, 4, 5, 7], [8, 9, 11, 12, 13, 14], [5, 7, 9, 11, 12, 13]]
    observation = Round(Rules(3), hands, 0, table=(15,), last=2).observe(0)
    assert [str(action) for action in observation.legal] == ["pass"]
    (searched,) = Searcher(Budget(FEW)).search(observation, 1)
    (advised,) = hint(observation, 1, FEW).advice
    assert 1 < searched.points < 9
    assert 1 < advised.points < 9
    assert advised.cost == 0


def test_a_hint_needs_a_turn() -> None:
    round_ = Round.deal(Rules(4), 6, leader=0)
    for seat in (1, None):
        with pytest.raises(InvalidInput):
            hint(round_.observe(seat))


# Moments


def test_the_moments_of_a_game_are_its_actions() -> None:
    game = played(Rules(3), "greedy", "random", "greedy")
    acted = [event for event in game.events if isinstance(event, Acted)]
    found = [*decision_points(game)]
    assert [(one.seat, str(one.played)) for one in found] == [(one.seat, one.text) for one in acted]
    assert all(one.observation.seat == one.seat for one in found)
    assert {one.round for one in found} == set(range(1, game.rounds + 1))
    assert observation_at(game, 2, 3) == next(o.observation for o in found if (o.round, o.number) == (2, 3))


def test_no_such_moment() -> None:
    game = played(Rules(2), "greedy", "greedy")
    for asked in ((None, None), (99, 1), (1, 999), (1, 0)):
        with pytest.raises(InvalidInput) as refused:
            observation_at(game, *asked)
        assert refused.value.code in ("nothing_to_decide", "no_such_action")
    fresh = Game(Rules(2), seed=1)
    assert observation_at(fresh) == fresh.observe(fresh.round.turn)


# Reviews


def test_not_going_out_is_a_mistake_and_the_largest_come_first() -> None:
    game = played(Rules(3, target=40), "random", "random", "random")
    found = review(game, 1, FEW)
    costs = [one.cost for one in found.mistakes]
    assert costs == sorted(costs, reverse=True)
    missed = [one for one in found.decisions if could_go_out(one.observation) and one.played.points > 0]
    assert missed
    for one in missed:
        assert one.best.action.cards == one.observation.hand
        assert one.best.points == 0
        assert one in found.mistakes


def could_go_out(observation: Observation) -> bool:
    return any(action.cards == observation.hand for action in observation.legal)


def test_a_review_adds_up() -> None:
    game = played(Rules(4, target=10), "policy", "random", "policy", "policy")
    calls: list[tuple[int, int]] = []
    found = review(game, 1, FEW, progress=lambda done, all_: calls.append((done, all_)))
    assert calls[-1] == (len(found.decisions), len(found.decisions))
    assert len(found.rounds) == game.rounds
    for seat in range(4):
        assert sum(one.points[seat] for one in found.rounds) == game.scores[seat]
        assert sum(one.cost[seat] for one in found.rounds) == pytest.approx(found.cost(seat)[0])
    assert max(range(4), key=lambda seat: found.cost(seat)[0]) == 1, "the random player's play costs most"
    assert all(len(one.observation.legal) > 1 for one in found.decisions)
    only = review(game, 1, FEW, seats=[2])
    assert only.decisions == tuple(one for one in found.decisions if one.seat == 2)


def test_only_a_finished_game_is_reviewed() -> None:
    with pytest.raises(InvalidInput) as refused:
        review(Game(Rules(2), seed=1))
    assert refused.value.code == "game_not_over"


def test_luck_is_even_in_the_long_run() -> None:
    """What deals are worth is, on average, what is usual; a good deal is worth more than a bad one."""
    rules = Rules(4)
    worth = []
    for seed in range(80):
        game = Game(rules, seed=seed)
        dealt = game.events[1]
        assert isinstance(dealt, Dealt)
        worth.append(deal_worth(rules, dealt, seed, 200))
    means = np.mean(worth, axis=1)
    error = means.std(ddof=1) / len(means) ** 0.5
    assert abs(means.mean() - usual_points(rules)) < 4 * error
    strong, weak = (15, 14, 13) * 4, (1, 2, 3, 4) * 3
    hands = (strong, weak, (1, 2, 3, 4, 5, 5, 5, 5, 7, 7, 7, 7), (8, 9, 11, 12) * 3)
    first, *others = deal_worth(rules, Dealt(1, hands, 0), 1, 200)
    assert first < min(others)


@pytest.mark.parametrize(
    ("position", "rules", "best"),
    [
        (". 0 . . 1-5-8-13-14-14-15/?2", Rules(2), "14"),
        ("2 0 1 . 7-9-11-11-13/?2", Rules(2), ">11"),
        ("14 0 1 . 1-2-4-4-5-7-8-14/?3", Rules(2, overwrite="larger"), "+14"),
    ],
)
def test_the_best_is_what_the_comparison_finds(position: str, rules: Rules, best: str) -> None:
    """Where the search most often tries what is a point or two worse."""
    found = hint(read_position(position, rules).observation(0))
    assert str(found.advice[0].action) == best
    assert all(one.unbiased_cost > -3 * one.unbiased_error for one in found.advice[1:])


def test_no_hint_knows_better_than_its_own_figures() -> None:
    """Unbiased costs below 0 are chance: hardly any is beyond three standard errors."""
    beyond = 0
    for round_ in positions(Rules(2), 60, seed=21):
        if len(round_.legal_actions()) > 1:
            advice = hint(round_.observe(round_.turn), 1, 400).advice
            beyond += any(one.unbiased_cost < -3 * one.unbiased_error - 0.01 for one in advice)
    assert beyond <= 1


def test_few_simulations_do_not_look_certain() -> None:
    """Figures without an error are those of a solved end, or such as every deal agrees on."""
    compared = 0
    for round_ in positions(Rules(4), 20, seed=22):
        observation = round_.observe(round_.turn)
        if len(observation.legal) > 1 and solve_end(Root.of(observation)) is None:
            for one in hint(observation, 1, 2).advice[1:]:
                assert min(one.cost_error, one.unbiased_error) > 0
                compared += 1
    assert compared > 10


def test_compiled_code_is_asked_for_little_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it runs Ctrl-C is not heard; parts give the same as the whole in one go."""
    observation = Round.deal(Rules(4), 6, leader=0).observe(0)
    whole = hint(observation, 5, 2 * FEW)
    monkeypatch.setattr(bot, "CHUNK", 30)
    monkeypatch.setattr(hints, "CHUNK", 30)
    sizes: list[int] = []
    search, compare = kernel.search, kernel.compare

    def noted_search(context: SearchContext, simulations: int) -> None:
        sizes.append(simulations)
        search(context, simulations)

    def noted_compare(context: SearchContext, edges: Any, weights: Any, *results: Any) -> None:
        sizes.append(len(weights))
        compare(context, edges, weights, *results)

    monkeypatch.setattr(kernel, "search", noted_search)
    monkeypatch.setattr(kernel, "compare", noted_compare)
    assert hint(observation, 5, 2 * FEW) == whole
    assert max(sizes) == 30
    assert sum(sizes) == 3 * FEW

"""What holds in every round and game, whatever is dealt and played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivethreefive import Action, Game, IllegalAction, Round, Rules
from fivethreefive.rules.actions import ACTIONS
from fivethreefive.rules.kernel import TABLE
from fivethreefive.rules.tables import compile_rules
from support.random_play import EVERY_KIND, hands_of

every_rules = st.sampled_from(list(EVERY_KIND.values()))
seeds = st.integers(0, 2**62 - 1)
choices = st.lists(st.integers(0, 2**16), max_size=80)
"""Which legal action is taken each time; then always the first, a pass where there is one."""

MOST_DECISIONS = 65 * 6
"""A card is played at least once in each seat's turns, so no round has more."""


@st.composite
def rounds(draw: st.DrawFn) -> Round:
    """Rounds just dealt, or with hands of any sizes up to the deal."""
    rules = draw(every_rules)
    if draw(st.booleans()):
        return Round.deal(rules, draw(seeds))
    deck = draw(st.permutations([rank for rank in rules.ranks for _ in range(rules.copies)]))
    most = min(rules.deal, len(deck) // rules.players)
    hands = [deck[seat * most :][: draw(st.integers(1, most))] for seat in range(rules.players)]
    return Round(rules, hands, draw(st.integers(0, rules.players - 1)))


def play(round_: Round, chosen: list[int]) -> Iterator[tuple[Round, Action]]:
    """Play to the end and yield what was before each action, and the action."""
    source = iter(chosen)
    while not round_.is_over:
        actions = round_.legal_actions()
        action = actions[next(source, 0) % len(actions)]
        before = round_.copy()
        round_.apply(action)
        yield before, action


def cards_of(round_: Round) -> Counter[int]:
    """Every card in a hand, on the table or gone from it."""
    held = Counter(card for seat in range(round_.rules.players) for card in round_.hand(seat))
    return held + Counter(round_.observe(None).seen)


@given(rounds(), choices)
def test_no_card_is_lost_or_made(round_: Round, chosen: list[int]) -> None:
    all_cards = cards_of(round_)
    for before, action in play(round_, chosen):
        assert cards_of(round_) == all_cards
        gone = Counter(before.hand(before.turn)) - Counter(round_.hand(before.turn))
        assert gone == Counter(action.cards)
        assert len(action.cards) <= 3  # R8
        for seat in set(range(round_.rules.players)) - {before.turn}:
            assert round_.hand(seat) == before.hand(seat)


@given(rounds(), choices)
def test_a_round_ends_and_scores_the_cards_left(round_: Round, chosen: list[int]) -> None:
    """R19, R20."""
    decisions = len(list(play(round_, chosen)))
    assert decisions == len(round_.history) <= MOST_DECISIONS
    points = round_.rules.points
    hands = [round_.hand(seat) for seat in range(round_.rules.players)]
    assert [seat for seat, hand in enumerate(hands) if not hand] == [round_.winner]
    assert round_.points() == tuple(sum(points[card] for card in hand) for hand in hands)


@given(rounds(), choices)
def test_the_turn_goes_to_the_next_seat_that_has_not_passed(round_: Round, chosen: list[int]) -> None:
    """R9a, R13, R15 to R18: or to who played last, with everybody in again, where the trick ends."""
    for before, action in play(round_, chosen):
        if round_.is_over:
            assert round_.turn == before.turn
            continue
        passed = {*before.passed, before.turn} if action.kind == "pass" else set(before.passed)
        last = before.last if action.kind == "pass" else before.turn
        others = set(range(round_.rules.players)) - {last}
        if action.ends_trick or others <= passed:
            assert (round_.table, round_.turn, round_.last, round_.passed) == ((), last, None, ())
        else:
            seats = [(before.turn + step) % round_.rules.players for step in range(1, round_.rules.players)]
            assert round_.turn == next(seat for seat in seats if seat not in passed)
            assert (set(round_.passed), round_.last) == (passed, last)
            assert round_.table == (before.table if action.kind == "pass" else action.makes)


@given(rounds(), choices, st.integers(0, 60))
@settings(max_examples=40)
def test_every_legal_action_applies_and_every_other_is_refused(
    round_: Round, chosen: list[int], moment: int
) -> None:
    """Of all that can be done on the table, by id and by text, and the rest of the 132."""
    for number, (before, _) in enumerate(play(round_, chosen)):
        if number == moment or round_.is_over:
            check_every_action(before)
            return


def check_every_action(round_: Round) -> None:
    actions = round_.legal_actions()
    texts = [str(action) for action in actions]
    assert len(set(texts)) == len(actions)
    before = round_._row.copy(), round_.history
    for action in every_action(round_):
        check_one(round_, action, action in actions)
        check_one(round_, str(action), str(action) in texts)
        assert (round_._row, round_.history) == before


def check_one(round_: Round, action: Action | str, legal: bool) -> None:
    after = round_.copy()
    if legal:
        after.apply(action)
        assert str(after.history[-1].action) == str(action)
        return
    with pytest.raises(IllegalAction):
        after.apply(action)
    assert (after._row, after.history) == (round_._row, round_.history)


def every_action(round_: Round) -> Iterator[Action]:
    """An action of each of the 132 ids: as on this table, or where it has none, as on some other."""
    here = {action.id: action for action in compile_rules(round_.rules).on[round_._row[TABLE]].actions}
    assert set(here) <= set(SOMEWHERE)
    assert len(SOMEWHERE) == ACTIONS
    return iter((SOMEWHERE | here).values())


SOMEWHERE = {
    action.id: action for on in compile_rules(Rules(6, overwrite="larger")).on for action in on.actions
}


@given(every_rules, seeds, choices)
@settings(max_examples=60)
def test_scores_never_fall_and_the_game_ends_at_the_target(
    rules: Rules, seed: int, chosen: list[int]
) -> None:
    """R21; Options, two_hands."""
    game = Game(rules, seed)
    source = iter(chosen)
    while not game.is_over:
        before = game.scores
        while not game.round.is_over:
            actions = game.round.legal_actions()
            game.apply(actions[next(source, 0) % len(actions)])
        assert all(new >= old for old, new in zip(before, game.scores, strict=True))
        assert game.scores == tuple(map(sum, zip(before, game.round.points(), strict=True)))
        ends = game.rounds == 2 if rules.format == "two_hands" else max(game.scores) >= rules.target
        assert game.is_over == ends
        if not game.is_over:
            game.next_round()
    assert game.winners is not None
    fewest = min(game.scores)
    assert game.winners == tuple(seat for seat, score in enumerate(game.scores) if score == fewest)


@given(rounds(), choices, st.data())
def test_the_same_round_from_any_position_in_it(round_: Round, chosen: list[int], data: Any) -> None:
    """A position set up by hand is the one that play reaches."""
    reached = [before for before, _ in play(round_, chosen)]
    moment = data.draw(st.sampled_from(reached))
    hands = [moment.hand(seat) for seat in range(moment.rules.players)]
    played = Counter(moment.observe(None).seen) - Counter(moment.table)
    twin = Round(
        moment.rules,
        hands,
        moment.leader,
        table=moment.table,
        turn=moment.turn,
        last=moment.last,
        passed=moment.passed,
        seen=played.elements(),
    )
    assert twin.legal_actions() == moment.legal_actions()
    assert hands_of(twin) == hands_of(moment)
    given_turn = Round(moment.rules, hands, table=moment.table, last=moment.last, passed=moment.passed)
    if moment.table:
        assert given_turn.turn == moment.turn

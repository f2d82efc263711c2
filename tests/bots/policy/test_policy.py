"""The policy player's look-ups: each means what it says, and none lies outside the table of weights."""

from __future__ import annotations

import random

import numpy as np
import pytest

from fivethreefive import Rules
from fivethreefive.bots.heuristic.kernel import PARTS, part_of
from fivethreefive.bots.policy import kernel as policy_kernel
from fivethreefive.bots.policy.bot import STEP, factors, policy_of
from fivethreefive.bots.policy.kernel import (
    FEATURES,
    count_beaters,
    features_of_pass,
    features_of_play,
    rest_feature,
    situation_of,
    weigh_all,
)
from fivethreefive.bots.search.kernel import edges_of
from fivethreefive.cards import RANKS, pack
from fivethreefive.rules.actions import MELDS
from fivethreefive.rules.kernel import TABLE
from fivethreefive.rules.melds import refuse_overwrite
from fivethreefive.rules.tables import compile_rules
from support.random_play import EVERY_KIND, odd_positions, positions

GROUPS = ((1, 2, 3, 4, 5), (7, 8, 9), (11, 12, 13, 14, 15))


def test_a_part_is_the_counts_to_the_base_six() -> None:
    chooser = random.Random(1)
    for _ in range(200):
        hand = [rank for rank in RANKS for _ in range(chooser.randint(0, 5))]
        packed = pack(hand)
        for group, ranks in enumerate(GROUPS):
            assert part_of(packed, group) == sum(hand.count(rank) * 6**i for i, rank in enumerate(ranks))


@pytest.mark.parametrize("players", [4, 6])
def test_what_beats_a_meld_is_counted_by_the_rules(players: int) -> None:
    """Melds of the same size that overwrite it (R10); of singles the cards, in steps beyond four."""
    rules, chooser = Rules(players), random.Random(2)
    policy = policy_of(rules)
    leads = [action.cards for action in compile_rules(rules).on[0].actions]
    for _ in range(60):
        unseen = [rank for rank in RANKS for _ in range(chooser.randint(0, rules.copies))]
        for number, meld in enumerate(MELDS):
            if meld is None or meld.size > 3:
                continue
            over = [
                cards
                for cards in leads
                if all(unseen.count(card) >= cards.count(card) for card in cards)
                and refuse_overwrite(rules, meld, cards) is None
            ]
            count = len(over)
            if meld.size == 1:
                cards_over = sum(unseen.count(cards[0]) for cards in over)
                count = (
                    cards_over if cards_over < 5 else 5 if cards_over < 8 else 6 if cards_over < 16 else 7
                )
            assert count_beaters(policy, number, pack(unseen)) == min(count, 7), (meld, unseen)


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND)
def test_a_weight_is_the_product_of_its_features(rules: Rules) -> None:
    """Every place is inside the table, in the part of it that is for that kind of feature."""
    tables, policy = compile_rules(rules).arrays, policy_of(rules)
    kinds = [
        policy_kernel.ON_MELD, policy_kernel.REST, policy_kernel.PLANS, policy_kernel.LEAVES,
        policy_kernel.HOLDS, policy_kernel.SIZES, policy_kernel.PASSES, FEATURES,
    ]  # fmt: skip
    weights = np.zeros(65)
    rounds = [*positions(rules, 12, seed=3), *odd_positions(rules, 12, seed=4)]
    for round_ in rounds:
        row = np.array(round_._row)
        sizes = np.array([len(round_.hand(s)) for s in range(rules.players)] + [0] * 6)[:6]
        legal = round_.legal_actions()
        now = situation_of(tables, row, sizes)
        on = compile_rules(rules).on[int(row[TABLE])]
        word = sum(1 << on.places[action] for action in legal if action.kind != "pass")
        total = weigh_all(tables, policy, row, sizes, word, weights)
        assert total == pytest.approx(sum(weights[on.places[action] + 1] for action in legal))
        assert edges_of(word, int(row[TABLE])) == sum(1 << on.places[action] + 1 for action in legal)
        for action in legal:
            place = on.places[action]
            if action.kind == "pass":
                found: tuple[int, ...] = features_of_pass(policy, now)
                order = [0, 2, 5, 6]
                factor = 1.0
            else:
                found = features_of_play(tables, policy, now, place)
                order = [0, 1, 2, 3, 4, 5]
                group = next(g for g, ranks in enumerate(GROUPS) if action.cards[0] in ranks)
                part = (now.rain, now.cloud, now.sun)[group]
                factor = 1 / policy.factor[rest_feature(now, group, part)]
            for feature, kind in zip(found, order, strict=True):
                assert kinds[kind] <= feature < kinds[kind + 1]
                factor *= policy.factor[feature]
            assert weights[place + 1] == pytest.approx(factor)


def test_factors_are_powers_of_one_step() -> None:
    steps = np.array([-128, -3, 0, 1, 127], np.int8)
    assert factors(steps) == pytest.approx(STEP ** steps.astype(float), rel=1e-12)
    assert factors(steps)[2] == 1.0


def test_there_is_a_place_for_every_part() -> None:
    assert 3 * 3 * PARTS == policy_kernel.PLANS - policy_kernel.REST

"""Nobody can get from what a player is handed back to the cards it may not see."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from fivethreefive import Game, Observation, Round, Rules, determinize
from fivethreefive.arena import simulation
from fivethreefive.record import Header, Seat
from fivethreefive.rules.actions import Action
from fivethreefive.rules.seeding import derive_seed, player_rng


class Peeker:
    """A bot that tries to deal the game again from its generator."""

    name = "peeker"

    def __init__(self) -> None:
        self.guesses: set[tuple[int, ...]] = set()
        self.truth: set[tuple[int, ...]] = set()

    def act(self, observation: Observation, rng: np.random.Generator) -> Action:
        entropy = rng.bit_generator.seed_seq.entropy  # type: ignore[attr-defined]
        for seed in np.atleast_1d(np.array(entropy, object)).tolist():
            game = Game(observation.rules, int(seed) % 2**62)
            self.guesses |= {game.round.hand(seat) for seat in range(observation.rules.players)}
        self.truth.add(observation.hand)
        return observation.legal[-1]


def test_a_simulated_bot_cannot_deal_its_game_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import UTC, datetime

    peeker = Peeker()
    monkeypatch.setattr(simulation, "make_bot", lambda _name: peeker)
    header = Header.new(
        Rules(4), [Seat(f"p{s}", "peeker") for s in range(4)], datetime(2026, 1, 1, tzinfo=UTC)
    )
    for number in range(5):
        simulation.play_numbered(simulation.Simulation(header, 1, 5, False), number)
    assert peeker.guesses
    assert not peeker.guesses & peeker.truth


def test_seeds_of_players_and_deals_differ_by_every_part_of_their_path() -> None:
    seeds = {
        derive_seed(seed, number, what) for seed in (1, 2) for number in (0, 1) for what in ("deal", 0, 1)
    }
    assert len(seeds) == 12
    assert all(0 <= seed < 2**62 for seed in seeds)
    assert player_rng(1, 2).integers(2**62) == player_rng(1, 2).integers(2**62)
    assert player_rng(1, 2).integers(2**62) != player_rng(1, 3).integers(2**62)


def test_the_seed_of_a_deal_does_not_deal_its_hidden_hands_again() -> None:
    """With one stream for both, about 64% of the cards came back, and 56% come by chance."""
    rules = Rules(4)
    same = total = 0
    for seed in range(600):
        round_ = Round.deal(rules, seed)
        hands = determinize(round_.observe(0), seed)
        for seat in (1, 2, 3):
            same += sum((Counter(hands[seat]) & Counter(round_.hand(seat))).values())
            total += rules.deal
    by_chance = 0
    for seed in range(600):
        round_ = Round.deal(rules, seed)
        hands = determinize(round_.observe(0), seed + 10_000)
        for seat in (1, 2, 3):
            by_chance += sum((Counter(hands[seat]) & Counter(round_.hand(seat))).values())
    assert abs(same - by_chance) / total < 0.02


def test_the_points_of_rules_cannot_be_changed() -> None:
    points = Rules(4).points
    for change in (
        lambda: points.__setitem__(8, 0),
        lambda: points.__delitem__(8),
        lambda: points.update({8: 0}),
        lambda: points.pop(8),
        points.popitem,
        points.clear,
        lambda: points.setdefault(8, 0),
        lambda: points.__ior__({8: 0}),
    ):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert points == Rules(4).points

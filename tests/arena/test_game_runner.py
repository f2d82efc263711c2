"""One game of a tournament: forfeits, clocks, and what a bot is given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from fivethreefive import Game, Observation, Rules
from fivethreefive.arena import game_runner as playing
from fivethreefive.arena.game_runner import Outcome, dealt, lost, play, prepare
from fivethreefive.arena.schedule import TournamentPlan
from fivethreefive.bots import Bot, make_bot
from fivethreefive.bots.policy.bot import policy_of
from fivethreefive.process_pool import LostTask, Watchdog
from fivethreefive.rules.actions import Action
from fivethreefive.state import Dealt
from support import arena_bots
from support.arena_bots import Failing, make


def plan(*bots: str, players: int = 4, **changes: Any) -> TournamentPlan:
    return TournamentPlan(bots=bots, rules=Rules(players), deals=20, seed=535, **changes)


def all_games(asked: TournamentPlan, maker: Callable[[str], Bot] = make) -> Iterator[Outcome]:
    for number in range(asked.total):
        yield play(asked, maker, number, Watchdog()).outcome


def hand_points(asked: TournamentPlan, deal: int, seat: int) -> int:
    return sum(asked.rules.points[card] for card in dealt(asked, deal).round.hand(seat))


@pytest.mark.parametrize(
    ("bot", "why", "detail"),
    [
        ("crashing", "crashed", "ZeroDivisionError: no luck"),
        ("leaving", "crashed", "SystemExit: 3"),
        ("unborn", "crashed", "LookupError: no weights"),
        ("cheating", "illegal", ""),
        ("babbling", "illegal", "'pass'"),
        ("slow", "late", "0.3 s"),
    ],
)
def test_a_bot_that_fails_takes_the_points_of_all_its_cards(bot: str, why: str, detail: str) -> None:
    asked = plan("greedy", bot, players=3, limit=0.2)
    outcome = play(asked, make, 0, Watchdog()).outcome
    assert asked.tables[0].seats == (0, 1, 1)
    forfeit = outcome.forfeit
    assert forfeit is not None
    assert (forfeit.why, asked.tables[0].seats[forfeit.seat]) == (why, 1)
    assert detail in forfeit.detail
    points = [0, 0, 0]
    points[forfeit.seat] = hand_points(asked, 0, forfeit.seat)
    assert outcome.points == tuple(points)
    assert outcome.winners == tuple(seat for seat in range(3) if seat != forfeit.seat)


def test_nobody_gains_by_failing() -> None:
    """Whatever happens later, no bot would have taken more, nor the others less."""
    honest, failing = plan("random", "greedy"), plan("random", "crashing")
    for fair, foul in zip(all_games(honest), all_games(failing), strict=True):
        if foul.forfeit is not None:
            seat = foul.forfeit.seat
            assert foul.points[seat] > fair.points[seat]
            assert sum(foul.points) == foul.points[seat]


def test_in_a_whole_game_the_points_so_far_stay_and_the_game_is_lost() -> None:
    class Later(Failing):
        def act(self, observation: Observation, rng: np.random.Generator) -> Action:
            if observation.round == 2:
                raise RuntimeError("tired")
            return observation.legal[-1]

    def maker(name: str) -> Bot:
        return Later(name) if name == "later" else make(name)

    asked = plan("greedy", "later", players=2, games=True)
    found = [outcome for outcome in all_games(asked, maker) if outcome.rounds == 2]
    assert found
    for outcome in found:
        assert outcome.forfeit is not None
        seat = outcome.forfeit.seat
        assert outcome.winners == (1 - seat,)
        assert outcome.points[1 - seat] == 0 or outcome.points[seat] > 10


def test_a_lost_process_is_a_forfeit_of_whoever_was_to_play() -> None:
    asked = plan("greedy", "random")
    number = 3 * len(asked.tables) + 1
    outcome = lost(asked, number, LostTask("hung", 2))
    assert outcome.forfeit is not None
    assert (outcome.game, outcome.forfeit.seat, outcome.forfeit.why) == (number, 2, "hung")
    assert outcome.points == (0, 0, hand_points(asked, 3, 2), 0)


def test_the_same_hands_are_dealt_at_every_table_of_a_deal() -> None:
    seen: dict[int, set[tuple[tuple[int, ...], ...]]] = {}

    class Looking:
        name = "looking"

        def act(self, observation: Observation, rng: np.random.Generator) -> Action:
            return observation.legal[-1]

    asked = plan("looking", "greedy", seating="all")
    for number in range(3 * len(asked.tables)):
        deal = number // len(asked.tables)
        game = dealt(asked, deal)
        [event] = [event for event in game.events if isinstance(event, Dealt)]
        seen.setdefault(deal, set()).add(event.hands)
    assert [len(hands) for hands in seen.values()] == [1, 1, 1]
    assert len(set.union(*seen.values())) == 3


def test_a_bot_is_closed_once_whatever_became_of_its_game() -> None:
    made: list[Failing] = []

    class Sulking(arena_bots.Crashing):
        def close(self) -> None:
            super().close()
            raise OSError("cannot even close")

    def maker(name: str) -> Bot:
        made.append(Sulking(name) if name == "sulking" else arena_bots.Printing(name))
        return made[-1]

    outcomes = [*all_games(plan("sulking", "printing", players=2), maker)]
    assert any(outcome.forfeit for outcome in outcomes)
    assert {bot.closed for bot in made} == {1}
    assert len(made) == 2 * len(outcomes)


def test_decisions_are_timed_by_seat() -> None:
    asked = plan("greedy", "slow", players=2, limit=5)
    outcome = play(asked, make, 0, Watchdog()).outcome
    slow = asked.tables[0].seats.index(1)
    assert outcome.thought[slow][1] >= 300_000
    assert sum(time >= 300_000 for thought in outcome.thought for time in thought) == 1


def test_the_watch_shows_who_is_thinking_and_only_while_it_thinks() -> None:
    watchdog = Watchdog()
    seen: set[int | None] = set()

    class Watching:
        name = "watching"

        def act(self, observation: Observation, rng: np.random.Generator) -> Action:
            assert watchdog.who == observation.seat
            seen.add(watchdog.who)
            return observation.legal[-1]

    play(
        plan("watching", "greedy"),
        lambda name: Watching() if name == "watching" else make(name),
        0,
        watchdog,
    )
    assert seen == {0}
    assert watchdog.who is None


def test_what_a_bot_of_the_house_needs_is_loaded_under_the_plans_rules_before_its_first_move() -> None:
    prepare.cache_clear()
    policy_of.cache_clear()

    class Loaded:
        name = "policy"

        def act(self, observation: Observation, rng: np.random.Generator) -> Action:
            loaded = policy_of.cache_info().misses
            action = make_bot("policy").act(observation, rng)
            assert policy_of.cache_info().misses == loaded
            return action

    outcome = play(plan("policy", "greedy", players=3), lambda _name: Loaded(), 0, Watchdog()).outcome
    assert outcome.forfeit is None


def test_preparing_is_cheap_and_whoever_fails_at_it_forfeits(monkeypatch: pytest.MonkeyPatch) -> None:
    watchdog = Watchdog()
    seen: list[tuple[str, int | None, bool]] = []

    def made(specification: str) -> Bot:
        seen.append((specification, watchdog.who, watchdog.late(0.0) is None))
        raise MemoryError("no room")

    prepare.cache_clear()
    monkeypatch.setattr(playing, "make_bot", made)
    asked = plan("search:60s", "greedy", players=2)
    forfeit = play(asked, make, 0, watchdog).outcome.forfeit
    assert forfeit is not None
    assert (forfeit.seat, forfeit.why, forfeit.detail) == (0, "crashed", "MemoryError: no room")
    assert seen == [("search:1", 0, True)], (
        "it may take long, and the watchdog tells whose death it would be"
    )


def test_a_tournaments_bot_cannot_deal_its_game_again() -> None:
    guesses: set[tuple[int, ...]] = set()
    truth: set[tuple[int, ...]] = set()

    class Peeker:
        name = "peeker"

        def act(self, observation: Observation, rng: np.random.Generator) -> Action:
            entropy = rng.bit_generator.seed_seq.entropy  # type: ignore[attr-defined]
            for seed in np.atleast_1d(np.array(entropy, object)).tolist():
                game = Game(observation.rules, int(seed) % 2**62)
                guesses.update(game.round.hand(seat) for seat in range(observation.rules.players))
            truth.add(observation.hand)
            return observation.legal[-1]

    asked = plan("peeker", "greedy")
    for number in range(0, asked.total, 7):
        play(asked, lambda name: Peeker() if name == "peeker" else make(name), number, Watchdog())
    assert guesses
    assert not guesses & truth


def test_the_players_words_differ_from_seat_to_seat_and_from_game_to_game() -> None:
    words: list[int] = []

    class Drawing:
        name = "drawing"

        def act(self, observation: Observation, rng: np.random.Generator) -> Action:
            words.append(int(rng.integers(2**62)))
            return observation.legal[-1]

    asked = plan("drawing", "other", players=2)
    for _ in range(2):
        for number in range(asked.total):
            play(asked, lambda _name: Drawing(), number, Watchdog())
    half = len(words) // 2
    assert words[:half] == words[half:]
    assert len(set(words[:half])) == half

"""Many rounds at once, as arrays: play them out with a compiled policy, or step them yourself."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fivethreefive.cards import RANKS, whole
from fivethreefive.language import IllegalAction, InvalidInput
from fivethreefive.rules import kernel
from fivethreefive.rules.actions import ACTIONS
from fivethreefive.rules.kernel import MOST_CARDS, NOBODY, TURN, WIDTH, WINNER
from fivethreefive.rules.options import Rules
from fivethreefive.rules.streams import CHOICES_STREAM, DEAL_STREAMS, Seed, random_stream, seed_of
from fivethreefive.rules.tables import compile_rules

POLICIES = {"random": kernel.RANDOM, "greedy": kernel.GREEDY}

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]


class PlayOuts(NamedTuple):
    """What came of played-out rounds, each array a row a round."""

    decisions: npt.NDArray[np.int32]
    """(rounds,): how many actions, passes included."""
    points: IntArray
    """(rounds, players): penalty points by seat (R20)."""
    winners: npt.NDArray[np.int8]
    """(rounds,): the seat that went out."""


def play_out(rules: Rules, rounds: int, policy: str = "random", seed: Seed = 0) -> PlayOuts:
    """Deal ``rounds`` rounds and play each out with a compiled policy in every seat.

    ``policy`` is ``"random"`` (each legal action as likely) or ``"greedy"`` (most cards, then the
    weakest meld; passes only where nothing fits). Round i uses stream i of the seed, so the first
    rounds of a longer run are the same. Raises InvalidInput.
    """
    if not isinstance(policy, str) or policy not in POLICIES:
        raise InvalidInput("unknown_policy", policy=policy, known=", ".join(POLICIES))
    rounds = _count("rounds", rounds, 0)
    room = np.zeros(WIDTH, np.int64), np.zeros(MOST_CARDS, np.int64), np.zeros(4, np.int64)
    results = PlayOuts(
        decisions=np.zeros(rounds, np.int32),
        points=np.zeros((rounds, rules.players), np.int64),
        winners=np.zeros(rounds, np.int8),
    )
    arrays = compile_rules(rules).arrays
    kernel.play_out(
        arrays, POLICIES[policy], seed_of(seed), 0, *room,
        results.decisions, results.winners, results.points,
    )  # fmt: skip
    return results


def _count(name: str, count: Any, least: int) -> int:
    number = whole(count)
    if number is None or not least <= number <= DEAL_STREAMS:
        raise InvalidInput("not_in_range", option=name, value=count, least=least, most=DEAL_STREAMS)
    return number


def _array(name: str, given: Any, shape: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
    """What a caller gave as an array, of the wanted shape and kind of number; else InvalidInput."""
    try:
        array = np.asarray(given)
    except ValueError:
        array = np.empty(0, object)
    if array.shape != shape or not np.issubdtype(array.dtype, kind):
        wanted = f"{shape} {kind.__name__}"
        raise InvalidInput("wrong_array", name=name, wanted=wanted, got=f"{array.shape} {array.dtype}")
    return array


class Observations(NamedTuple):
    """What the seat to play knows in each of n rounds, as counts by rank and seat.

    Seats are counted from the seat to play: column 0 is itself, 1 the next, and so on.
    """

    hand: IntArray
    """(n, 13): the seat's own cards of each rank."""
    seen: IntArray
    """(n, 13): cards of each rank that are out of play."""
    table: IntArray
    """(n,): number of the central meld, 0 for none (``rules.actions.MELDS``)."""
    last: IntArray
    """(n,): who played last; 0 where nothing lies on the table."""
    passed: BoolArray
    """(n, players): who has passed."""
    cards_left: IntArray
    """(n, players)."""


class BatchRounds:
    """``n`` independent rounds of the same rules, stepped together; each round may be over by itself.

    Every reset deals from streams not used before, so a seed never deals the same rounds twice.
    """

    def __init__(self, rules: Rules, n: int, seed: Seed = 0) -> None:
        self.rules = rules
        self.n = _count("n", n, 1)
        self._arrays = compile_rules(rules).arrays
        self._seed = seed_of(seed)
        self._streams = 0
        # The players' own choices draw from a stream that no deal uses.
        self._choices = random_stream(self._seed, CHOICES_STREAM)
        self._rows = np.zeros((self.n, WIDTH), np.int64)
        self.reset()

    def reset(self, which: BoolArray | None = None) -> None:
        """Deal anew: every round, or those where ``which``, (n,) of bool, is true."""
        chosen = np.ones(self.n, np.bool_)
        if which is not None:
            chosen = _array("which", which, (self.n,), np.bool_)
        count = int(chosen.sum())
        if self._streams + count > DEAL_STREAMS:
            raise InvalidInput("streams_used_up", most=DEAL_STREAMS)
        kernel.deal_rows(self._arrays, self._rows, chosen, self._seed, self._streams)
        self._streams += count

    @property
    def turn(self) -> IntArray:
        """(n,): the seat to play; the winner's where the round is over."""
        return self._rows[:, TURN].copy()

    @property
    def done(self) -> BoolArray:
        """(n,): whether the round is over."""
        result: BoolArray = self._rows[:, WINNER] != NOBODY
        return result

    @property
    def winner(self) -> IntArray:
        """(n,): the seat that went out, -1 while the round goes on."""
        return self._rows[:, WINNER].copy()

    def points(self) -> IntArray:
        """(n, players): penalty points on the cards each seat holds now (R20)."""
        points = np.zeros((self.n, self.rules.players), np.int64)
        kernel.points_of_rows(self._arrays, self._rows, points)
        return points

    def legal_mask(self) -> BoolArray:
        """(n, 132): which actions of the catalogue are legal; none where the round is over."""
        mask = np.zeros((self.n, ACTIONS), np.bool_)
        kernel.masks_of_rows(self._arrays, self._rows, mask)
        return mask

    def step(self, actions: npt.ArrayLike) -> None:
        """Apply an action id to every round that goes on; ids of rounds that are over are ignored.

        Raises IllegalAction, naming the first round with an action that is not legal there, or
        InvalidInput for an array of another shape; then nothing has changed.
        """
        ids = _array("actions", actions, (self.n,), np.integer)
        wrong = kernel.step_rows(self._arrays, self._rows, ids.astype(np.int64))
        if wrong >= 0:
            raise IllegalAction("batch_action", id=int(ids[wrong]), round=int(wrong))

    def random_actions(self) -> IntArray:
        """(n,): a legal action of each round, each as likely; 0 where the round is over."""
        ids = np.zeros(self.n, np.int64)
        kernel.random_actions(self._arrays, self._rows, self._choices, ids)
        return ids

    def observe(self) -> Observations:
        """What the seat to play knows in each round, as arrays."""
        n, players = self.n, self.rules.players
        seen = Observations(
            hand=np.zeros((n, len(RANKS)), np.int64),
            seen=np.zeros((n, len(RANKS)), np.int64),
            table=np.zeros(n, np.int64),
            last=np.zeros(n, np.int64),
            passed=np.zeros((n, players), np.bool_),
            cards_left=np.zeros((n, players), np.int64),
        )
        kernel.observe_rows(self._arrays, self._rows, *seen)
        return seen

"""BatchRounds: many rounds, or whole games, of the same rules as arrays, stepped together."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from fivethreefive.batch import batch_kernel
from fivethreefive.batch.arrays import (
    BoolArray,
    Int32Array,
    IntArray,
    one_for_each_row,
    valid_array,
    valid_output,
)
from fivethreefive.batch.batch_kernel import CHOICES, EPISODE, ROOM, ROW, SEED, Batch
from fivethreefive.features import Int8Array, feature_size
from fivethreefive.language import IllegalAction, InvalidInput
from fivethreefive.rules.actions import ACTIONS
from fivethreefive.rules.kernel import DEAL_STREAMS, NOBODY, TURN, seed_after, start_stream
from fivethreefive.rules.options import Rules, valid_rules
from fivethreefive.rules.seeding import CHOICES_STREAM, Seed, seed_of
from fivethreefive.rules.setup import valid_seat
from fivethreefive.rules.tables import compile_rules
from fivethreefive.state import Game, Round
from fivethreefive.validation import check_choice, valid_count

EpisodeKind = Literal["round", "game"]
EPISODE_KINDS: tuple[EpisodeKind, ...] = ("round", "game")
Seeds = Seed | Sequence[int] | npt.NDArray[np.integer[Any]]
"""One seed for all rows, or one for each."""

MOST_THREADS = 256
MOST_ROWS = DEAL_STREAMS
"""So that no two rows draw random actions from one stream."""


class BatchRounds:
    """``n`` independent episodes of the same rules, stepped together: rounds, or games to their end.

    ``restart`` begins the next episode of a row in the step that ends one; without it a row that is over
    stays as it is. Whole games deal their next round by themselves. ``threads`` share the rows out; the
    results are the same for any number of them. Episode k of row i is number i + k n of the seed, so that
    no deal comes twice; of ``n`` seeds, one for each row, it is number k of row i's own.

    What a step writes is in arrays that are made once: ``turn``, ``done``, ``rewards``, ``returns``,
    ``legal_words``, ``seed`` and ``episode_number``, and what ``observe``, ``legal_mask`` and
    ``random_actions`` return, cannot be written to and change with the next step or call. Copy what you
    keep.
    """

    def __init__(
        self,
        rules: Rules,
        n: int,
        seed: Seeds = 0,
        *,
        episode: EpisodeKind = "round",
        restart: bool = False,
        threads: int = 1,
        checked: bool = True,
    ) -> None:
        check_choice("episode", episode, EPISODE_KINDS)
        self.rules = valid_rules(rules)
        self.n = valid_count("n", n, 1, MOST_ROWS)
        self.checked = bool(checked)
        self.threads = min(valid_count("threads", threads, 1, MOST_THREADS), self.n)
        rows = np.zeros((self.n, ROW), np.int64)
        self._batch = Batch(
            rows=rows,
            words=np.zeros((self.n, 3), np.int64),
            done=np.zeros(self.n, np.bool_),
            rewards=np.zeros((self.n, rules.players), np.int32),
            returns=np.zeros((self.n, rules.players), np.int32),
            room=np.zeros((self.threads, ROOM), np.int64),
            stride=0,
            games=episode == "game",
            restart=bool(restart),
        )
        self._allocate()
        self._begin_anew(seed)
        self.reset()

    def _allocate(self) -> None:
        # What follows from ``_batch``. A copy makes it anew: a view that is copied is no view any more.
        batch, n, threads = self._batch, self.n, self.threads
        self._tables = compile_rules(self.rules).arrays
        self._given: IntArray = np.zeros(n, np.int64)
        self._drawn: IntArray = np.zeros(n, np.int64)
        self._viewers: IntArray = np.zeros(n, np.int64)
        self._features: Int8Array = np.zeros((n, feature_size(self.rules.players)), np.int8)
        self._mask: BoolArray = np.zeros((n, ACTIONS), np.bool_)
        self._all: BoolArray = np.ones(n, np.bool_)
        self.turn: IntArray = _shown(batch.rows[:, TURN])
        """(n,): the seat to play; the winner's where the episode is over."""
        self.seed: IntArray = _shown(batch.rows[:, SEED])
        """(n,): the seed that each row's episodes are dealt from."""
        self.episode_number: IntArray = _shown(batch.rows[:, EPISODE])
        """(n,): the number of each row's episode among all of the seed (``dealt`` makes it an object)."""
        self.done: BoolArray = _shown(batch.done)
        """(n,): whether the last step ended the row's episode, or with no restart an earlier one."""
        self.rewards: Int32Array = _shown(batch.rewards)
        """(n, players): minus the points of a round that the last step ended (R20), otherwise 0."""
        self.returns: Int32Array = _shown(batch.returns)
        """(n, players): the sum of the rewards of the episode that the last step belonged to."""
        self.legal_words: IntArray = _shown(batch.words)
        """(n, 3): the legal actions as bits: action a is bit a % 44 of word a // 44."""
        bounds = [n * part // threads for part in range(threads + 1)]
        self._parts = list(pairwise(bounds))
        self._pool: tuple[int, ThreadPoolExecutor] | None = None

    def reset(self, which: BoolArray | None = None, *, seed: Seeds | None = None) -> None:
        """Begin the next episode of every row, or of those where ``which``, (n,) of bool, is true.

        With a ``seed``, or one for each row, all begin again from its first episodes, as in a new batch.
        """
        chosen = self._all
        if which is not None:
            chosen = valid_array("which", which, (self.n,), np.bool_)
        if seed is not None:
            if which is not None:
                raise InvalidInput("which_and_seed", which="which")
            self._begin_anew(seed)
        self.run(batch_kernel.reset_rows, np.ascontiguousarray(chosen))

    def _begin_anew(self, seed: Any) -> None:
        """Make the next episode of every row the first of a seed, and its random actions the seed's."""
        if one_for_each_row(seed):
            seeds, stride = [seed_of(one) for one in seed], 1
        else:
            seeds, stride = [seed_of(seed)] * self.n, self.n
        if len(seeds) != self.n:
            raise InvalidInput("seeds_not_rows", seeds=len(seeds), rows=self.n)
        rows = self._batch.rows
        for i, own in enumerate(seeds):
            first = i % stride
            rows[i, SEED], rows[i, EPISODE] = own, first - stride  # The reset that follows adds the stride.
            # By ``first``, so that rows that share a seed draw different actions.
            start_stream(rows[i, CHOICES:], seed_after(own, first), CHOICES_STREAM)
        self._batch = self._batch._replace(stride=stride)

    def step(self, actions: npt.ArrayLike) -> None:
        """Apply an action id to every row that goes on; ids of rows that are over are ignored.

        Raises IllegalAction, naming the first row with an action that is not legal there, or InvalidInput
        for an array of another shape or kind; then nothing has changed. A batch made with
        ``checked=False`` does not look at the ids: who steps it promises that each is legal in its row, or
        -1 to leave the row as it is. Any other id of the catalogue leaves that row without meaning, and one
        outside it reads and writes memory of others.
        """
        ids = valid_array("actions", actions, (self.n,), np.integer)
        # One type and layout, or Numba would compile the kernels once more for each.
        # For an array of any other kind, also one that cannot be written to, Numba would compile once more.
        if ids.dtype == np.int64 and ids.flags.c_contiguous and ids.flags.writeable:
            own = ids
        else:
            own = self._given
            np.copyto(own, ids, casting="unsafe")
        if self.checked:
            wrong = self.run(batch_kernel.first_illegal, own)
            if max(wrong) >= 0:
                first = min(row for row in wrong if row >= 0)
                raise IllegalAction("batch_action", id=int(ids[first]), row=first)
        self.run(batch_kernel.step_rows, own)

    def random_actions(self, out: IntArray | None = None) -> IntArray:
        """(n,): a legal action of each row, each as likely; 0 where it is over.

        Each row draws from a stream of its own. Written to ``out``, else to an array of the batch's own
        that the next call writes again.
        """
        ids = self._drawn if out is None else valid_output("out", out, (self.n,), np.int64)
        self.run(batch_kernel.random_actions, ids)
        return _shown(ids) if out is None else out

    def legal_mask(self, out: BoolArray | None = None) -> BoolArray:
        """(n, 132): which actions of the catalogue are legal; none where the episode is over.

        Written to ``out``, else to an array of the batch's own that the next call writes again.
        """
        mask = self._mask if out is None else valid_output("out", out, self._mask.shape, np.bool_)
        self.run(batch_kernel.mask_rows, mask)
        return _shown(mask) if out is None else out

    def observe(self, seat: int | IntArray | None = None, *, out: Int8Array | None = None) -> Int8Array:
        """(n, size): what the seat to play, or ``seat``, knows in each row, as ``features.features`` does.

        ``seat`` is one for all rows, or (n,) one for each.
        Written to ``out``, else to an array of the batch's own that the next call writes again.
        """
        shape = self._features.shape
        features = self._features if out is None else valid_output("out", out, shape, np.int8)
        self._viewers[:] = NOBODY if seat is None else self._valid_seats(seat)
        self.run(batch_kernel.observe_rows, self._viewers, features)
        return _shown(features) if out is None else out

    def _valid_seats(self, seat: int | IntArray) -> int | IntArray:
        if not isinstance(seat, np.ndarray):
            return valid_seat(self.rules, "seat", seat)
        seats = valid_array("seat", seat, (self.n,), np.integer)
        wrong = seats[(seats < 0) | (seats >= self.rules.players)]
        if wrong.size:
            valid_seat(self.rules, "seat", wrong[0])
        return seats

    def dealt(self, row: int) -> Round | Game:
        """The episode of a row as an object, just dealt: the same seed, the same cards."""
        number = valid_count("row", row, 0, self.n - 1)
        episode, seed = int(self.episode_number[number]), int(self.seed[number])
        if self._batch.games:
            return Game(self.rules, seed_after(seed, episode))
        again, stream = divmod(episode, DEAL_STREAMS)
        return Round.deal(self.rules, seed_after(seed, again), stream=stream)

    def run(self, function: Callable[..., Any], *arguments: Any) -> list[Any]:
        """Call a compiled function for each part of the rows, in a thread each; what each call returned.

        It is called with the tables of the rules, the arrays (``batch_kernel.Batch``), ``arguments``, the
        first row of the part, the row after its last, and the number of the part.
        """
        calls = [
            (self._tables, self._batch, *arguments, *bounds, i) for i, bounds in enumerate(self._parts)
        ]
        # The first part is done here: waking a thread takes about as long as a thousand rows.
        others = [self._threads().submit(function, *call) for call in calls[1:]]
        return [function(*calls[0]), *(other.result() for other in others)]

    def _threads(self) -> ThreadPoolExecutor:
        # By process: a parent's threads do not live on in a fork, whose pool would wait for ever.
        if self._pool is None or self._pool[0] != os.getpid():
            self._pool = os.getpid(), ThreadPoolExecutor(self.threads, "fivethreefive-batch")
        return self._pool[1]

    def __copy__(self) -> BatchRounds:
        # What a copy shared would change under the other's feet.
        return copy.deepcopy(self)

    def __repr__(self) -> str:
        kind, over = "games" if self._batch.games else "rounds", int(self.done.sum())
        return f"<BatchRounds of {self.n} {kind}, {self.rules.players} players, {over} over>"

    def __getstate__(self) -> dict[str, Any]:
        kept = ("rules", "n", "checked", "threads")
        return {name: getattr(self, name) for name in kept} | {"_batch": self._batch}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._allocate()


def _shown(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view

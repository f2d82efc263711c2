"""Gymnasium's vector environment over ``BatchRounds``: many learners at once, the bots compiled.

    import gymnasium
    import fivethreefive.envs.gymnasium
    envs = gymnasium.make_vec("FiveThreeFive-v0", num_envs=1024, opponents="heuristic")

Row by row it is the single environment (``FiveThreeFiveEnv``), for the bots that decide at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from fivethreefive.batch import BatchRounds, EpisodeKind
from fivethreefive.batch.arrays import one_for_each_row, valid_array
from fivethreefive.batch.batch_kernel import STAY, WORD_BITS
from fivethreefive.bots import LEVELS
from fivethreefive.bots.compiled.bots import COMPILED, compiled_bots
from fivethreefive.bots.compiled.kernel import make_weights
from fivethreefive.envs import opponents_kernel
from fivethreefive.envs.base import setting_of
from fivethreefive.envs.opponents import SeatChoice, one_each
from fivethreefive.envs.rewards import payoff_of
from fivethreefive.envs.spaces import action_space, observation_space
from fivethreefive.features import feature_size
from fivethreefive.language import IllegalAction, InvalidInput
from fivethreefive.rules.actions import ACTIONS
from fivethreefive.rules.kernel import SEATS, SEED_LIMIT
from fivethreefive.rules.options import Rules
from fivethreefive.rules.seeding import seed_of
from fivethreefive.validation import check_choice

Rows = npt.NDArray[np.bool_]
Seen = dict[str, npt.NDArray[np.int8]]
Seeds = int | Sequence[int | None] | npt.NDArray[np.integer[Any]] | None
Step = tuple[Seen, npt.NDArray[np.float64], Rows, Rows, dict[str, Any]]


class FiveThreeFiveVectorEnv(VectorEnv[Seen, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """``num_envs`` learners, each at a table of its own with bots that decide at once.

    The arguments are those of ``FiveThreeFiveEnv``; ``opponents`` are among ``random``, ``greedy``,
    ``heuristic`` and ``policy`` (for others make the vector of single environments,
    ``vectorization_mode="sync"``). ``autoreset_mode`` is Gymnasium's, ``threads`` share the rows out, and
    with ``copy=False`` observations are arrays that the next step writes again.

    ``reset(seed=s)`` begins row i with the episode of seed s + i, a list of seeds gives each row its own;
    what follows in a row are the next streams of its seed. Raises InvalidRules and InvalidInput for what
    cannot be played.
    """

    def __init__(  # noqa: PLR0913 - Gymnasium's keywords
        self,
        num_envs: int = 1,
        rules: Rules | None = None,
        *,
        opponents: str | Sequence[str] = "heuristic",
        seat: int | Literal["random"] = 0,
        episode: EpisodeKind = "round",
        zero_sum: bool = False,
        illegal: Literal["end", "raise"] = "end",
        render_mode: None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        **options: Any,
    ) -> None:
        check_choice("render_mode", render_mode, (None,))
        check_choice("illegal", illegal, ("end", "raise"))
        self._setting = setting_of(rules, episode, zero_sum, options)
        self.rules = self._setting.rules
        self._ends_illegal, self._copy = illegal == "end", bool(copy)
        mode = getattr(autoreset_mode, "value", autoreset_mode)
        check_choice("autoreset_mode", mode, tuple(each.value for each in AutoresetMode))
        self._mode = AutoresetMode(mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self._mode}
        self._batch = BatchRounds(self.rules, num_envs, episode=episode, threads=threads, checked=False)
        self.num_envs = self._batch.n
        self.single_observation_space = observation_space(self.rules.players)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._opponents = _kinds_of(self.rules, opponents)
        self._choice = SeatChoice(self.rules, seat)
        self._make_room()

    def _make_room(self) -> None:
        rows, parts = self.num_envs, self._batch.threads
        self._compiled = compiled_bots(self.rules)
        self._sizes = np.zeros((parts, SEATS), np.int64)
        self._weights = np.stack([make_weights() for _ in range(parts)])
        self._rows = np.arange(rows)
        self._seats = np.zeros(rows, np.int64)
        self._kinds = np.zeros((rows, SEATS), np.int64)
        self._owed = np.zeros(rows)
        self._ended = np.zeros(rows, np.bool_)
        self._features = np.zeros((rows, feature_size(self.rules.players)), np.int8)
        self._mask = np.zeros((rows, ACTIONS), np.bool_)
        self._ready = False

    def reset(
        self, *, seed: Seeds = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin an episode in every row, or with ``options["reset_mask"]`` the next one of those rows.

        Without a seed all rows get new ones, drawn from the environment's own generator, which the last
        given seeds have set. Raises InvalidInput for seeds that are none, and then nothing has changed.
        """
        self._check_open()
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            self._check_ready()
            if seed is not None:
                raise InvalidInput("which_and_seed", which="reset_mask")
            which = valid_array("reset_mask", mask, (self.num_envs,), np.bool_)
            self._begin_next(which)
        else:
            self._batch.reset(seed=self._seeds_of(seed))
            self._sit(np.ones(self.num_envs, np.bool_))
            self._ready = True
        return self._look()

    def _seeds_of(self, seed: Any) -> list[int]:
        if one_for_each_row(seed):
            if len(seed) != self.num_envs:
                raise InvalidInput("seeds_not_rows", seeds=len(seed), rows=self.num_envs)
            # All are checked before any is drawn, so that a wrong one changes nothing.
            given = [None if own is None else seed_of(own) for own in seed]
            seeds = [seed_of(self.np_random) if own is None else own for own in given]
            self.np_random = np.random.default_rng(seeds)
            return seeds
        if seed is None:
            return [seed_of(self.np_random) for _ in range(self.num_envs)]
        first = seed_of(seed)
        super().reset(seed=first)
        return [(first + row) % SEED_LIMIT for row in range(self.num_envs)]

    def _begin_next(self, which: Rows) -> None:
        self._batch.reset(which)
        self._sit(which)

    def _sit(self, which: Rows) -> None:
        """Seat the learners of some rows whose episode begins, and let the bots before them play."""
        rows = self._rows[which]
        seeds, numbers = self._batch.seed[rows], self._batch.episode_number[rows]
        episodes = zip(seeds.tolist(), numbers.tolist(), strict=True)
        seats = np.array([self._choice.of(seed, number) for seed, number in episodes], np.int64)
        self._seats[rows] = seats
        for place, kind in enumerate(self._opponents, start=1):
            self._kinds[rows, (seats + place) % self.rules.players] = kind
        self._play_others()
        self._owed[which] = self._paid()[which]
        self._ended[which] = False

    def _play_others(self) -> None:
        self._batch.run(
            opponents_kernel.play_others,
            self._compiled,
            self._kinds,
            self._seats,
            self._sizes,
            self._weights,
        )

    def _paid(self) -> npt.NDArray[np.float64]:
        """(num_envs,): what the learners are paid for the rounds that ended since the last step."""
        points = -self._batch.rewards
        own = points[self._rows, self._seats]
        paid: npt.NDArray[np.float64] = payoff_of(
            own, points.sum(axis=1), self.rules.players, self._setting.zero_sum
        )
        return paid

    def step(self, actions: npt.NDArray[np.int64]) -> Step:
        """Play an action for every learner, then the bots' until each is to play again.

        Raises InvalidInput for another shape or kind of array, before ``reset``, and without autoreset
        where a row is over; IllegalAction with ``illegal="raise"``, and then nothing has changed.
        """
        self._check_ready()
        resetting = self._ended
        if self._mode == AutoresetMode.DISABLED and resetting.any():
            raise InvalidInput("episode_over")
        ids, illegal = self._legal_ids(actions, resetting | self._batch.done)
        self._batch.step(ids)
        self._play_others()
        # Owed is what was paid while an episode began: bots before the learner may have ended a round.
        rewards = self._owed + self._paid()
        rewards[illegal] += self._setting.lowest
        self._owed[:] = 0
        terminations = (self._batch.done | illegal) & ~resetting
        self._ended = terminations.copy()
        final: dict[str, Any] = {}
        if self._mode == AutoresetMode.NEXT_STEP:
            rewards[resetting] = 0
            if resetting.any():
                self._begin_next(resetting)
        elif self._mode == AutoresetMode.SAME_STEP and terminations.any():
            final = self._final(terminations, illegal, actions)
            self._begin_next(terminations)
            illegal = np.zeros_like(illegal)  # Told in ``final_info``; the rows have begun again.
        seen, info = self._look()
        info |= _told(illegal, actions) | final
        return seen, rewards, terminations, np.zeros_like(terminations), info

    def _legal_ids(self, actions: Any, waiting: Rows) -> tuple[npt.NDArray[np.int64], Rows]:
        """The actions to play, STAY where there is none to play, and which rows have an illegal one."""
        ids = valid_array("actions", actions, (self.num_envs,), np.integer).astype(np.int64)
        within = ids.clip(0, ACTIONS - 1)
        bits = self._batch.legal_words[self._rows, within // WORD_BITS] >> within % WORD_BITS
        illegal = ~waiting & ((bits & 1 == 0) | (within != ids))
        if illegal.any() and not self._ends_illegal:
            row = int(illegal.argmax())
            raise IllegalAction("batch_action", id=int(ids[row]), row=row)
        ids[waiting | illegal] = STAY
        return ids, illegal

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """(num_envs, 132): which actions are legal now, under the name that sb3-contrib calls."""
        self._check_ready()
        mask = self._batch.legal_mask(self._mask)
        mask[self._ended] = False
        return mask.copy() if self._copy else mask

    def _look(self) -> tuple[Seen, dict[str, Any]]:
        features = self._batch.observe(self._seats, out=self._features)
        mask = self.action_masks().view(np.int8)
        seen = {"observation": features.copy() if self._copy else features, "action_mask": mask}
        # A copy, also with ``copy=False``: the next episode of a row may begin in the same step.
        info = {"action_mask": mask.copy(), "seat": self._seats.copy(), "scores": -self._batch.returns}
        every = np.ones(self.num_envs, np.bool_)
        return seen, info | {f"_{name}": every for name in info}

    def _final(self, over: Rows, illegal: Rows, actions: Any) -> dict[str, Any]:
        """The end of rows that are about to begin again, in Gymnasium's form."""
        seen, info = self._look()
        info |= _told(illegal, actions)
        observations = np.full(self.num_envs, None, object)
        for row in self._rows[over]:
            observations[row] = {name: array[row].copy() for name, array in seen.items()}
        info |= {name: over & mask for name, mask in info.items() if name.startswith("_")}
        return {"final_obs": observations, "_final_obs": over, "final_info": info, "_final_info": over}

    def close_extras(self, **_kwargs: Any) -> None:
        """Nothing is held but memory."""

    def _check_open(self) -> None:
        if self.closed:
            raise InvalidInput("environment_closed")

    def _check_ready(self) -> None:
        self._check_open()
        if not self._ready:
            raise InvalidInput("environment_not_reset")


def _kinds_of(rules: Rules, opponents: str | Sequence[str]) -> list[int]:
    """The kinds of the bots in playing order after the learner; InvalidInput for others."""
    named = one_each(rules, opponents)
    for bot in named:
        if not isinstance(bot, str) or LEVELS.get(bot, bot) not in COMPILED:
            raise InvalidInput("not_a_quick_bot", bot=bot, known=", ".join(COMPILED))
    return [COMPILED[LEVELS.get(bot, bot)] for bot in named]


def _told(illegal: Rows, actions: Any) -> dict[str, Any]:
    """Why the rows with an illegal action are over."""
    if not illegal.any():
        return {}
    why = np.full(len(illegal), None, object)
    for row in np.flatnonzero(illegal):
        why[row] = str(IllegalAction("batch_action", id=int(actions[row]), row=int(row)))
    return {"illegal": why, "_illegal": illegal}

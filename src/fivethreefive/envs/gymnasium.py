"""Gymnasium: one learner at one seat, bots at the others.

    import gymnasium
    import fivethreefive.envs.gymnasium
    env = gymnasium.make("FiveThreeFive-v0", players=4, opponents="heuristic")

Needs the extra ``gymnasium``.
"""

from __future__ import annotations

from typing import Any, Literal, SupportsIndex

import numpy as np
import numpy.typing as npt

from fivethreefive.language import IllegalAction, InvalidInput, MissingExtra

try:
    import gymnasium
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "gymnasium":
        raise
    raise MissingExtra("Gymnasium", "gymnasium") from None

from fivethreefive.batch import EpisodeKind
from fivethreefive.envs.base import RENDER_MODES, Environment, Episode, RenderMode, setting_of
from fivethreefive.envs.opponents import Opponents, SeatChoice, SeatedOpponents
from fivethreefive.envs.render import show
from fivethreefive.envs.spaces import action_mask, action_space, observation_space, seen_by
from fivethreefive.features import Int8Array
from fivethreefive.observation import Observation
from fivethreefive.rules.actions import ACTIONS
from fivethreefive.rules.options import Rules
from fivethreefive.rules.seeding import seed_of
from fivethreefive.validation import check_choice, whole

Seen = dict[str, Any]
"""``observation`` and ``action_mask``, int8 arrays."""
Illegal = Literal["end", "raise"]


class FiveThreeFiveEnv(Environment, gymnasium.Env[Seen, np.int64]):
    """One learner at one seat against bots.

    ``rules``, or the options of ``Rules`` one by one (``players=2, overwrite="larger"``), say what is
    played; ``episode`` whether an episode is a round or a game. ``opponents`` is a bot for all other
    seats or one for each, in playing order after the learner: a name as ``make_bot`` takes it, or an
    object with a method ``act``. ``seat`` is the learner's, or ``"random"`` for one drawn from each
    episode's seed. When a round ends the learner is paid minus its points, or, with ``zero_sum``, the
    mean of the others' points less its own; all other rewards are 0.

    ``illegal`` says what an illegal action does. ``"end"``: the episode ends, the reward is the lowest
    that an episode can pay, and ``info["illegal"]`` says why. ``"raise"``: IllegalAction names the rule,
    and nothing has changed. Raises InvalidRules and InvalidInput for what cannot be played.
    """

    metadata = {  # noqa: RUF012 - so declared by Gymnasium
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        opponents: Opponents = "heuristic",
        seat: int | Literal["random"] = 0,
        episode: EpisodeKind = "round",
        zero_sum: bool = False,
        illegal: Illegal = "end",
        render_mode: RenderMode | None = None,
        **options: Any,
    ) -> None:
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        check_choice("illegal", illegal, ("end", "raise"))
        self._setting = setting_of(rules, episode, zero_sum, options)
        self._ends_illegal = illegal == "end"
        self.render_mode = render_mode
        self.observation_space = observation_space(self.rules.players)
        self.action_space = action_space()
        self._choice = SeatChoice(self.rules, seat)
        self._opponents = SeatedOpponents(self.rules, opponents)
        self._goes_on = False
        self._owed = 0.0
        self.seat = self._choice.of(0)
        """The learner's seat in this episode."""

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin the episode of ``seed``, or the next of the environment's own; ``options`` has no use here.

        The bots before the learner play at once. Raises InvalidInput for a seed that is not a whole number
        from 0 to 2^62 - 1.
        """
        self._check_open()
        given = None if seed is None else seed_of(seed)
        super().reset(seed=given)
        seed = seed_of(self.np_random) if given is None else given
        self.seat = self._choice.of(seed)
        self._opponents.sit(self.seat, seed)
        self._episode = self._setting.begin(seed)
        self._owed = 0.0
        self._show()
        self._play_others(self._episode)
        return self._seen(self._episode), self._info(self._episode)

    def step(self, action: SupportsIndex) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action for the learner, then the bots' until it is to play again.

        Raises IllegalAction for what is no whole number, and with ``illegal="raise"`` for an action that is
        not legal; then nothing has changed. Raises InvalidInput before ``reset`` and after the end.
        """
        episode = self._under_way()
        if not self._goes_on:
            raise InvalidInput("episode_over")
        if whole(action) is None:  # A mistake of the program, and no choice of a learner's.
            raise IllegalAction("not_an_action_number", action=action, last=ACTIONS - 1)
        if not episode.is_over:
            try:
                self._pay(episode.play(episode.round.action(action)))
            except IllegalAction as error:
                if not self._ends_illegal:
                    raise
                return self._end_illegal(episode, error)
            self._show()
            self._play_others(episode)
        # Else it was over before the learner's first turn, and all that is left is to say so.
        paid, self._owed = self._owed, 0.0
        self._goes_on = not episode.is_over
        return self._seen(episode), paid, episode.is_over, False, self._info(episode)

    def _end_illegal(
        self, episode: Episode, error: IllegalAction
    ) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        self._goes_on = False
        paid = self._owed + self.lowest_payoff
        return self._seen(episode), paid, True, False, {**self._info(episode), "illegal": str(error)}

    def _play_others(self, episode: Episode) -> None:
        # Where a bot fails, the episode cannot go on: only reset helps.
        self._goes_on = False
        while not episode.is_over and episode.round.turn != self.seat:
            self._pay(self._opponents.play(episode))
            self._show()
        self._goes_on = True

    def _pay(self, paid: tuple[float, ...] | None) -> None:
        if paid is not None:
            self._owed += paid[self.seat]

    def observation_of(self, seat: int) -> Observation:
        """What a seat may know, as bots are shown it: ``bot.act(env.observation_of(seat), rng)``."""
        return self._under_way().observe(seat)

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """(132,): which actions are legal now, under the name that sb3-contrib's MaskablePPO calls."""
        return self._mask(self._under_way()).astype(np.bool_)

    def _mask(self, episode: Episode) -> Int8Array:
        return action_mask(episode.round if self._goes_on else None)

    def _seen(self, episode: Episode) -> Seen:
        return {"observation": seen_by(self.seat, episode), "action_mask": self._mask(episode)}

    def _info(self, episode: Episode) -> dict[str, Any]:
        return {"action_mask": self._mask(episode), "seat": self.seat, "scores": episode.scores}

    def render(self) -> str | None:
        """The table with all hands, as text or printed, by ``render_mode``."""
        return show(self._under_way(), self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Let go of the bots; nothing but ``close`` can be called any more."""
        super().close()
        self._opponents.close()


gymnasium.register(
    "FiveThreeFive-v0",
    entry_point="fivethreefive.envs.gymnasium:FiveThreeFiveEnv",
    vector_entry_point="fivethreefive.envs.vector:FiveThreeFiveVectorEnv",
)

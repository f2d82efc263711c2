"""PettingZoo: one agent for each seat, in turn (AEC).

    from fivethreefive.envs import pettingzoo
    env = pettingzoo.env(players=4)

Needs the extra ``pettingzoo``. There is no parallel form: one seat plays at a time.
"""

from __future__ import annotations

from typing import Any, ClassVar, SupportsIndex

import numpy as np

from fivethreefive.language import IllegalAction, InvalidInput, MissingExtra

try:
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] not in ("pettingzoo", "gymnasium"):
        raise
    raise MissingExtra("PettingZoo", "pettingzoo") from None

from fivethreefive.batch import EpisodeKind
from fivethreefive.envs.base import RENDER_MODES, Environment, Episode, RenderMode, setting_of
from fivethreefive.envs.render import seat_name, show
from fivethreefive.envs.spaces import action_mask, action_space, observation_space, seen_by
from fivethreefive.features import Int8Array
from fivethreefive.observation import Observation
from fivethreefive.rules.options import Rules
from fivethreefive.rules.seeding import seed_of
from fivethreefive.validation import check_choice


def env(
    rules: Rules | None = None,
    *,
    episode: EpisodeKind = "round",
    zero_sum: bool = False,
    render_mode: RenderMode | None = None,
    **options: Any,
) -> Any:
    """The environment in PettingZoo's wrappers: an illegal action ends the episode.

    Who acts illegally is paid the lowest that any episode can pay, the others nothing. Arguments as
    for ``raw_env``.
    """
    raw = raw_env(rules, episode=episode, zero_sum=zero_sum, render_mode=render_mode, **options)
    wrapped = wrappers.TerminateIllegalWrapper(raw, illegal_reward=raw.lowest_payoff)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(Environment, AECEnv):  # type: ignore[misc]  # PettingZoo is untyped and names it so
    """The environment itself: an illegal action raises IllegalAction, and nothing has changed.

    ``rules``, or the options of ``Rules`` one by one (``players=2, overwrite="larger"``), say what is
    played; ``episode`` whether an episode is a round or a game, whose next round is dealt as soon as
    one is over. When a round ends every seat is paid minus its points, or, with ``zero_sum``, the
    mean of the others' points less its own; all other rewards are 0. ``render_mode`` is ``"ansi"`` for
    text from ``render``, ``"human"`` to print it after every action; it shows all hands. Raises
    InvalidRules and InvalidInput for what cannot be played.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "fivethreefive_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        episode: EpisodeKind = "round",
        zero_sum: bool = False,
        render_mode: RenderMode | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        self._setting = setting_of(rules, episode, zero_sum, options)
        self.render_mode = render_mode
        self.possible_agents = [seat_name(seat) for seat in range(self.rules.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {a: observation_space(self.rules.players) for a in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self.agents: list[str] = []
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """The same object every time."""
        return self.observation_spaces[self._agent(agent)]

    def action_space(self, agent: str) -> Any:
        """The same object every time."""
        return self.action_spaces[self._agent(agent)]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the episode of ``seed``, or the next of the environment's own; ``options`` has no use here.

        Raises InvalidInput for a seed that is not a whole number from 0 to 2^62 - 1.
        """
        self._check_open()
        if seed is None:
            seed = seed_of(self._rng)
        else:  # Those that follow without one are drawn after it.
            seed = seed_of(seed)
            self._rng = np.random.default_rng(seed)
        self._episode = self._setting.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._await(self._episode)

    def step(self, action: SupportsIndex | None) -> None:
        """Play an action for ``agent_selection``; None for an agent whose episode has ended.

        Raises IllegalAction, naming the rule, for an action that is not legal; then nothing has changed.
        """
        episode = self._under_way()
        if not self.agents:
            raise InvalidInput("episode_over")
        acting = self.agent_selection
        if self.terminations[acting] or self.truncations[acting]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction("not_an_action_number", action=None, last=self.action_spaces[acting].n - 1)
        paid = episode.play(episode.round.action(action))
        self._cumulative_rewards[acting] = 0.0
        self.rewards = dict(zip(self.agents, paid or (0.0,) * len(self.agents), strict=True))
        self._accumulate_rewards()
        if episode.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._await(episode)
        if episode.is_over:
            self._deads_step_first()  # PettingZoo's: every agent is stepped once more, to be told its end.

    def _await(self, episode: Episode) -> None:
        self.agent_selection = self.possible_agents[episode.round.turn]
        self.infos = {agent: {"action_mask": self._mask(episode, agent)} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Int8Array]:
        """What an agent may know, at any time: its features and, when it is its turn, its legal actions."""
        episode = self._under_way()
        seat = self._seats[self._agent(agent)]
        return {"observation": seen_by(seat, episode), "action_mask": self._mask(episode, agent)}

    def _mask(self, episode: Episode, agent: str) -> Int8Array:
        to_play = self._seats[agent] == episode.round.turn and not self.terminations.get(agent, True)
        return action_mask(episode.round if to_play else None)

    def render(self) -> str | None:
        """The table with all hands, as text or printed, by ``render_mode``."""
        return show(self._under_way(), self.render_mode)

    def observation_of(self, agent: str) -> Observation:
        """What an agent may know, as bots are shown it: ``bot.act(env.observation_of(agent), rng)``."""
        return self._under_way().observe(self._seats[self._agent(agent)])

    def _agent(self, agent: str) -> str:
        if not isinstance(agent, str) or agent not in self._seats:
            raise InvalidInput("no_such_agent", agent=agent, known=", ".join(self.possible_agents))
        return agent

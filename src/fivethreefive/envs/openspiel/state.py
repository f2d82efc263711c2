"""A round under way: first chance deals (``deal``), then the seats play (``round``)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pyspiel

from fivethreefive.cards import write_cards
from fivethreefive.envs.openspiel.deal import Deal
from fivethreefive.envs.rewards import payoffs
from fivethreefive.language import IllegalAction
from fivethreefive.observation import determinize
from fivethreefive.record import write_position
from fivethreefive.rules.actions import write_id
from fivethreefive.rules.melds import Cards
from fivethreefive.rules.seeding import Seed
from fivethreefive.rules.setup import valid_seat
from fivethreefive.state import Round

CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


class RoundState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A node of the game. OpenSpiel copies and pickles what ``__init__`` sets, and keeps the history.

    ``deal`` is what was dealt, ``round`` the round itself once that is complete, before it None.
    """

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.deal = Deal.start(game.rules)
        self.round: Round | None = None
        self.zero_sum: bool = game.zero_sum

    def current_player(self) -> int:
        """Chance until all is dealt, then the seat to play."""
        if self.round is None:
            return CHANCE
        return TERMINAL if self.round.is_over else self.round.turn

    def is_terminal(self) -> bool:
        """Whether somebody has gone out (R19)."""
        return self.round is not None and self.round.is_over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do next, with exact probabilities (``deal``)."""
        return self.deal.outcomes()

    def returns(self) -> list[float]:
        """What every seat is paid, zeros while the round goes on."""
        if self.round is None or not self.round.is_over:
            return [0.0] * self.deal.rules.players
        return list(payoffs(self.round.points(), self.zero_sum))

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> RoundState:
        """A state that looks the same to ``player_id``: the cards it has not seen are dealt again.

        Every deal that fits what the seat knows is as likely. ``sampler`` gives numbers from 0 to below 1.
        While chance deals nobody knows anything, so that is a state of which nothing is dealt. Raises
        InvalidInput for what is no seat.
        """
        valid_seat(self.deal.rules, "player_id", player_id)
        if self.round is None:
            return self.get_game().new_initial_state()  # type: ignore[no-any-return]
        observation = self.round.observe(player_id)
        # 53 bits: all that a float below 1 can tell.
        left = observation.shown or determinize(observation, int(sampler() * 2**53))
        hands = [list(hand) for hand in left]
        for seat, action in observation.history:
            hands[seat] += action.cards
        state = state_of(self.get_game(), [tuple(sorted(hand)) for hand in hands], observation.leader)
        for _, action in observation.history:
            state.apply_action(action.id)
        return state

    def _legal_actions(self, _player: int) -> list[int]:
        assert self.round is not None
        return sorted(action.id for action in self.round.legal_actions())

    def _apply_action(self, action: int) -> None:
        if self.round is not None:
            self.round.apply(self.round.action(action))
            return
        self.deal = deal = self.deal.after(action)
        if not deal.possible:
            hands = [deal.hand(seat) for seat in range(deal.rules.players)]
            assert deal.leader is not None
            self.round = Round(deal.rules, hands, deal.leader)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return self.deal.text(action)
        try:
            if self.round is not None:
                return str(self.round.action(action))
        except IllegalAction:
            pass  # OpenSpiel also asks what an action is called that is of another table
        return write_id(action)

    def __str__(self) -> str:
        # All hands, as every state of OpenSpiel shows them: what a seat may know, observers tell.
        if self.round is None:
            return str(self.deal)
        players = range(self.deal.rules.players)
        played = " ".join(str(action) for _, action in self.round.history)
        if self.round.is_over:
            now = "left " + "/".join(write_cards(self.round.hand(seat)) for seat in players)
        else:
            now = write_position(self.round)
        return "\n".join((str(self.deal), f"played {played}", now))


def deal_state(game: Any, seed: Seed) -> RoundState:
    """The state of ``game``, a RoundGame, that is dealt as ``Round.deal`` deals with this seed."""
    dealt = Round.deal(game.rules, seed)
    return state_of(game, [dealt.hand(seat) for seat in range(game.rules.players)], dealt.leader)


def state_of(game: Any, hands: Sequence[Cards], leader: int) -> RoundState:
    """The state of ``game`` in which chance has dealt these hands, by seat, and this leader."""
    state: RoundState = game.new_initial_state()
    while state.round is None:
        state.apply_action(state.deal.towards(hands, leader))
    return state

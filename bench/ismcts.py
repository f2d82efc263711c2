"""The search against OpenSpiel's search of information sets (ISMCTS), at equal time: about eight minutes.

    python -m bench ismcts

Both play the game ``python_535`` for what a round pays with ``zero_sum``. OpenSpiel's bot is the one
written in Python, since its compiled one plays no game written in Python: it gets a number of simulations,
and how long those take on average is what a decision of ours may take. As that is many more simulations
for ours, it plays with the same number of them as well. One search sits among bots of OpenSpiel; every
deal is played with it in each seat. Needs the extra ``openspiel``.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from bench._report import less, report
from fivethreefive.bots import make_bot
from fivethreefive.rules.seeding import player_rng

SIMULATIONS = 50
EXPLORATION = 7.0
"""In points: about as far as payoffs of random play are from their mean."""
SEED = 1
WARM_UP = 5
DEALS = {4: 24, 2: 60}

Player = Callable[[Any], int]
"""Answers a state with an action."""


class Timed:
    """A player whose decisions with a choice are timed."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.seconds: list[float] = []

    def __call__(self, state: Any) -> int:
        legal: list[int] = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        begun = time.perf_counter()
        action = self.player(state)
        self.seconds.append(time.perf_counter() - begun)
        return action

    @property
    def milliseconds(self) -> float:
        return float(np.mean(self.seconds)) * 1000


def openspiel_player(game: Any) -> Player:
    from open_spiel.python.algorithms import ismcts, mcts

    rng = np.random.RandomState(SEED)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    bot = ismcts.ISMCTSBot(game, evaluator, EXPLORATION, SIMULATIONS, random_state=rng)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, rng.uniform))
    return lambda state: int(bot.step(state))


def own_player(specification: str) -> Player:
    bot, rng = make_bot(specification), player_rng(SEED)
    return lambda state: bot.act(state.round.observe(state.current_player()), rng).id


def returns(state: Any, players: list[Timed]) -> list[float]:
    """What every seat is paid once the round is played out."""
    while not state.is_terminal():
        state.apply_action(players[state.current_player()](state))
    paid: list[float] = state.returns()
    return paid


def measured(game: Any, specification: str, theirs: Timed, deals: int) -> dict[str, Any]:
    """One line of the table."""
    from fivethreefive.envs.openspiel import deal_state

    players = game.num_players()
    ours = Timed(own_player(specification))
    gains = np.zeros((deals, players))
    for deal in range(deals):
        for seat in range(players):
            seats = [ours if other == seat else theirs for other in range(players)]
            gains[deal, seat] = returns(deal_state(game, deal), seats)[seat]
    return {
        "bot": specification,
        "ms": ours.milliseconds,
        "others": f"ISMCTS:{SIMULATIONS}",
        "their ms": theirs.milliseconds,
        "players": players,
        "deals": deals,
    } | less(gains.mean(axis=1))


def main() -> None:
    if importlib.util.find_spec("pyspiel") is None:
        print("OpenSpiel is not installed.")
        return
    import pyspiel

    from fivethreefive.envs.openspiel import deal_state

    rows = []
    for players, deals in DEALS.items():
        game = pyspiel.load_game("python_535", {"players": players, "zero_sum": True})
        theirs = Timed(openspiel_player(game))
        for deal in range(WARM_UP):
            returns(deal_state(game, deals + deal), [theirs] * players)
        for budget in (f"{theirs.milliseconds:.0f}ms", f"{SIMULATIONS}"):
            rows.append(measured(game, f"search:{budget}", theirs, deals))
    report("ismcts", rows)

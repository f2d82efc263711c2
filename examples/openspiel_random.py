"""Random players play a few rounds of 535 in OpenSpiel.

python examples/openspiel_random.py
"""

import random

import pyspiel

from fivethreefive.envs.openspiel import deal_state  # importing it registers the game

game = pyspiel.load_game("python_535(players=3)")
for seed in range(5):
    choose = random.Random(seed).choice
    state = deal_state(game, seed)  # the round that this seed deals everywhere
    while not state.is_terminal():
        state.apply_action(choose(state.legal_actions()))
    print(f"seed {seed}: returns {state.returns()}")

"""The policy player's compiled half: a linear softmax over table look-ups.

Every play has a handful of features, each one place in a single table of weights: what it is on
which meld, what it leaves of its rank group, in how many plays the rest could go, what it leaves on
the table for whom, how many cards nobody has seen would beat it. The table holds factors, exponentials
of the weights, so that a play's chance is in proportion to a product and no exponential is worked out
in play. ``policy`` has the fitted table; ``scripts/fit_policy.py`` fits it to searches.

Only the hand of the seat to play is read, with what everybody knows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fivethreefive.bots.heuristic.kernel import PARTS, part_of, scan_opponents
from fivethreefive.rules import kernel
from fivethreefive.rules.jit import count_bits, jit, jit_inline, lowest_bit
from fivethreefive.rules.kernel import EMPTY, LAST, NOBODY, PLAYED, TABLE, TURN, WINNER, KernelTables

MELD_COUNT = 89  # Written out, as ``kernel.ACTION_COUNT``.

# Where each kind of feature starts in the table of weights, and what its places stand for.
ON_MELD = 0
"""[meld on the table, action]"""
REST = ON_MELD + MELD_COUNT * kernel.ACTION_COUNT
"""[nearness of the others, rank group, part of the hand left there]"""
PLANS = REST + 3 * 3 * PARTS
"""[pass, end or hold; plays that the cards left still take; nearness]"""
LEAVES = PLANS + 3 * 8 * 4
"""[meld left on the table, cards of the next seat, others still in]"""
HOLDS = LEAVES + MELD_COUNT * 4 * 3
"""[class of meld, ranks or cards unseen that would beat it, others still in]"""
SIZES = HOLDS + 6 * 8 * 3
"""[pass, lead, overwrite or add; cards played; own cards left]"""
PASSES = SIZES + 4 * 4 * 14
"""[others still in, cards of the seat that would lead, own cards, nearness]"""
FEATURES = PASSES + 3 * 4 * 5 * 4

# Added to packed cards, these set the guard of each rank of which there are two, three, or one and more.
TWO_BITS, THREE_BITS = 0x6666666666666, 0x5555555555555
ONE_BIT, GUARDS = 0x7777777777777, 0x8888888888888
PAIRS = 0x888808808888
"""Guards of the ranks that start a run of two ..."""
TRIPLES = 0x88800800888
"""... and of three, which never cross a missing rank."""


class Policy(NamedTuple):
    """A fitted policy for one set of rules; [m, p] is at ``m * PLACES + p`` as in KernelTables."""

    factor: Any
    """[feature]: the exponential of its weight."""
    plays: Any
    """[group * PARTS + part]: how few plays a part of a hand takes."""
    group: Any
    """[m, p]: rank group of the cards played."""
    part: Any
    """[m, p]: those cards as a part of the group."""
    count: Any
    """[m, p]: how many they are."""
    kind: Any
    """[m, p]: 1 lead, 2 overwrite, 3 add."""
    meld_class: Any
    """[m]: 0 single, 1 pair, 2 triple, 3 run of two, 4 run of three, 5 larger."""
    low: Any
    """[m]: bit place of its lowest rank."""


class Situation(NamedTuple):
    """What all plays of one decision share."""

    table: int
    rain: int
    cloud: int
    sun: int
    """The hand as parts of the three groups."""
    size: int
    near: int
    """0 to 3: the fewest cards another seat holds, less one."""
    others: int
    """0 to 2: other seats still in the trick, less one."""
    following: int
    """0 to 3: cards of the next seat still in, less one."""
    leader: int
    """0 to 3: cards of the seat that played last, less one."""
    unseen: int
    """Packed cards that the seat cannot place."""


@jit_inline
def group_of(cards: int) -> int:
    """The rank group of packed cards that are all of one."""
    return int(cards >= 1 << 20) + int(cards >= 1 << 32)


@jit_inline
def bucket(count: int) -> int:
    """0 to 3 for one, two, three and more cards."""
    return min(count, 4) - 1


@jit_inline
def situation_of(tables: KernelTables, row: Any, sizes: Any) -> Situation:
    """The situation of the seat to play; ``sizes`` are the cards left by seat."""
    turn = row[TURN]
    hand = row[turn]
    nearest, others, following = scan_opponents(tables, row, sizes)
    return Situation(
        row[TABLE],
        part_of(hand, 0),
        part_of(hand, 1),
        part_of(hand, 2),
        sizes[turn],
        bucket(nearest),
        min(others, 3) - 1,
        bucket(following),
        bucket(sizes[row[LAST]]),
        tables.deck - row[PLAYED] - hand,
    )


@jit_inline
def count_beaters(policy: Policy, meld: int, unseen: int) -> int:
    """How many cards (of singles) or melds (of others) among the unseen would beat a meld, at most 7."""
    above = policy.low[meld] + 4
    which = policy.meld_class[meld]
    if which == 0:
        rest = unseen >> above
        many = count_bits(rest & 0x1111111111111) + 2 * count_bits(rest & 0x2222222222222)
        many += 4 * count_bits(rest & 0x4444444444444)
        # Few are told apart one by one; of many, only whether there are 5, 8, or 16 and more.
        return min(many, 7) if many < 5 else (5 if many < 8 else (6 if many < 16 else 7))
    if which == 1:
        return min(count_bits(((unseen + TWO_BITS) & GUARDS) >> above), 7)
    if which == 2:
        return min(count_bits(((unseen + THREE_BITS) & GUARDS) >> above), 7)
    present = (unseen + ONE_BIT) & GUARDS
    if which == 3:
        starts = present & present >> 4 & PAIRS
    elif which == 4:
        starts = present & present >> 4 & present >> 8 & TRIPLES
    else:
        return 0  # Of more than three cards: nothing overwrites it (R10).
    return min(count_bits(starts & ((1 << policy.low[meld]) - 1)), 7)  # The lower runs are stronger (R7).


@jit_inline
def features_of_pass(policy: Policy, now: Situation) -> tuple[int, int, int, int]:
    """The places in the table of weights of passing."""
    left = policy.plays[now.rain] + policy.plays[PARTS + now.cloud] + policy.plays[2 * PARTS + now.sun]
    return (
        ON_MELD + now.table * kernel.ACTION_COUNT,
        PLANS + min(left, 7) * 4 + now.near,
        SIZES + min(now.size, 13),
        PASSES + ((now.others * 4 + now.leader) * 5 + min(now.size, 5) - 1) * 4 + now.near,
    )


@jit_inline
def features_of_play(
    tables: KernelTables, policy: Policy, now: Situation, play: int
) -> tuple[int, int, int, int, int, int]:
    """The places in the table of weights of a play."""
    place = now.table * kernel.PLACES + play
    group = policy.group[place]
    before = now.rain if group == 0 else (now.cloud if group == 1 else now.sun)
    after = before - policy.part[place]
    plays = policy.plays[now.rain] + policy.plays[PARTS + now.cloud] + policy.plays[2 * PARTS + now.sun]
    plays += policy.plays[group * PARTS + after] - policy.plays[group * PARTS + before]
    meld = tables.makes[place]
    ends = now.table != EMPTY and tables.leaves[place] == EMPTY
    if ends:  # Places that no other play has: it leaves a meld, and nothing beats a larger one.
        leaves, holds = LEAVES, HOLDS + (5 * 8 + 7) * 3
    else:
        leaves = LEAVES + (meld * 4 + now.following) * 3 + now.others
        beaters = count_beaters(policy, meld, now.unseen)
        holds = HOLDS + (policy.meld_class[meld] * 8 + beaters) * 3 + now.others
    count = policy.count[place]
    return (
        ON_MELD + now.table * kernel.ACTION_COUNT + tables.action[place],
        rest_feature(now, group, after),
        PLANS + ((1 if ends else 2) * 8 + min(plays, 7)) * 4 + now.near,
        leaves,
        holds,
        SIZES + (policy.kind[place] * 4 + count) * 14 + min(now.size - count, 13),
    )


@jit_inline
def rest_feature(now: Situation, group: int, part: int) -> int:
    """The place of what is left of a rank group; a play puts one such part in another's stead."""
    return REST + (min(now.near, 2) * 3 + group) * PARTS + part


@jit_inline
def weigh_all(tables: KernelTables, policy: Policy, row: Any, sizes: Any, word: int, weights: Any) -> float:
    """Fill weights[play + 1] for each play of ``word``, and weights[0] for passing; their sum."""
    now = situation_of(tables, row, sizes)
    factor = policy.factor
    total = 0.0
    if now.table != EMPTY:
        f = features_of_pass(policy, now)
        total = factor[f[0]] * factor[f[1]] * factor[f[2]] * factor[f[3]]
        weights[0] = total
    # A play changes what is left of one group only. So the factor of what was there before is divided out,
    # once for all plays of the group, and a pass, which changes nothing, needs no such factor.
    rain = 1 / factor[rest_feature(now, 0, now.rain)]
    cloud = 1 / factor[rest_feature(now, 1, now.cloud)]
    sun = 1 / factor[rest_feature(now, 2, now.sun)]
    while word:
        play = lowest_bit(word)
        word &= word - 1
        f6 = features_of_play(tables, policy, now, play)
        group = policy.group[now.table * kernel.PLACES + play]
        weight = rain if group == 0 else (cloud if group == 1 else sun)
        weight *= factor[f6[0]] * factor[f6[1]] * factor[f6[2]]
        weight *= factor[f6[3]] * factor[f6[4]] * factor[f6[5]]
        weights[play + 1] = weight
        total += weight
    return total


@jit_inline
def draw_play(word: int, may_pass: bool, weights: Any, total: float, rng: Any) -> int:
    """A play of a word, or PASS_PLAY where that is allowed, by the weights of ``weigh_all``."""
    point = kernel.next_word(rng) * total / (kernel.WORD + 1)
    if may_pass:
        point -= weights[0]
        if point < 0 or word == 0:
            return kernel.PASS_PLAY
    play = kernel.PASS_PLAY
    while word:  # Where rounding leaves something of ``point`` in the end, the last play is taken.
        play = lowest_bit(word)
        word &= word - 1
        point -= weights[play + 1]
        if point < 0:
            break
    return play


@jit_inline
def best_play(word: int, may_pass: bool, weights: Any) -> int:
    """The play of a word, or PASS_PLAY where that is allowed, that weighs most; the first of equals."""
    best, most = kernel.PASS_PLAY, weights[0] if may_pass else -1.0
    while word:
        play = lowest_bit(word)
        word &= word - 1
        if weights[play + 1] > most:
            best, most = play, weights[play + 1]
    return best


@jit_inline
def likeliest_play(
    tables: KernelTables, policy: Policy, row: Any, sizes: Any, word: int, weights: Any
) -> int:
    """The play of a word, or PASS_PLAY where that is allowed, that the bot ``policy`` makes."""
    weigh_all(tables, policy, row, sizes, word, weights)
    return best_play(word, row[TABLE] != EMPTY, weights)


@jit_inline
def step_counted(tables: KernelTables, policy: Policy, row: Any, sizes: Any, play: int) -> None:
    """``step``, with the cards left by seat kept up to date: counting each hand anew takes longer."""
    if play != kernel.PASS_PLAY:
        sizes[row[TURN]] -= policy.count[row[TABLE] * kernel.PLACES + play]
    kernel.step(tables, row, play)


@jit_inline
def policy_playout(
    tables: KernelTables, policy: Policy, row: Any, sizes: Any, weights: Any, rng: Any
) -> None:
    """Play a round to its end, each play drawn by its weight."""
    while row[WINNER] == NOBODY:
        table = row[TABLE]
        word = kernel.legal(tables, row[row[TURN]], table)
        play = kernel.PASS_PLAY
        if word != 0:  # A forced pass needs no weights, and no random word.
            total = weigh_all(tables, policy, row, sizes, word, weights)
            play = draw_play(word, table != EMPTY, weights, total, rng)
        step_counted(tables, policy, row, sizes, play)


@jit_inline
def best_playout(tables: KernelTables, policy: Policy, row: Any, sizes: Any, weights: Any) -> None:
    """Play a round to its end as the bot ``policy`` plays it: every seat makes its likeliest play."""
    while row[WINNER] == NOBODY:
        table = row[TABLE]
        word = kernel.legal(tables, row[row[TURN]], table)
        play = kernel.PASS_PLAY
        if word != 0:
            play = likeliest_play(tables, policy, row, sizes, word, weights)
        step_counted(tables, policy, row, sizes, play)


@jit
def decide(tables: KernelTables, policy: Policy, row: Any, sizes: Any) -> int:
    """The likeliest play for a single decision from Python."""
    weights = np.zeros(kernel.PLACES + 1)
    word = kernel.legal(tables, row[row[TURN]], row[TABLE])
    return likeliest_play(tables, policy, row, sizes, word, weights)

"""The compiled half of ``BatchRounds``: many rounds or games, each a row, from ``low`` up to ``high``.

A row is a round's row (``rules.kernel``) with what goes beyond the round:

========================  =================================================================
``row[SEED]``             seed that its rounds and games are dealt from
``row[EPISODE]``          number of the round or game among all of that seed
``row[ROUND]``            number of the round in its game, from 1
``row[LEADER]``           seat that led the round
``row[BEFORE]``           packed cards known from the round before (``two_hands``)
``row[WORD]``             the word of legal plays of the seat to play
``row[SCORES + seat]``    points before this round
``row[GONE + seat]``      packed cards that the seat has played in this round
``row[PASSED_ON + seat]`` bit m-1: it has passed on meld number m; the last bit: on a larger one
``row[CHOICES:]``         four words: the row's own stream for ``random_actions``
========================  =================================================================

No function allocates, and a row touches nothing but its own numbers, so any number of threads may each take
a part of the rows and the results are the same. ``BatchRounds.run`` calls all compiled functions alike, so
all take the tables and the batch first, and at the end the part's first row, the row after its last and its
number, whether they need them or not.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from fivethreefive.rules import kernel
from fivethreefive.rules.jit import jit, jit_inline, lowest_bit, write_eight
from fivethreefive.rules.kernel import EMPTY, NOBODY, PASSED, PLAYED, TABLE, TURN, WINNER, KernelTables

SEED, EPISODE, ROUND, LEADER, BEFORE, WORD = range(kernel.WIDTH, kernel.WIDTH + 6)
SCORES, GONE, PASSED_ON, CHOICES = (WORD + 1 + kernel.SEATS * i for i in range(4))
ROW = CHOICES + 4

STAY = -1
WORD_BITS = 44
"""Legal actions are packed in three words of so many bits each: 132."""
# Both are as in ``features``, written out: the cache of compiled code would not notice an edit there.
LARGER = 56
"""The bit in PASSED_ON of all melds larger than can be played at once."""
MOST = 127
"""Features without a natural bound stop here."""


class Batch(NamedTuple):
    """The arrays of a batch, each a row an episode, and what is the same for all."""

    rows: Any
    """[i, ROW]"""
    words: Any
    """[i, 3]: the legal actions as bits, action a in word a // WORD_BITS."""
    done: Any
    """[i]: whether the last step ended the episode."""
    rewards: Any
    """[i, seat]: minus the points of the rounds that the last step ended."""
    returns: Any
    """[i, seat]: the sum of the rewards of the episode that the last step belonged to."""
    room: Any
    """[part, ROOM]: what each part of the rows needs to deal and to count."""
    stride: int
    """How many episodes of a seed lie between one of a row and its next."""
    games: bool
    """An episode is a game and not a round."""
    restart: bool
    """The step that ends an episode begins another one in its row."""


RNG = kernel.MOST_CARDS  # Before it is room for the deck.
POINTS, TOTALS, ROOM = (RNG + 4 + kernel.SEATS * i for i in range(3))


@jit_inline
def deal_next(tables: KernelTables, batch: Batch, row: Any, room: Any, leader: int) -> None:
    """Deal the next round of a row's episode; leader NOBODY draws one."""
    row[ROUND] += 1
    # As ``Game`` and ``Round.deal`` do: a game has a seed of its own, a single round only a stream.
    number, stream = row[EPISODE], row[ROUND]
    if not batch.games:
        number, stream = divmod(number, kernel.DEAL_STREAMS)
    rng = room[RNG:]
    kernel.start_stream(rng, kernel.seed_after(row[SEED], number), stream)
    kernel.deal(tables, row, room, rng, leader, row[BEFORE])
    row[LEADER] = row[TURN]
    before = 0
    for seat in range(tables.players):
        row[GONE + seat] = 0
        row[PASSED_ON + seat] = 0
        before += row[seat]
    if tables.target == 0:  # Both hands of two_hands come from one deck.
        row[BEFORE] = before


@jit_inline
def begin_episode(tables: KernelTables, batch: Batch, row: Any, room: Any) -> None:
    """Deal the first round of a row's episode."""
    row[ROUND] = 0
    row[BEFORE] = 0
    for seat in range(tables.players):
        row[SCORES + seat] = 0
    deal_next(tables, batch, row, room, NOBODY)


@jit_inline
def end_round(tables: KernelTables, batch: Batch, i: int, row: Any, room: Any) -> None:
    """Count a round that is over, and begin the next one or the next episode where there is one."""
    points, totals = room[POINTS:], room[TOTALS:]
    for seat in range(tables.players):
        points[seat] = kernel.hand_points(tables, row[seat])
        totals[seat] = row[SCORES + seat] + points[seat]
        batch.rewards[i, seat] -= points[seat]
        batch.returns[i, seat] -= points[seat]
    if batch.games and not kernel.is_game_over(tables, totals, row[ROUND]):
        leader = kernel.next_leader(tables, row[WINNER], row[LEADER], points)
        for seat in range(tables.players):
            row[SCORES + seat] = totals[seat]
        deal_next(tables, batch, row, room, leader)
        return
    batch.done[i] = True
    if batch.restart:
        row[EPISODE] += batch.stride
        begin_episode(tables, batch, row, room)


@jit_inline
def write_legal(tables: KernelTables, batch: Batch, i: int, row: Any) -> None:
    """Write the word of legal plays of a row, and its legal actions as bits; none once it is over."""
    words = batch.words[i]
    words[0] = words[1] = words[2] = word = 0
    if row[WINNER] == NOBODY:
        table = row[TABLE]
        word = rest = kernel.legal(tables, row[row[TURN]], table)
        words[0] = int(table != EMPTY)
        while rest:
            action = tables.action[table * kernel.PLACES + lowest_bit(rest)]
            rest &= rest - 1
            words[action // WORD_BITS] |= 1 << action % WORD_BITS
    row[WORD] = word  # Kept, so that no bot and no random choice works it out again.


@jit
def reset_rows(tables: KernelTables, batch: Batch, which: Any, low: int, high: int, part: int) -> None:
    """Begin the next episode of the rows where ``which`` is true."""
    room = batch.room[part]
    for i in range(low, high):
        if which[i]:
            row = batch.rows[i]
            row[EPISODE] += batch.stride
            begin_episode(tables, batch, row, room)
            write_legal(tables, batch, i, row)
            batch.done[i] = False
            for seat in range(tables.players):
                batch.rewards[i, seat] = 0
                batch.returns[i, seat] = 0


@jit
def first_illegal(tables: KernelTables, batch: Batch, actions: Any, low: int, high: int, part: int) -> int:
    """The first row that goes on whose action is not legal, or -1."""
    for i in range(low, high):
        if batch.rows[i, WINNER] == NOBODY:
            action = actions[i]
            if not 0 <= action < kernel.ACTION_COUNT:
                return i
            if not batch.words[i, action // WORD_BITS] >> action % WORD_BITS & 1:
                return i
    return -1


@jit_inline
def play_turn(tables: KernelTables, row: Any, play: int) -> None:
    """Make a legal play, or PASS_PLAY, and keep what the seats are then known to have done.

    It takes no Batch: Numba would count references to each of its arrays here, which halves the speed.
    """
    turn = row[TURN]
    table = row[TABLE]
    if play == kernel.PASS_PLAY:
        row[PASSED_ON + turn] |= 1 << min(table - 1, LARGER)
    else:
        row[GONE + turn] += tables.need[table * kernel.PLACES + play]
    kernel.step(tables, row, play)


@jit
def step_rows(tables: KernelTables, batch: Batch, actions: Any, low: int, high: int, part: int) -> None:
    """Apply an action that is legal to every row that goes on; STAY leaves a row as it is."""
    room = batch.room[part]
    for i in range(low, high):
        row = batch.rows[i]
        for seat in range(tables.players):
            batch.rewards[i, seat] = 0
        if row[WINNER] != NOBODY or actions[i] == STAY:
            continue
        if batch.done[i]:  # Until here the returns of the episode that has ended could be read.
            batch.done[i] = False
            for seat in range(tables.players):
                batch.returns[i, seat] = 0
        play = tables.place[row[TABLE] * kernel.ACTION_COUNT + actions[i]]
        play_turn(tables, row, play)
        if row[WINNER] != NOBODY:
            end_round(tables, batch, i, row, room)
        write_legal(tables, batch, i, row)


@jit
def random_actions(
    tables: KernelTables, batch: Batch, actions: Any, low: int, high: int, part: int
) -> None:
    """Fill actions[i] with a legal action of row i, each as likely; 0 where it is over."""
    for i in range(low, high):
        row = batch.rows[i]
        actions[i] = 0
        if row[WINNER] == NOBODY:
            table = row[TABLE]
            play = kernel.choose_random(row[WORD], table != EMPTY, row[CHOICES:])
            actions[i] = kernel.action_of(tables, table, play)


@jit
def mask_rows(tables: KernelTables, batch: Batch, mask: Any, low: int, high: int, part: int) -> None:
    """Set mask[i, a] to whether action a is legal in row i."""
    for i in range(low, high):
        for number in range(3):
            word = batch.words[i, number]
            for bit in range(WORD_BITS):
                mask[i, number * WORD_BITS + bit] = word >> bit & 1


LOW_FOUR, LOW_TWO, LOW_ONE = 0x0000FFFF0000FFFF, 0x00FF00FF00FF00FF, 0x0F0F0F0F0F0F0F0F
SPREAD, MARKS = 0x0002040810204081, 0x0101010101010101


@jit_inline
def spread_counts(cards: int) -> int:
    """Eight counts of four bits as bytes."""
    cards = (cards | cards << 16) & LOW_FOUR
    cards = (cards | cards << 8) & LOW_TWO
    return (cards | cards << 4) & LOW_ONE


@jit_inline
def spread_marks(bits: int) -> int:
    """Eight bits as bytes."""
    # SPREAD has a bit at every seventh place, so bit i also lands on byte i; bit 7 would meet bit 0.
    return (bits & 127) * SPREAD & MARKS | (bits & 128) << 49


@jit_inline
def write_counts(cards: int, row: Any, start: int) -> int:
    """Write how many packed cards there are of each rank from ``row[start]`` on; the place after them.

    The three numbers after that are written over: what comes next is written later.
    """
    write_eight(row, start, spread_counts(cards & 0xFFFFFFFF))
    write_eight(row, start + 8, spread_counts(cards >> 32))
    return start + kernel.RANK_COUNT


@jit_inline
def write_passed_on(word: int, row: Any, start: int) -> int:
    """Write the marks of ``PASSED_ON`` from ``row[start]`` on; the place after them."""
    for byte in range(LARGER // 8):
        write_eight(row, start + 8 * byte, spread_marks(word >> 8 * byte & 255))
    row[start + LARGER] = word >> LARGER
    return start + LARGER + 1


@jit
def observe_rows(
    tables: KernelTables, batch: Batch, viewers: Any, features: Any, low: int, high: int, part: int
) -> None:
    """Fill features[i] with what viewers[i] knows, NOBODY for the seat to play, as ``features`` does."""
    for i in range(low, high):
        row = batch.rows[i]
        out = features[i]
        own = row[TURN] if viewers[i] == NOBODY else viewers[i]
        table = row[TABLE]
        at = write_counts(row[own], out, 0)
        at = write_counts(tables.cards[table], out, at)
        for kind in range(4):
            out[at + kind] = tables.kind[table] == kind
        at = write_counts(tables.deck - row[PLAYED] - row[own], out, at + 4)
        at = write_seats(tables, row, own, out, at)
        for place in range(tables.players):
            at = write_counts(row[GONE + seat_after(tables, own, place)], out, at)
        for place in range(tables.players):
            at = write_passed_on(row[PASSED_ON + seat_after(tables, own, place)], out, at)


@jit_inline
def seat_after(tables: KernelTables, own: int, place: int) -> int:
    """The seat so many places after another; a division takes longer than all else here."""
    seat = own + place
    return seat if seat < tables.players else seat - tables.players


@jit_inline
def write_seats(tables: KernelTables, row: Any, own: int, out: Any, at: int) -> int:
    """Write what there is one number a seat of, and the number of the round; the place after it."""
    players = tables.players
    on_table = row[TABLE] != EMPTY
    for place in range(players):
        seat = seat_after(tables, own, place)
        out[at + place] = kernel.hand_size(row[seat])
        out[at + players + place] = row[TURN] == seat
        out[at + 2 * players + place] = row[PASSED] >> seat & 1
        out[at + 3 * players + place] = on_table and row[kernel.LAST] == seat
        out[at + 4 * players + place] = row[LEADER] == seat
        out[at + 5 * players + place] = min(row[SCORES + seat], MOST)
    out[at + 6 * players] = min(row[ROUND], MOST)
    return at + 6 * players + 1

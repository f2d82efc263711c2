"""The compiled functions: random words, deal, legal plays, step, play out.

Plain integer Python over the arrays of ``KernelTables``; knows nothing of people, text or I/O, and
trusts its caller: arguments are not checked. Runs compiled on NumPy arrays, and as it stands on
lists of integers (``jit.plain``), with the same results.

A round is a row of ``WIDTH`` integers:

====================  =====================================================================
``row[0:6]``          the packed hands by seat
``row[TABLE]``        number of the central meld, ``EMPTY`` when nothing lies there
``row[TURN]``         seat to play; once the round is over, the seat that went out
``row[LAST]``         seat that played last; the leader where nothing lies on the table
``row[PASSED]``       bit s: seat s has passed in this trick
``row[WINNER]``       seat that went out, ``NOBODY`` while the round goes on
``row[PLAYED]``       packed cards known to all: played this round, or dealt before it
====================  =====================================================================

A play is a place in the table's list of plays. A set of plays is a word with a bit for each place;
no list is longer than 63, so that a word is a positive 64-bit integer.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from fivethreefive.rules.jit import count_bits, jit, jit_inline, lowest_bit

TABLE, TURN, LAST, PASSED, WINNER, PLAYED = range(6, 12)
WIDTH = 12
EMPTY = 0
NOBODY = -1
PASS_PLAY = -1
NO_PLAY = -2
ACTION_COUNT = 132  # Written out, as others here: the cache notices no edit of ``actions`` or ``cards``.
PLACES = 64
"""Room for one meld's list of plays in the flat arrays below."""
BLOCK = 4
"""Lists of plays are padded to whole blocks of so many, which compile to vector instructions."""
SEATS = 6

GUARD = 0x8888888888888  # The top bit of every count, as in ``cards``.
BYTES = 0x0F0F0F0F0F0F0F  # Every other count: together with its neighbour it fits a byte.
RANK_COUNT = 13
MOST_CARDS = 65
WORD = 0xFFFFFFFF

DEAL_STREAMS = (1 << 32) - 2
"""Deals use the streams below this."""
SEED_LIMIT = 1 << 62  # The sum in ``seed_after`` then stays below 2^63, where 64-bit integers end.
SEED_STEP = 668_265_263  # Odd, so that all numbers give different seeds modulo a power of two.

RANDOM, GREEDY = 0, 1
WINNER_LEADS, LEFT_LEADS, LOSER_LEADS = 0, 1, 2


class KernelTables(NamedTuple):
    """The rules of a trick as data (compiled by ``tables.compile_rules``).

    Flat arrays of 64-bit integers, or flat lists of the same numbers: place p in the list of meld m
    is at ``[m * PLACES + p]``.
    """

    cards: Any
    """[m]: the packed cards of the meld."""
    kind: Any
    """[m]: 0 for none, 1 a single, 2 a set, 3 a run."""
    blocks: Any
    """[m]: length of m's list in blocks; it is padded with plays that need more cards than exist."""
    need: Any
    """[m, p]: packed cards the play takes from the hand."""
    leaves: Any
    """[m, p]: meld number on the table after it, EMPTY where it ends the trick."""
    makes: Any
    """[m, p]: meld number it makes, whether or not that ends the trick."""
    action: Any
    """[m, p]: its id in the catalogue."""
    place: Any
    """[m * ACTION_COUNT + id]: the place of an action in m's list, PASS_PLAY for a pass; else NO_PLAY."""
    greed: Any
    """[m, p]: how much the greedy player likes it: most cards, then the weakest meld made."""
    after: Any
    """[passed * SEATS + seat]: next seat that has not passed (R9a); itself if all others have."""
    points: Any
    """[rank index]: penalty points (R4)."""
    deck: int
    """The packed deck (R1, R2)."""
    players: int
    deal: int
    """Cards dealt to each seat (R3)."""
    next_leader: int
    """Who leads the next round (R5): WINNER_LEADS, LEFT_LEADS or LOSER_LEADS."""
    target: int
    """Points that end a game (R21); 0 for a game of two hands."""


# Random words: sfc32 (Chris Doty-Humphrey's Small Fast Chaotic generator), 32-bit words kept in
# 64-bit integers so that compiled and plain Python agree. docs/library/random.md has the definition.


@jit_inline
def start_stream(rng: Any, seed: int, stream: int) -> None:
    """Set ``rng``, four words, to the start of a seed's stream; seed below 2^62, stream below 2^32."""
    rng[0] = seed & WORD
    rng[1] = seed >> 32
    rng[2] = stream
    rng[3] = 1
    for _ in range(12):  # As sfc32's author starts it: after these, near seeds have nothing in common.
        next_word(rng)


@jit_inline
def seed_after(seed: int, number: int) -> int:
    """Another seed for each number below 2^32; that of 0 is the seed itself."""
    return seed + number * SEED_STEP & SEED_LIMIT - 1


@jit_inline
def next_word(rng: Any) -> int:
    """The next 32 random bits."""
    a = rng[0]
    b = rng[1]
    c = rng[2]
    counter = rng[3]
    word: int = (a + b + counter) & WORD
    rng[0] = b ^ b >> 9
    rng[1] = (c + (c << 3)) & WORD
    rng[2] = ((c << 21 & WORD | c >> 11) + word) & WORD
    rng[3] = (counter + 1) & WORD
    return word


@jit_inline
def below(rng: Any, n: int) -> int:
    """A whole number from 0 to n-1, each exactly as likely (Lemire's method); 0 < n < 2^31."""
    product: int = next_word(rng) * n
    if product & WORD < n:  # Seldom, and only then is the division needed.
        unfair = (WORD + 1 - n) % n
        while product & WORD < unfair:
            product = next_word(rng) * n
    return product >> 32


@jit_inline
def fill_deck(deck: Any, pool: int) -> int:
    """Write the cards of a packed ``pool`` into ``deck`` as bit places, ascending; their number."""
    top = 0
    for place in range(0, 4 * RANK_COUNT, 4):
        for _ in range(pool >> place & 15):
            deck[top] = place  # As a bit place, a card is added to a hand by one shift.
            top += 1
    return top


@jit_inline
def draw(deck: Any, top: int, size: int, count: int, rng: Any) -> int:
    """A packed hand of ``count`` cards drawn from ``deck[top:size]``, which then starts that much later."""
    hand = 0
    for first in range(top, top + count):
        chosen = first + below(rng, size - first)
        place = deck[chosen]
        deck[chosen] = deck[first]  # Half a swap: what is before ``first`` is never read again.
        hand += 1 << place
    return hand


@jit_inline
def start_round(row: Any, leader: int, played: int) -> None:
    """Make a row whose hands are set the start of a round; ``played`` is known from before it."""
    row[TABLE] = EMPTY
    row[TURN] = leader
    row[LAST] = leader
    row[PASSED] = 0
    row[WINNER] = NOBODY
    row[PLAYED] = played


@jit_inline
def deal(tables: KernelTables, row: Any, deck: Any, rng: Any, leader: int, played: int) -> None:
    """Deal a round (R3) from the cards not ``played`` before it; leader NOBODY draws one (R5).

    ``deck`` is room for 65 numbers.
    """
    if leader == NOBODY:  # Before the cards: docs/library/random.md publishes this order.
        leader = below(rng, tables.players)
    size = fill_deck(deck, tables.deck - played)
    for seat in range(tables.players):
        row[seat] = draw(deck, seat * tables.deal, size, tables.deal, rng)
    start_round(row, leader, played)


@jit_inline
def deal_unseen(row: Any, seat: int, sizes: Any, players: int, pool: int, deck: Any, rng: Any) -> None:
    """Deal the packed ``pool`` to every seat but ``seat``, ``sizes[s]`` cards each, as R3 would."""
    size = fill_deck(deck, pool)
    top = 0
    for other in range(players):
        if other != seat:
            row[other] = draw(deck, top, size, sizes[other], rng)
            top += sizes[other]


@jit_inline
def legal(tables: KernelTables, hand: int, table: int) -> int:
    """The word of plays on ``table`` that ``hand`` holds the cards for; passing is not among them.

    This is the whole of R9 to R12 at play time: a play is possible when taking its cards from the
    guarded hand clears no guard.
    """
    guarded = hand | GUARD
    need = tables.need
    word = 0
    for block in range(tables.blocks[table]):
        bits = 0
        # No branch and always the same number of steps: this is what compiles to vector instructions.
        for i in range(BLOCK):
            fits = (guarded - need[table * PLACES + block * BLOCK + i]) & GUARD == GUARD
            bits |= int(fits) << i
        word |= bits << block * BLOCK
    return word


@jit_inline
def step(tables: KernelTables, row: Any, play: int) -> None:
    """Apply a legal play, or PASS_PLAY, for the seat whose turn it is (R9a to R19)."""
    turn = row[TURN]
    if play == PASS_PLAY:
        passed = row[PASSED] | 1 << turn
        row[PASSED] = passed
    else:
        place = row[TABLE] * PLACES + play
        cards = tables.need[place]
        left = row[turn] - cards
        row[turn] = left
        row[PLAYED] += cards
        row[LAST] = turn
        if left == 0:
            row[TABLE] = tables.makes[place]  # It stays for all to see, also where it would end the trick.
            row[WINNER] = turn
            return
        table = tables.leaves[place]
        row[TABLE] = table
        if table == EMPTY:
            row[PASSED] = 0
            return  # The turn stays: whoever ends a trick leads the next (R16 to R18).
        passed = row[PASSED]
    turn = tables.after[passed * SEATS + turn]
    row[TURN] = turn
    if turn == row[LAST]:  # All others have passed (R15).
        row[TABLE] = EMPTY
        row[PASSED] = 0


@jit_inline
def action_of(tables: KernelTables, table: int, play: int) -> int:
    """The id of a play on a table; 0 for PASS_PLAY."""
    return 0 if play == PASS_PLAY else tables.action[table * PLACES + play]


@jit_inline
def next_leader(tables: KernelTables, winner: int, leader: int, points: Any) -> int:
    """The seat that leads the round after one with this winner, leader and points by seat (R5)."""
    if tables.next_leader == WINNER_LEADS:
        return winner
    chosen = (leader + 1) % tables.players
    if tables.next_leader == LOSER_LEADS:
        # On a tie the first met going round from the seat after the leader.
        for seat in range(leader + 2, leader + 1 + tables.players):
            if points[seat % tables.players] > points[chosen]:
                chosen = seat % tables.players
    return chosen


@jit_inline
def is_game_over(tables: KernelTables, scores: Any, rounds: int) -> bool:
    """Whether a game is over after so many rounds with these scores by seat (R21)."""
    most = 0
    for seat in range(tables.players):
        most = max(most, scores[seat])
    return rounds == 2 if tables.target == 0 else most >= tables.target


@jit_inline
def hand_points(tables: KernelTables, hand: int) -> int:
    """The penalty points on the cards of a packed hand (R4)."""
    total = 0
    for index in range(RANK_COUNT):
        total += (hand >> 4 * index & 15) * tables.points[index]
    return total


@jit_inline
def ahead_of(others: Any, own: Any, players: int) -> Any:
    """How many points less than the mean of the others ``own`` are, of whom ``others`` is the sum."""
    return others / (players - 1) - own


@jit_inline
def hand_size(hand: int) -> int:
    """How many cards a packed hand holds: its counts added up in parallel."""
    pairs = (hand & BYTES) + (hand >> 4 & BYTES)
    pairs += pairs >> 8
    pairs += pairs >> 16
    pairs += pairs >> 32
    return pairs & 255  # No byte overflows on the way: a deck has at most 65 cards.


@jit_inline
def choose_random(word: int, may_pass: bool, rng: Any) -> int:
    """A play of a word, or PASS_PLAY where that is allowed, each as likely."""
    choices = count_bits(word)
    chosen = below(rng, choices + int(may_pass)) - int(may_pass)  # The pass is the first choice.
    if chosen < 0:
        return PASS_PLAY
    for _ in range(chosen):
        word &= word - 1
    return lowest_bit(word)


@jit_inline
def choose_greedy(tables: KernelTables, word: int, table: int) -> int:
    """The play with the most cards, then the weakest meld made; PASS_PLAY only where nothing fits."""
    best = PASS_PLAY
    most = -1
    while word:
        play = lowest_bit(word)
        word &= word - 1
        if tables.greed[table * PLACES + play] > most:  # Of equals the first in the catalogue.
            most = tables.greed[table * PLACES + play]
            best = play
    return best


@jit_inline
def playout(tables: KernelTables, row: Any, policy: int, rng: Any) -> int:
    """Play a round to its end with RANDOM or GREEDY in every seat; the number of decisions."""
    decisions = 0
    while row[WINNER] == NOBODY:
        table = row[TABLE]
        word = legal(tables, row[row[TURN]], table)
        if policy == RANDOM:
            play = choose_random(word, table != EMPTY, rng)
        else:
            play = choose_greedy(tables, word, table)
        step(tables, row, play)
        decisions += 1
    return decisions


@jit
def playouts(
    tables: KernelTables, policy: int, seed: int, first: int, row: Any, deck: Any, rng: Any,
    decisions: Any, winners: Any, points: Any,
) -> None:  # fmt: skip
    """Deal and play out a round a stream, from stream ``first`` on, into the arrays at the end.

    decisions[i], winners[i] and points[i][seat] are filled in; row, deck and rng are room to work in.
    """
    for i in range(len(winners)):
        start_stream(rng, seed, first + i)
        deal(tables, row, deck, rng, NOBODY, 0)
        decisions[i] = playout(tables, row, policy, rng)
        winners[i] = row[WINNER]
        for seat in range(tables.players):
            points[i][seat] = hand_points(tables, row[seat])


@jit
def perft(tables: KernelTables, rows: Any, depth: int) -> int:
    """The number of action sequences of ``depth`` from the round in ``rows[0]``, or to its end.

    ``rows`` is room for depth + 1 rows; a round that ends earlier counts once.
    """
    row = rows[0]
    if depth == 0 or row[WINNER] != NOBODY:
        return 1
    word = legal(tables, row[row[TURN]], row[TABLE])
    total = 0
    if row[TABLE] != EMPTY:
        copy_row(row, rows[1])
        step(tables, rows[1], PASS_PLAY)
        total += perft(tables, rows[1:], depth - 1)
    while word:
        copy_row(row, rows[1])
        step(tables, rows[1], lowest_bit(word))
        total += perft(tables, rows[1:], depth - 1)
        word &= word - 1
    return total


@jit_inline
def copy_row(source: Any, target: Any) -> None:
    """Copy a round's row."""
    for i in range(WIDTH):  # Not by slices, which mean different things for lists and for arrays.
        target[i] = source[i]

"""A turn that lasts too long: who may let a bot play it, and that every copy of the table knows it."""

from __future__ import annotations

import random

import pytest

from fivethreefive import InvalidInput, Rules
from fivethreefive.protocol import BotGotTurn, SlowTurn, TakeOver, VoteBot
from fivethreefive.table import ALONE, Presence, Session, Table, view, wait_of
from fivethreefive.table import commands as do
from support.table_players import new_table, step


def slow_table() -> tuple[Session, int, list[int]]:
    """Four people of whom one is slow: the table, that seat, and the others."""
    session = new_table(Rules(4), people=4)
    turn = session.table.turn
    assert turn is not None
    session.add(0, SlowTurn(turn))
    return session, turn, [seat for seat in range(4) if seat != turn]


def kind(session: Session, *online: int) -> str | None:
    wait = wait_of(session.table, online)
    return None if wait is None else wait.kind


def test_a_turn_becomes_slow_only_where_others_wait() -> None:
    session = new_table(Rules(4), people=4)
    turn = session.table.turn
    assert turn is not None
    other = (turn + 1) % 4
    assert kind(session, turn) is None
    assert kind(session, turn, other) == "slow"
    assert kind(session, other) == "away"
    session.add(0, SlowTurn(turn))
    assert kind(session, turn, other) is None
    assert kind(session, other) == "away"


def test_more_than_half_of_the_others_decide() -> None:
    session, turn, others = slow_table()
    everybody = range(4)
    do.vote_bot(session, others[0], 0)
    assert kind(session, *everybody) is None
    assert kind(session, turn, *others[:2]) is None
    assert kind(session, turn, others[0]) == "voted"
    do.vote_bot(session, others[1], 0)
    assert kind(session, *everybody) == "voted"
    assert kind(session, turn, others[2]) is None, "who voted has to be there"
    do.leave(session, others[1], 0)
    assert kind(session, *everybody) is None


def test_who_may_vote_and_take_over() -> None:
    session, turn, others = slow_table()
    host = session.table.host

    def can(seat: int) -> tuple[bool, bool]:
        now = view(session.table, seat, Presence(range(4))).can
        return now.vote_bot, now.take_over

    assert can(turn) == (False, False)
    assert [can(seat) for seat in others] == [(True, seat == host) for seat in others]
    with pytest.raises(InvalidInput):
        do.perform(session, turn, VoteBot(), 0)
    do.vote_bot(session, others[0], 0)
    with pytest.raises(InvalidInput):
        do.vote_bot(session, others[0], 0)
    with pytest.raises(InvalidInput):
        do.perform(session, others[1], VoteBot(), 0, ALONE)
    for seat in range(4):
        if (seat, turn) != (host, turn) and seat != host:
            with pytest.raises(InvalidInput):
                do.perform(session, seat, TakeOver(), 0)
    session.add(0, BotGotTurn(turn))
    assert not any(sum((can(seat) for seat in range(4)), ()))


def test_it_ends_with_the_turn() -> None:
    session, turn, others = slow_table()
    do.vote_bot(session, others[0], 0)
    session.add(0, BotGotTurn(turn))
    assert session.table.bot_plays(turn)
    assert do.act_for(session, turn, 0, str(session.table.games[-1].game.round.legal_actions()[0]), 0)
    table = session.table
    assert (table.slow, table.votes, table.bot_has_turn) == (False, frozenset(), False)
    assert not any(map(table.bot_plays, range(4)))


def test_a_seat_that_a_bot_took_is_its_own_again_at_the_next_turn() -> None:
    session, turn, _ = slow_table()
    do.let_bot_take(session, turn, 0)
    do.come_back(session, turn, 0)
    assert session.table.bot_plays(turn)
    assert not session.table.seats[turn].played_by_bot
    chooser = random.Random(1)
    step(session, chooser)
    while session.table.turn != turn:
        step(session, chooser)
    assert not session.table.bot_plays(turn)


def test_a_table_that_is_read_or_copied_knows_it() -> None:
    session, turn, others = slow_table()
    do.vote_bot(session, others[0], 0)
    do.let_bot_take(session, turn, 0)
    for twin in (session.table.copy(), Table.from_events(session.new_events)):
        assert (twin.slow, twin.votes, twin.bot_has_turn) == (True, frozenset({others[0]}), True)
        assert twin.bot_plays(turn)

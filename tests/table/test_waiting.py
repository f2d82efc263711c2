"""Who a table waits for: it is said once, for the server's timer and for every client."""

from __future__ import annotations

import random

from fivethreefive import Rules
from fivethreefive.protocol import Closed, TableOptions
from fivethreefive.table import ALONE, Presence, Session, view, wait_of
from fivethreefive.table import commands as do
from support.table_players import new_table, open_table, play_game, step


def waits_for(session: Session, *online: int) -> tuple[int, ...]:
    """As every viewer is told, whoever it is."""
    views = [view(session.table, viewer, Presence(online)) for viewer in (None, 0, 1)]
    (found,) = {each.waits_for for each in views}
    return found


def round_over(people: int) -> Session:
    session = new_table(Rules(3), people)
    chooser = random.Random(5)
    while session.table.phase == "playing":
        step(session, chooser)
    assert session.table.next_round_follows
    return session


def test_before_the_first_game_it_is_the_host() -> None:
    session = open_table(TableOptions(Rules(3)))
    assert waits_for(session) == ()
    do.sit(session, "A", None, 0)
    do.sit(session, "B", None, 0)
    assert waits_for(session, 0, 1) == (0,)
    do.leave(session, 0, 0)
    assert waits_for(session, 1) == (1,)
    do.leave(session, 1, 0)
    assert waits_for(session) == ()


def test_in_a_round_it_is_the_seat_to_play_whoever_has_it() -> None:
    session = new_table(Rules(3))
    chooser = random.Random(1)
    seen = set()
    while session.table.phase == "playing":
        assert session.table.turn is not None
        assert waits_for(session) == waits_for(session, 0) == (session.table.turn,)
        seen.add(session.table.turn)
        step(session, chooser)
    assert seen == {0, 1, 2}


def test_between_rounds_it_is_who_is_there_and_not_ready() -> None:
    session = round_over(people=3)
    assert waits_for(session, 0, 1, 2) == (0, 1, 2)
    do.ask_ready(session, 1, "round_over", 0)
    assert waits_for(session, 0, 1, 2) == (0, 2)
    do.leave(session, 2, 0)
    assert waits_for(session, 0, 1, 2) == (0,), "who has left is there no more"
    assert waits_for(session, 1) == ()
    assert waits_for(session) == ()


def test_the_next_deal_comes_at_once_where_somebody_is_there_and_nobody_is_waited_for() -> None:
    session = round_over(people=2)

    def at_once(*online: int) -> bool:
        wait = wait_of(session.table, online)
        assert wait is not None
        assert wait.kind == "deal"
        return wait.everybody_ready

    assert not at_once(), "with nobody there nobody is ready"
    assert not at_once(0)
    do.ask_ready(session, 0, "round_over", 0)
    assert at_once(0)
    assert not at_once(0, 1)
    do.ask_ready(session, 1, "round_over", 0)
    assert at_once(0, 1)


def test_a_finished_game_waits_for_nobody_until_somebody_asks_for_another() -> None:
    session = new_table(Rules(2, target=1), people=2)
    for _ in play_game(session, 1):
        pass
    assert waits_for(session, 0, 1) == ()
    do.ask_ready(session, 0, "game_over", 0)
    assert waits_for(session, 0, 1) == (1,)


def test_a_closed_table_waits_for_nobody() -> None:
    session = new_table(Rules(2))
    session.add(0, Closed())
    assert waits_for(session, 0) == ()


def test_whether_there_are_hints_is_said_also_in_the_turns_of_others() -> None:
    session = new_table(Rules(3))
    chooser = random.Random(1)
    while session.table.turn == 0:
        step(session, chooser)
    now = view(session.table, 0, Presence({0})).can
    assert (now.hint, now.hint_in_turn) == (False, True)
    assert view(session.table, 0, Presence({0}), ALONE).can.hint_in_turn
    assert not view(session.table, 0, Presence({0}), ALONE - {"hint"}).can.hint_in_turn
    assert not view(session.table, None, Presence({0})).can.hint_in_turn
    among_people = new_table(Rules(3), people=2)
    assert not view(among_people.table, 0, Presence({0})).can.hint_in_turn

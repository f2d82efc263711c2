"""What a client does for fair deals by itself, against a server that it need not trust."""

from __future__ import annotations

from itertools import count

import pytest
from msgspec.structs import replace

from fivethreefive import Rules
from fivethreefive.protocol import CommitContribution, Request, RevealContribution, View
from fivethreefive.table import Presence, Session, commands, view
from fivethreefive.table.deals.contributor import Contributor
from support.table_players import new_table, play_game

HERE = Presence(online=(0, 1))


def client(first: int = 1) -> Contributor:
    """A client whose contributions are ``first``, ``first`` + 1, ... in 32 bytes."""
    numbers = count(first)
    return Contributor(lambda: next(numbers).to_bytes(32, "big"))


def shown(session: Session, seat: int = 0) -> View:
    return view(session.table, seat, HERE)


def say(session: Session, seat: int, request: Request | None) -> None:
    assert request is not None
    commands.perform(session, seat, request, 0, online=(0, 1))


def both_committed(*clients: Contributor) -> Session:
    session = new_table(Rules(2), people=2, start=False)
    for seat, each in enumerate(clients):
        say(session, seat, each.answer(shown(session, seat)))
    commands.start(session, 0, 0, online=(0, 1))
    return session


def round_over(session: Session) -> View:
    while session.table.phase == "playing":
        next(play_game(session, 1))
    return shown(session)


def test_a_round_of_two_clients() -> None:
    clients = client(), client(50)
    session = both_committed(*clients)
    for seat, each in enumerate(clients):
        assert each.answer(shown(session, seat)) == RevealContribution(
            (1 + 49 * seat).to_bytes(32, "big").hex()
        )
        each.reconnected()
        say(session, seat, each.answer(shown(session, seat)))
    proof = round_over(session)
    assert [each.problem(proof) for each in clients] == [None, None]
    assert isinstance(clients[0].answer(proof), CommitContribution), "to the deal of the next round"


def test_nothing_is_said_twice_on_a_connection() -> None:
    each = client()
    session = new_table(Rules(2), people=2, start=False)
    request = each.answer(shown(session))
    assert isinstance(request, CommitContribution)
    assert each.answer(shown(session)) is None
    each.reconnected()
    assert each.answer(shown(session)) == request
    say(session, 0, request)
    each.reconnected()
    assert each.answer(shown(session)) is None, "the view says that it has arrived"


def test_nothing_is_revealed_before_all_commitments_are_fixed() -> None:
    each = client()
    looks_ready = shown(both_committed(each))
    open_ = replace(looks_ready, fair=replace(looks_ready.fair, closed=False))
    other_hash = replace(looks_ready, fair=replace(looks_ready.fair, commitments=("a" * 64, "")))
    other_secret = replace(looks_ready, fair=replace(looks_ready.fair, commitment="a" * 64))
    for trick in (open_, other_hash, other_secret):
        assert each.answer(trick) is None
    assert isinstance(each.answer(looks_ready), RevealContribution)


def test_what_was_revealed_is_never_used_again() -> None:
    each = client()
    session = new_table(Rules(2), people=2, start=False)
    before = shown(session)
    first = each.answer(before)
    say(session, 0, first)
    commands.start(session, 0, 0, online=(0, 1))
    assert each.answer(shown(session)) is not None
    again = each.answer(before)
    assert isinstance(again, CommitContribution)
    assert again != first


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({}, None),
        ({"commitment": "a" * 64}, "commitments_changed"),
        ({"commitments": ("a" * 64, "b" * 64)}, "commitments_changed"),
        ({"contributions": ("", "")}, "contribution_left_out"),
    ],
)
def test_a_proof_that_is_not_what_was_promised_is_told_once(
    change: dict[str, object], problem: str | None
) -> None:
    each = client()
    session = both_committed(each, client(50))
    say(session, 0, each.answer(shown(session)))
    commands.deal(session, 0)  # Seat 1 has withheld its contribution; that is no fault of the proof.
    over = round_over(session)
    changed = replace(over.fair.reveals[0], **change)
    over = replace(over, fair=replace(over.fair, reveals=(changed,)))
    assert each.problem(over) == problem
    assert each.problem(over) is None


def test_a_server_that_begins_anew_after_the_reveals_is_noticed() -> None:
    """As where it does not like the deal, and says that it lost it."""
    for value in ("a" * 64, None):
        each = client()
        session = both_committed(each, client(50))
        revealing = shown(session)
        say(session, 0, each.answer(revealing))
        assert each.problem(revealing) is each.problem(shown(session)) is None
        fair = revealing.fair
        anew = replace(fair, commitment=value) if value else replace(fair, closed=False)
        assert each.problem(replace(revealing, fair=anew)) == "commitments_changed"
        assert each.problem(replace(revealing, fair=anew)) is None


def test_spectators_and_tables_without_secrets_are_left_alone() -> None:
    session = new_table(Rules(2), people=2, start=False)
    spectator = view(session.table, None, HERE)
    without = replace(shown(session), fair=replace(shown(session).fair, commitment=None))
    assert client().answer(spectator) is client().answer(without) is None

"""Contributions to a deal: nobody chooses, nobody holds the table up, whatever the server tells them."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest

from fivethreefive import InvalidInput, Rules
from fivethreefive.protocol import Contribute, TableOptions
from fivethreefive.state import Dealt
from fivethreefive.table import Presence, Session, Table, Wait, commands, view, wait_of
from fivethreefive.table.deals.fair_deals import bytes_of, deal
from fivethreefive.table.events import SecretDrawn, Stored, read_event, write_event
from support.table_players import new_table, open_table, play_game

HERE = Presence(online=(0, 1))
VALUES = [bytes([10 + seat]) * 32 for seat in range(6)]
"""What the seats contribute."""


def commit(session: Session, seat: int, value: bytes) -> None:
    commands.commit_contribution(session, seat, sha256(value).hexdigest(), 0)


def reveal(session: Session, seat: int, value: bytes) -> None:
    commands.reveal_contribution(session, seat, value.hex(), 0)


def committed(rules: Rules | None = None, people: int = 2) -> Session:
    """A table at which everybody has committed, and nobody can any more."""
    session = new_table(rules or Rules(2), people=people, start=False)
    for seat in range(people):
        commit(session, seat, VALUES[seat])
    commands.start(session, 0, 0, online=range(people))
    return session


def again_from(session: Session) -> Session:
    """The table as another process finds it in the store."""
    stored = [(at, read_event(write_event(event))) for at, event in session.new_events]
    return Session(Table.from_events(stored), session.dealer, session.levels, session.bot_names)


def refused(code: str, do: Callable[[], object]) -> None:
    with pytest.raises(InvalidInput) as error:
        do()
    assert error.value.code == code


def hands(session: Session) -> object:
    return next(event.hands for _, event in reversed(session.new_events) if isinstance(event, Dealt))


def secret_of(session: Session) -> bytes:
    """What a server that helps a cheat tells them."""
    assert session.table.drawn is not None
    return bytes.fromhex(session.table.drawn.secret)


def test_with_open_texts_whoever_comes_last_could_choose() -> None:
    """The weakness of scheme 1: with the secret, a search over texts ends with the hand that one likes."""
    secret, wanted = bytes(32), (14, 15)
    found = next(
        (text, dealt)
        for text in map(str, count())
        if (dealt := deal(Rules(2, deal=2), secret, ["hers", text], scheme=1)[1])[1] == wanted
    )
    assert found[1][1] == wanted


def test_whoever_knows_the_secret_and_all_other_contributions_has_two_deals_to_choose_from() -> None:
    """A cheat at seat 1 with the server's help: everything that can be tried once seat 0 has revealed."""
    session = committed()
    reveal(session, 0, VALUES[0])
    secret, before = secret_of(session), session.table.seq
    table = session.table
    for number in range(100, 200):  # No other value, no new hash, no way to begin anew.
        refused("not_your_contribution", partial(reveal, session, 1, bytes([number]) * 32))
        refused("not_now", partial(commit, session, 1, bytes([number]) * 32))
    refused("not_now", lambda: reveal(session, 0, VALUES[1]))
    refused("game_began", lambda: commands.start(session, 0, 0, online=(0, 1)))
    refused("game_began", lambda: commands.seat_bot(session, 0, 1, None, 0))
    refused("no_seat_free", lambda: commands.sit(session, "X", None, 0))
    assert table.seq == before

    revealed, withheld = again_from(session), again_from(session)
    reveal(revealed, 1, VALUES[1])
    commands.deal(withheld, 0)
    given = [VALUES[0].hex(), VALUES[1].hex()]
    assert hands(revealed) == deal(Rules(2), secret, given, scheme=2)[1]
    assert hands(withheld) == deal(Rules(2), secret, [given[0], ""], scheme=2)[1]


def test_who_leaves_after_the_commitments_are_fixed_changes_nothing_by_it() -> None:
    session = committed()
    reveal(session, 0, VALUES[0])
    commands.leave(session, 1, 0)
    assert session.table.seats[1].held, "else the seat could be taken again, with another contribution"
    commands.come_back(session, 1, 0)
    refused("not_now", lambda: commit(session, 1, VALUES[2]))
    reveal(session, 1, VALUES[1])
    assert session.table.contributions == (VALUES[0].hex(), VALUES[1].hex())


def test_whoever_withholds_is_left_out_for_the_rest_of_the_game() -> None:
    session = committed(Rules(2, target=1))
    reveal(session, 0, VALUES[0])
    assert wait_of(session.table, (0, 1)) == Wait("reveal", None, 0)
    commands.deal(session, 0)  # The time is out.
    assert session.table.contributions == (VALUES[0].hex(), "")
    assert session.table.seats[1].withheld
    for _ in play_game(session, 1):
        if session.table.phase == "round_over":
            assert view(session.table, 0, HERE).can.commit
            assert not view(session.table, 1, HERE).can.commit
            refused("not_now", lambda: commit(session, 1, VALUES[1]))
    commit(session, 1, VALUES[1])
    commands.begin_deal(session, (0, 1), 0)
    reveal(session, 1, VALUES[1])
    assert session.table.phase == "playing"
    assert not session.table.seats[1].withheld


def test_who_is_not_there_is_not_waited_for() -> None:
    session = new_table(Rules(2), people=2, start=False)
    for seat in (0, 1):
        commit(session, seat, VALUES[seat])
    commands.start(session, 0, 0, online=(0,))
    assert session.table.contributors == (0,)
    assert view(session.table, 1, HERE).fair.commitments[1] == ""
    reveal(session, 0, VALUES[0])
    assert session.table.contributions == (VALUES[0].hex(), "")
    assert not session.table.seats[1].withheld


def test_a_table_without_commitments_is_dealt_at_once() -> None:
    session = new_table(Rules(2), people=2, start=False)
    commands.start(session, 0, 0, online=(0, 1))
    assert session.table.phase == "playing"


def test_who_comes_late_contributes_to_the_next_deal() -> None:
    session = committed(Rules(3), people=2)
    seat = commands.sit(session, "C", None, 0)
    assert not view(session.table, seat, HERE).can.commit
    refused("not_now", lambda: commit(session, seat, VALUES[2]))
    for other in (0, 1):
        reveal(session, other, VALUES[other])
    assert session.table.contributions == (VALUES[0].hex(), VALUES[1].hex(), "")
    while session.table.phase == "playing":
        next(play_game(session, 1))
    commit(session, seat, VALUES[2])
    commands.begin_deal(session, (0, 1, 2), 0)
    assert session.table.contributors == (seat,)


def test_bots_and_who_is_away_contribute_nothing() -> None:
    session = new_table(Rules(3), people=2)
    while session.table.phase == "playing":
        next(play_game(session, 1))
    commands.leave(session, 1, 0)
    for seat in (1, 2):
        refused("not_now", partial(commit, session, seat, VALUES[0]))
    commands.come_back(session, 1, 0)
    commit(session, 1, VALUES[1])
    commands.leave(session, 1, 0)
    commands.begin_deal(session, (0, 1), 0)
    assert session.table.turn is not None, "nobody is waited for"


def test_another_commitment_takes_the_place_of_one_before() -> None:
    """As where a second tab has the seat, with bytes of its own."""
    session = new_table(Rules(2), people=1, start=False)
    commit(session, 0, VALUES[0])
    before = session.table.seq
    commit(session, 0, VALUES[0])
    assert session.table.seq == before
    commit(session, 0, VALUES[1])
    commands.start(session, 0, 0, online=(0,))
    refused("not_your_contribution", lambda: reveal(session, 0, VALUES[0]))
    reveal(session, 0, VALUES[1])
    assert session.table.phase == "playing"


def test_a_contribution_without_a_commitment_is_refused() -> None:
    session = new_table(Rules(2), people=2, start=False)
    for phase in ("waiting", "playing"):
        assert session.table.phase == phase
        refused(
            "contribution_needs_hash", lambda: commands.perform(session, 1, Contribute("dice: 4 2 6"), 0)
        )
        commands.start(session, 0, 0, online=(0, 1)) if phase == "waiting" else None


def test_what_a_client_is_shown_before_it_reveals() -> None:
    session = new_table(Rules(2), people=2, start=False)
    shown = view(session.table, 0, HERE)
    assert (shown.can.commit, shown.can.reveal, shown.fair.closed) == (True, False, False)
    for seat in (0, 1):
        commit(session, seat, VALUES[seat])
    commands.start(session, 0, 0, online=(0, 1))
    shown = view(session.table, 0, HERE)
    hashes = tuple(sha256(value).hexdigest() for value in VALUES[:2])
    assert (shown.fair.scheme, shown.fair.commitments, shown.fair.closed) == (2, hashes, True)
    assert (shown.can.commit, shown.can.reveal) == (False, True)
    assert view(session.table, None, HERE).fair == shown.fair
    reveal(session, 0, VALUES[0])
    assert not view(session.table, 0, HERE).can.reveal
    reveal(session, 1, VALUES[1])
    assert view(session.table, 0, HERE).fair == shown.fair, "who comes back in the round sees them too"


def test_a_restart_in_the_middle_changes_nothing() -> None:
    session = committed()
    reveal(session, 0, VALUES[0])
    other = again_from(session)
    assert view(other.table, 1, HERE) == view(session.table, 1, HERE)
    assert wait_of(other.table, (0, 1)) == wait_of(session.table, (0, 1))
    for one in (session, other):
        reveal(one, 1, VALUES[1])
    assert hands(session) == hands(other)


def test_only_32_bytes_in_lower_case_digits_are_a_contribution() -> None:
    assert bytes_of("0a" * 32) == b"\n" * 32
    for text in ("", "0a" * 31, "0A" * 32, "zz" * 32, " 0a" * 32, "\u0660a" * 32):
        assert bytes_of(text) is None


# Tables of earlier versions.

OLD = json.loads((Path(__file__).parent / "version_1/table.json").read_text("utf-8"))


def old_table(until: int) -> Session:
    """A table as an earlier version stored it."""
    events: list[tuple[int, Stored]] = [
        (0, read_event(json.dumps(event))) for event in OLD["events"][:until]
    ]
    session = open_table(TableOptions(Rules(2)))
    return Session(Table.from_events(events), session.dealer, session.levels, session.bot_names)


def test_an_old_table_deals_the_next_round_as_it_was_promised() -> None:
    session = old_table(OLD["waiting"])
    assert not view(session.table, 0, HERE).can.commit
    commands.start(session, 0, 0, online=(0, 1))
    old = next(event for event in map(json.dumps, OLD["events"]) if '"dealt"' in event)
    assert [event for _, event in session.new_events if isinstance(event, Dealt)] == [read_event(old)]


def test_an_old_table_goes_on_with_the_new_scheme() -> None:
    session = old_table(OLD["playing"])
    while session.table.phase == "playing":
        next(play_game(session, 1))
    drawn = [event for _, event in session.new_events if isinstance(event, SecretDrawn)]
    assert [event.scheme for event in drawn] == [2]
    commit(session, 0, VALUES[0])
    commands.begin_deal(session, (0,), 0)
    reveal(session, 0, VALUES[0])
    for _ in play_game(session, 1):
        pass
    schemes = [proof.scheme for proof in session.table.games[0].reveals]
    assert schemes[:2] == [1, 1]
    assert set(schemes[2:]) == {2}


def test_every_old_event_is_read_and_written_as_it_was() -> None:
    for event in OLD["events"]:
        assert json.loads(write_event(read_event(json.dumps(event)))) == event

"""A table is a fold of its events; commands refuse or add events; views show what each may know."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from fivethreefive import FiveThreeFiveError, IllegalAction, InvalidInput, InvalidRecord, Rules
from fivethreefive.bots import BOT_NAMES, LEVELS
from fivethreefive.protocol import Closed, Moved, RoundDealt, TableOptions, encode
from fivethreefive.server.http.export import finished_game, record_file
from fivethreefive.state import Acted, Dealt, GameEnded, RoundEnded, Started
from fivethreefive.table import FairDealer, Presence, Session, beats, quotas, view, wait_of
from fivethreefive.table import commands as do
from fivethreefive.table.abilities import may_sit
from fivethreefive.table.events import SecretDrawn, read_event, write_event
from fivethreefive.table.state import LOG_LENGTH, Table
from support.random_play import EVERY_KIND
from support.table_players import counted_secrets, new_table, open_table, play_game, step

HERE = Presence()


def viewers(table: Table) -> list[int | None]:
    return [None, *range(len(table.seats))]


# The fold


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND.keys())
def test_the_stored_events_tell_the_same_table_at_every_moment(rules: Rules) -> None:
    session = new_table(rules, people=2)
    kept: list[tuple[int, Any]] = []
    for number, _ in enumerate(play_game(session, 7)):
        kept += [(at, read_event(write_event(event))) for at, event in session.drain_events()]
        if number % 29 and session.table.phase == "playing":
            continue
        again = Table.from_events(kept)
        assert again.seq == len(kept)
        for viewer in viewers(again):
            assert encode(view(again, viewer, HERE)) == encode(view(session.table, viewer, HERE))
        shown = min(again.seq, LOG_LENGTH)
        assert again.since(again.seq - shown) == session.table.since(again.seq - shown)
        assert [*again.moves] == [*session.table.moves]


def test_a_rematch_goes_on_under_the_next_commitment() -> None:
    session = new_table(Rules(2, target=1))
    for _ in play_game(session, 1):
        pass
    table = session.table
    promised = view(table, 0, HERE).fair.commitment
    moves = len(table.moves)
    do.ask_ready(session, 0, "game_over", 0)
    do.deal(session, 0)
    assert (table.phase, len(table.games), view(table, 0, HERE).game) == ("playing", 2, 2)
    assert view(table, 0, HERE).fair.commitment == promised
    assert view(table, 0, HERE).turn_number == moves
    assert table.games[0].game.is_over


def test_after_a_rematch_the_old_game_and_its_turns_stand() -> None:
    session = new_table(Rules(2, target=1), people=2)
    for _ in play_game(session, 1):
        pass
    table = session.table
    before = record_file(finished_game(table, None))
    do.ask_ready(session, 0, "game_over", 0)
    do.deal(session, 0)
    session.drain_events()
    for turn, (seat, action, seq) in enumerate(table.moves):
        assert do.act(session, seat, turn, action, 0) == seq
        refused(InvalidInput, "turn_passed", lambda s=seat, t=turn: do.act(session, s, t, "zzz", 0))  # type: ignore[misc]
    assert session.drain_events() == []
    assert record_file(finished_game(table, 1)) == before
    refused(InvalidInput, "no_game_yet", lambda: finished_game(table, 2))


def test_events_that_no_table_has_are_refused() -> None:
    session = new_table(Rules(3))
    kept = session.drain_events()
    with pytest.raises(InvalidRecord):
        Table.from_events([*kept, (0, Acted(0, "+1-2-3"))])
    with pytest.raises(InvalidRecord):
        Table.from_events(kept[1:])


def test_what_was_missed_is_told_as_far_as_it_is_kept() -> None:
    session = new_table(Rules(4, target=200), people=1)
    table = session.table
    for _ in play_game(session, 3):
        if table.seq > LOG_LENGTH + 50:
            break
    everything = table.since(table.seq - LOG_LENGTH)
    assert everything is not None
    assert table.since(table.seq) == ()
    assert table.since(table.seq - LOG_LENGTH - 1) is None
    assert table.since(table.seq + 1) is None


# Views


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    session = new_table(Rules(4), people=2)
    table = session.table
    round_ = table.games[-1].game.round
    assert view(table, 1, HERE).hands == (None, round_.hand(1), None, None)
    assert view(table, None, HERE).hands == (None,) * 4
    do.show(session, 1, True, 0)
    assert view(table, None, HERE).hands == (None, round_.hand(1), None, None)
    assert view(table, 0, HERE).hands == (round_.hand(0), None, None, None)
    do.show(session, 1, False, 0)
    assert view(table, None, HERE).hands == (None,) * 4


def test_all_hands_are_shown_when_the_round_is_over() -> None:
    session = new_table(Rules(3))
    chooser = random.Random(5)
    while session.table.phase == "playing":
        step(session, chooser)
    shown = view(session.table, None, HERE)
    assert shown.observation is not None
    assert shown.hands == shown.observation.shown


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND.keys())
def test_who_laid_what_and_why_tricks_end(rules: Rules) -> None:
    session = new_table(rules, people=2)
    table = session.table
    ends = set()
    for _ in play_game(session, 11):
        shown = view(table, None, HERE)
        seen = shown.observation
        assert seen is not None
        assert len(shown.laid_by) == len(seen.table)
        assert shown.laid_by == seen.laid_by, "an observation tells it from the history alone"
        if shown.phase == "playing":
            assert (shown.beats is None) == (seen.table == ())
            assert (*shown.last_trick, *shown.trick)[-1:] == seen.history[-1:]
        ends |= {
            (event.end.rule, event.action.kind)
            for event in table.since(max(0, table.seq - LOG_LENGTH)) or ()
            if isinstance(event, Moved) and event.end
        }
    assert {"R15", "R19"} <= {rule for rule, _ in ends}
    assert all(kind == "pass" for rule, kind in ends if rule == "R15")
    assert all(kind == "add" for rule, kind in ends if rule in ("R16", "R17"))


BEATS = [
    (Rules(4), (3,), ("higher_single", 1, False, True)),
    (Rules(4), (15,), ("only_adds", 1, False, True)),
    (Rules(4), (3, 3), ("higher_set", 2, False, True)),
    (Rules(4), (3, 3, 3), ("higher_set", 3, False, True)),
    (Rules(5), (3, 3, 3, 3), ("only_adds", 4, False, True)),
    (Rules(4), (3, 4), ("lower_run", 2, False, True)),
    (Rules(4), (1, 2), ("only_adds", 2, False, True)),
    (Rules(4), (7, 8, 9), ("lower_run", 3, False, False)),
    (Rules(4), (1, 2, 3, 4), ("only_adds", 4, False, True)),
    (Rules(4, overwrite="larger"), (15,), ("only_larger", 1, True, True)),
    (Rules(4, overwrite="larger"), (3,), ("higher_single", 1, True, True)),
    (Rules(2, ranks=(7, 8), copies=1, deal=1), (8,), ("only_adds", 1, False, True)),
    (Rules(2, ranks=(7, 8), copies=1, deal=1), (7, 8), ("nothing", 2, False, False)),
]


@pytest.mark.parametrize(("rules", "table", "due"), BEATS)
def test_what_overwrites_a_meld(rules: Rules, table: tuple[int, ...], due: tuple[Any, ...]) -> None:
    found = beats(rules, table)
    assert found is not None
    assert (found.code, found.size, found.larger, found.adds) == due


def test_nothing_lies_there() -> None:
    assert beats(Rules(4), ()) is None


def test_no_hand_and_no_secret_is_public() -> None:
    session = new_table(Rules(4))
    for _ in play_game(session, 2):
        pass
    again = Table()
    for at, stored in session.drain_events():
        public = again.add(at, stored)
        if isinstance(stored, Dealt):
            assert public == (RoundDealt(stored.round, stored.leader),)
        if isinstance(stored, SecretDrawn):
            assert stored.secret not in encode(public).decode()


# Commands


def refused(kind: type[FiveThreeFiveError], code: str, call: Callable[[], object]) -> None:
    with pytest.raises(kind) as error:
        call()
    assert error.value.code == code
    assert error.value.sentence("nl") != error.value.sentence("es")


def waiting(people: int = 2) -> Session:
    session = open_table(TableOptions(Rules(4)))
    for seat in range(people):
        do.sit(session, "ABCDEF"[seat], None, 0)
    return session


def test_a_move_again_is_the_same_move() -> None:
    session = new_table(Rules(2), people=2)
    table = session.table
    seat = table.turn
    assert seat is not None
    action = str(table.games[-1].game.round.legal_actions()[0])
    seq = do.act(session, seat, 0, action, 0)
    session.drain_events()
    assert do.act(session, seat, 0, action, 0) == seq
    assert session.drain_events() == []
    refused(InvalidInput, "turn_passed", lambda: do.act(session, seat, 0, "pass", 0))
    refused(InvalidInput, "turn_passed", lambda: do.act(session, 1 - seat, 0, action, 0))


def test_moves_that_are_refused() -> None:
    session = new_table(Rules(2), people=2)
    seat = session.table.turn
    assert seat is not None
    before = session.table.seq
    refused(IllegalAction, "not_your_turn", lambda: do.act(session, 1 - seat, 0, "pass", 0))
    refused(IllegalAction, "not_your_turn", lambda: do.act(session, seat, 1, "pass", 0))
    refused(IllegalAction, "leader_may_not_pass", lambda: do.act(session, seat, 0, "pass", 0))
    refused(IllegalAction, "not_cards", lambda: do.act(session, seat, 0, "zzz", 0))
    assert not do.act_for(session, seat, 0, "pass", 0)
    refused(InvalidInput, "game_began", lambda: do.start(session, 0, 0))
    refused(InvalidInput, "not_now", lambda: do.ask_ready(session, 0, "round_over", 0))
    refused(InvalidInput, "not_now", lambda: do.commit_contribution(session, 0, "a" * 64, 0))
    refused(InvalidInput, "not_now", lambda: do.reveal_contribution(session, 0, "a" * 64, 0))
    assert session.table.seq == before


def test_the_host_sets_up() -> None:
    session = waiting()
    refused(InvalidInput, "host_only", lambda: do.start(session, 1, 0))
    refused(InvalidInput, "seats_empty", lambda: do.start(session, 0, 0))
    refused(InvalidInput, "unknown_level", lambda: do.fill(session, 0, "godlike", 0))
    refused(InvalidInput, "seat_taken", lambda: do.seat_bot(session, 0, 1, "easy", 0))
    do.seat_bot(session, 0, 2, "easy", 0)
    do.seat_bot(session, 0, 2, None, 0)
    assert session.table.seats[2].kind == "empty"
    do.invite_bot(session, 0, 2, 0)
    do.fill(session, 0, "hard", 0)
    do.start(session, 0, 0)
    assert [seat.kind for seat in session.table.seats] == ["person", "person", "remote", "bot"]
    assert {seat.name for seat in session.table.seats[2:]} <= set(BOT_NAMES)


def again_from(session: Session) -> Session:
    """The session's table as it is stored, gone on with."""
    dealer = FairDealer(counted_secrets())
    return Session(Table.from_events(session.drain_events()), dealer, LEVELS, BOT_NAMES)


def play_round(session: Session) -> None:
    """Play a round to its end and deal the next."""
    chooser = random.Random(5)
    while session.table.phase == "playing":
        step(session, chooser)
    do.deal(session, 0)


def test_a_late_friend_takes_a_bots_seat() -> None:
    session = new_table(Rules(3), people=1)
    assert do.sit(session, "Late", None, 0) == 1
    assert session.table.seats[1].name == "Late"
    refused(InvalidInput, "seat_taken", lambda: do.sit(session, "Later", 0, 0))
    do.show(session, 0, True, 0)
    refused(InvalidInput, "hand_is_shown", lambda: do.sit(session, "Later", None, 0))
    do.show(session, 0, False, 0)
    refused(InvalidInput, "hand_is_shown", lambda: do.sit(session, "Later", None, 0))
    again = again_from(session)
    refused(InvalidInput, "hand_is_shown", lambda: do.sit(again, "Later", None, 0))
    play_round(again)
    assert may_sit(again.table) == (2,)
    do.show(again, 0, True, 0)
    play_round(again)
    assert may_sit(again.table) == (), "a hand that is shown on is seen in the next round too"
    do.show(again, 0, False, 0)
    play_round(again)
    do.sit(again, "Later", None, 0)
    refused(InvalidInput, "no_seat_free", lambda: do.sit(again, "Last", None, 0))


def test_who_leaves_is_played_by_a_bot_and_returns() -> None:
    session = new_table(Rules(2), people=2)
    table = session.table
    do.leave(session, 0, 0)
    assert table.seats[0].played_by_bot
    assert table.host == 1
    refused(InvalidInput, "not_seated", lambda: do.leave(session, 0, 0))
    do.come_back(session, 0, 0)
    assert not table.seats[0].played_by_bot
    do.let_bot_take(session, table.turn or 0, 0)
    assert table.seats[table.turn or 0].played_by_bot
    seat = table.turn or 0
    action = str(table.games[-1].game.round.legal_actions()[0])
    do.act(session, seat, 0, action, 0)
    assert not table.seats[seat].played_by_bot, "who acts is back"


def test_who_leaves_before_the_game_empties_the_seat() -> None:
    session = waiting(1)
    do.leave(session, 0, 0)
    assert session.table.seats[0].kind == "empty"
    do.sit(session, "New", 1, 0)
    assert session.table.host == 1


def test_who_is_named_like_another_is_refused() -> None:
    session = waiting(1)
    for name in (" a ", "\uff21", "\U0001d400", "\u24b6"):
        refused(InvalidInput, "name_taken", lambda name=name: do.sit(session, name, None, 0))  # type: ignore[misc]
    refused(InvalidInput, "bad_name", lambda: do.sit(session, "\u3164", None, 0))


def test_what_may_be_said() -> None:
    session = waiting()
    do.say(session, 0, "hello", None, 0)
    refused(InvalidInput, "no_chat", lambda: do.say(session, 0, None, "hi", 0))
    refused(InvalidInput, "bad_text", lambda: do.say(session, 0, None, None, 0))
    chat = open_table(TableOptions(Rules(2), chat=True))
    do.sit(chat, "A", None, 0)
    do.say(chat, 0, None, "<b>hi</b>", 0)
    refused(InvalidInput, "bad_text", lambda: do.say(chat, 0, None, "a\nb", 0))


def talks(session: Session) -> None:
    do.say(session, 0, "hello", None, 0)


def shows_and_hides(session: Session) -> None:
    do.show(session, 0, not session.table.seats[0].shows, 0)


def goes_and_comes(session: Session) -> None:
    do.leave(session, 0, 0)
    do.come_back(session, 0, 0)


def changes_a_bot(session: Session) -> None:
    do.seat_bot(session, 0, 2, "easy", 0)


def invites(session: Session) -> None:
    do.invite_bot(session, 0, 2, 0)


def empties_and_fills(session: Session) -> None:
    do.fill(session, 0, "easy", 0)
    do.seat_bot(session, 0, 2, None, 0)


def renames(session: Session) -> None:
    do.name_remote(session, 2, "XY"[session.table.seats[2].name == "X"], 0)


def sits_and_leaves(session: Session) -> None:
    do.leave(session, do.sit(session, "X", 2, 0), 0)


Does = Callable[[Session], None]


def on_and_on(does: Does, session: Session) -> Callable[[], None]:
    def repeat() -> None:
        for _ in range(999):
            does(session)

    return repeat


@pytest.mark.parametrize("does", [talks, shows_and_hides, goes_and_comes])
def test_what_is_done_beside_the_game_is_capped_until_the_next_deal(does: Does) -> None:
    session = new_table(Rules(2))
    before = session.table.seq
    refused(InvalidInput, "too_many_asides", on_and_on(does, session))
    assert session.table.seq - before <= 3 * quotas.SEAT_QUOTA
    again = again_from(session)
    refused(InvalidInput, "too_many_asides", lambda: do.say(again, 0, "hello", None, 0))
    assert not view(again.table, 0, HERE).can.say
    play_round(again)
    do.say(again, 0, "hello", None, 0)


@pytest.mark.parametrize("does", [changes_a_bot, invites, empties_and_fills, renames, sits_and_leaves])
def test_setting_up_has_an_end_too(does: Does) -> None:
    session = waiting()
    refused(InvalidInput, "too_many_asides", on_and_on(does, session))
    assert session.table.seq <= 3 * quotas.SEAT_QUOTA
    assert session.table.seats[0].kind == "person"
    do.say(session, 1, "hello", None, 0)


def test_who_comes_and_goes_keeps_nobody_from_setting_up_and_starting() -> None:
    session = waiting(1)
    for seat in (1, 2):
        refused(
            InvalidInput,
            "too_many_asides",
            on_and_on(lambda s, seat=seat: do.leave(s, do.sit(s, "X", seat, 0), 0), session),  # type: ignore[misc]
        )
    do.invite_bot(session, 0, 1, 0)
    do.seat_bot(session, 0, 1, None, 0)
    assert do.sit(session, "Friend", 1, 0) == 1, "the host has given the seat a new beginning"
    do.fill(session, 0, "easy", 0)
    do.start(session, 0, 0)
    assert session.table.phase == "playing"


def plays_first_legal(session: Session) -> None:
    """Play for the seat whose turn it is."""
    table = session.table
    assert table.turn is not None
    legal = str(table.games[-1].game.round.legal_actions()[0])
    if not do.act_for(session, table.turn, len(table.moves), legal, 0):
        do.act(session, table.turn, len(table.moves), legal, 0)


def test_whoever_has_used_up_a_seat_may_still_leave_it_and_comes_back_with_the_next_deal() -> None:
    session = new_table(Rules(2))
    refused(InvalidInput, "too_many_asides", on_and_on(talks, session))
    assert view(session.table, 0, HERE).can.leave
    do.leave(session, 0, 0)
    assert not view(session.table, 0, HERE).can.back
    refused(InvalidInput, "too_many_asides", lambda: do.come_back(session, 0, 0))
    while session.table.turn != 0:
        plays_first_legal(session)
    assert not view(session.table, 0, HERE).can.act
    legal = str(session.table.games[-1].game.round.legal_actions()[0])
    turn = len(session.table.moves)
    refused(InvalidInput, "too_many_asides", lambda: do.act(session, 0, turn, legal, 0))
    chooser = random.Random(1)
    while session.table.phase == "playing":
        table = session.table
        action = str(chooser.choice(table.games[-1].game.round.legal_actions()))
        assert table.turn is not None
        assert do.act_for(session, table.turn, len(table.moves), action, 0)
    do.deal(session, 0)
    assert view(session.table, 0, HERE).can.back
    do.come_back(session, 0, 0)
    assert not session.table.seats[0].played_by_bot


def test_a_table_with_a_long_history_ends_its_game_and_begins_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = new_table(Rules(2, target=1))
    monkeypatch.setattr(quotas, "EVENT_QUOTA", session.table.seq)
    refused(InvalidInput, "table_used_up", lambda: do.say(session, 0, "hello", None, 0))
    for _ in play_game(session, 1):
        pass
    refused(InvalidInput, "table_used_up", lambda: do.ask_ready(session, 0, "game_over", 0))
    assert not view(session.table, 0, HERE).can.rematch


def test_what_keeps_one_from_playing_is_said() -> None:
    """Whoever asks: of all reasons the one that is true."""
    lobby = waiting()
    refused(InvalidInput, "game_not_begun", lambda: do.why_illegal(lobby.table, None, "pass"))
    session = new_table(Rules(2, target=1), people=2)
    seat = session.table.turn
    assert seat is not None
    refused(InvalidInput, "not_your_turn", lambda: do.why_illegal(session.table, 1 - seat, "pass"))
    refused(InvalidInput, "not_seated", lambda: do.why_illegal(session.table, None, "pass"))
    refused(InvalidInput, "nobody_is_slow", lambda: do.vote_bot(session, 1 - seat, 0))
    refused(InvalidInput, "nobody_is_slow", lambda: do.take_over(session, 0, 0))
    refused(InvalidInput, "host_only", lambda: do.take_over(session, 1, 0))
    for _ in play_game(session, 1):
        pass
    refused(InvalidInput, "game_is_over", lambda: do.why_illegal(session.table, seat, "pass"))


def test_a_closed_table_does_nothing_more() -> None:
    session = new_table(Rules(2))
    session.add(0, Closed())
    table = session.table
    assert view(table, 0, HERE).can == view(table, None, HERE).can
    refused(InvalidInput, "not_playing", lambda: do.act(session, 0, len(table.moves), "pass", 0))
    refused(InvalidInput, "no_seat_free", lambda: do.sit(session, "Z", None, 0))
    assert wait_of(table, {0}) is None


def test_the_record_events_stand_in_order() -> None:
    session = new_table(Rules(2, target=1))
    for _ in play_game(session, 4):
        pass
    told = [
        event
        for _, event in session.drain_events()
        if isinstance(event, Started | Dealt | Acted | RoundEnded | GameEnded)
    ]
    assert told == session.table.games[0].game.events

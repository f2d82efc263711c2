"""A table is a fold of its events; commands refuse or add events; views show what each may know."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from fivethreefive import FiveThreeFiveError, IllegalAction, InvalidInput, InvalidRecord, Rules
from fivethreefive.bots import BOT_NAMES
from fivethreefive.protocol import Moved, RoundDealt, TableOptions, encode
from fivethreefive.protocol.presentation import beats
from fivethreefive.server import asides
from fivethreefive.server import commands as do
from fivethreefive.server.events import Drawn, read_event, write_event
from fivethreefive.server.games import finished_game, record_lines
from fivethreefive.server.pacing import plan
from fivethreefive.server.table import STORY, Table
from fivethreefive.server.views import Around, view
from fivethreefive.state import Acted, Dealt, GameEnded, RoundEnded, Started
from support.random_play import EVERY_KIND
from support.table_players import counted_secrets, new_table, play_game, step

HERE = Around()


def viewers(table: Table) -> list[int | None]:
    return [None, *range(len(table.seats))]


# The fold


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND.keys())
def test_the_stored_events_tell_the_same_table_at_every_moment(rules: Rules) -> None:
    sitting = new_table(rules, people=2)
    kept: list[tuple[int, Any]] = []
    for number, _ in enumerate(play_game(sitting, 7)):
        kept += [(at, read_event(write_event(event))) for at, event in sitting.take()]
        if number % 29 and sitting.table.phase == "playing":
            continue
        again = Table.from_events(kept)
        assert again.seq == len(kept)
        for viewer in viewers(again):
            assert encode(view(again, viewer, HERE)) == encode(view(sitting.table, viewer, HERE))
        assert again.story == sitting.table.story
        assert again.moves == sitting.table.moves


def test_a_rematch_goes_on_under_the_next_commitment() -> None:
    sitting = new_table(Rules(2, target=1))
    for _ in play_game(sitting, 1):
        pass
    table = sitting.table
    promised = view(table, 0, HERE).fair.commitment
    moves = len(table.moves)
    do.ask_ready(sitting, 0, "game_over", 0)
    do.deal(sitting, 0)
    assert (table.phase, len(table.games), view(table, 0, HERE).game) == ("playing", 2, 2)
    assert view(table, 0, HERE).fair.commitment == promised
    assert view(table, 0, HERE).turn_number == moves
    assert table.games[0].game.is_over


def test_after_a_rematch_the_old_game_and_its_turns_stand() -> None:
    sitting = new_table(Rules(2, target=1), people=2)
    for _ in play_game(sitting, 1):
        pass
    table = sitting.table
    before = record_lines(finished_game(table, None))
    do.ask_ready(sitting, 0, "game_over", 0)
    do.deal(sitting, 0)
    sitting.take()
    for turn, (seat, action, seq) in enumerate(table.moves):
        assert do.act(sitting, seat, turn, action, 0) == seq
        refused(InvalidInput, "turn_passed", lambda s=seat, t=turn: do.act(sitting, s, t, "zzz", 0))  # type: ignore[misc]
    assert sitting.take() == []
    assert record_lines(finished_game(table, 1)) == before
    refused(InvalidInput, "no_game_yet", lambda: finished_game(table, 2))


def test_events_that_no_table_has_are_refused() -> None:
    sitting = new_table(Rules(3))
    kept = sitting.take()
    with pytest.raises(InvalidRecord):
        Table.from_events([*kept, (0, Acted(0, "+1-2-3"))])
    with pytest.raises(InvalidRecord):
        Table.from_events(kept[1:])


def test_what_was_missed_is_told_as_far_as_it_is_kept() -> None:
    sitting = new_table(Rules(4, target=200), people=1)
    table = sitting.table
    for _ in play_game(sitting, 3):
        if table.seq > STORY + 50:
            break
    everything = table.since(table.seq - STORY)
    assert everything is not None
    assert table.since(table.seq) == ()
    assert table.since(table.seq - STORY - 1) is None
    assert table.since(table.seq + 1) is None


# Views


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    sitting = new_table(Rules(4), people=2)
    table = sitting.table
    round_ = table.games[-1].game.round
    assert view(table, 1, HERE).hands == (None, round_.hand(1), None, None)
    assert view(table, None, HERE).hands == (None,) * 4
    do.show(sitting, 1, True, 0)
    assert view(table, None, HERE).hands == (None, round_.hand(1), None, None)
    assert view(table, 0, HERE).hands == (round_.hand(0), None, None, None)
    do.show(sitting, 1, False, 0)
    assert view(table, None, HERE).hands == (None,) * 4


def test_all_hands_are_shown_when_the_round_is_over() -> None:
    sitting = new_table(Rules(3))
    chooser = random.Random(5)
    while sitting.table.phase == "playing":
        step(sitting, chooser)
    shown = view(sitting.table, None, HERE)
    assert shown.observation is not None
    assert shown.hands == shown.observation.shown


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND.keys())
def test_who_laid_what_and_why_tricks_end(rules: Rules) -> None:
    sitting = new_table(rules, people=2)
    table = sitting.table
    ends = set()
    for _ in play_game(sitting, 11):
        shown = view(table, None, HERE)
        seen = shown.observation
        assert seen is not None
        assert len(shown.laid_by) == len(seen.table)
        if shown.phase == "playing":
            assert (shown.beats is None) == (seen.table == ())
            assert (*shown.last_trick, *shown.trick)[-1:] == seen.history[-1:]
        for _, public in table.story:
            ends |= {
                (event.end.rule, event.action.kind)
                for event in public
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
    sitting = new_table(Rules(4))
    for _ in play_game(sitting, 2):
        pass
    for (_, public), (_, stored) in zip(sitting.table.story, sitting.take(), strict=True):
        if isinstance(stored, Dealt):
            assert public == (RoundDealt(stored.round, stored.leader),)
        if isinstance(stored, Drawn):
            assert stored.secret not in encode(public).decode()


# Commands


def refused(kind: type[FiveThreeFiveError], code: str, call: Callable[[], object]) -> None:
    with pytest.raises(kind) as error:
        call()
    assert error.value.code == code
    assert error.value.sentence("nl") != error.value.sentence("es")


def waiting(people: int = 2) -> do.Sitting:
    sitting = do.open_table("BCDFGH", TableOptions(Rules(4)), counted_secrets(), 0)
    for seat in range(people):
        do.sit(sitting, "ABCDEF"[seat], None, 0)
    return sitting


def test_a_move_again_is_the_same_move() -> None:
    sitting = new_table(Rules(2), people=2)
    table = sitting.table
    seat = table.turn
    assert seat is not None
    action = str(table.games[-1].game.round.legal_actions()[0])
    seq = do.act(sitting, seat, 0, action, 0)
    sitting.take()
    assert do.act(sitting, seat, 0, action, 0) == seq
    assert sitting.take() == []
    refused(InvalidInput, "turn_passed", lambda: do.act(sitting, seat, 0, "pass", 0))
    refused(InvalidInput, "turn_passed", lambda: do.act(sitting, 1 - seat, 0, action, 0))


def test_moves_that_are_refused() -> None:
    sitting = new_table(Rules(2), people=2)
    seat = sitting.table.turn
    assert seat is not None
    before = sitting.table.seq
    refused(IllegalAction, "not_your_turn", lambda: do.act(sitting, 1 - seat, 0, "pass", 0))
    refused(IllegalAction, "not_your_turn", lambda: do.act(sitting, seat, 1, "pass", 0))
    refused(IllegalAction, "leader_may_not_pass", lambda: do.act(sitting, seat, 0, "pass", 0))
    refused(IllegalAction, "not_cards", lambda: do.act(sitting, seat, 0, "zzz", 0))
    assert not do.act_for(sitting, seat, 0, "pass", 0)
    refused(InvalidInput, "game_began", lambda: do.start(sitting, 0, 0))
    refused(InvalidInput, "not_now", lambda: do.ask_ready(sitting, 0, "round_over", 0))
    refused(InvalidInput, "not_now", lambda: do.contribute(sitting, 0, "x", 0))
    assert sitting.table.seq == before


def test_the_host_sets_up() -> None:
    sitting = waiting()
    refused(InvalidInput, "host_only", lambda: do.start(sitting, 1, 0))
    refused(InvalidInput, "seats_empty", lambda: do.start(sitting, 0, 0))
    refused(InvalidInput, "unknown_level", lambda: do.fill(sitting, 0, "godlike", 0))
    refused(InvalidInput, "seat_taken", lambda: do.seat_bot(sitting, 0, 1, "easy", 0))
    do.seat_bot(sitting, 0, 2, "easy", 0)
    do.seat_bot(sitting, 0, 2, None, 0)
    assert sitting.table.seats[2].kind == "empty"
    do.invite_bot(sitting, 0, 2, 0)
    do.fill(sitting, 0, "hard", 0)
    do.start(sitting, 0, 0)
    assert [seat.kind for seat in sitting.table.seats] == ["person", "person", "remote", "bot"]
    assert {seat.name for seat in sitting.table.seats[2:]} <= set(BOT_NAMES)


def play_round(sitting: do.Sitting) -> None:
    """Play a round to its end and deal the next."""
    chooser = random.Random(5)
    while sitting.table.phase == "playing":
        step(sitting, chooser)
    do.deal(sitting, 0)


def test_a_late_friend_takes_a_bots_seat() -> None:
    sitting = new_table(Rules(3), people=1)
    assert do.sit(sitting, "Late", None, 0) == 1
    assert sitting.table.seats[1].name == "Late"
    refused(InvalidInput, "seat_taken", lambda: do.sit(sitting, "Later", 0, 0))
    do.show(sitting, 0, True, 0)
    refused(InvalidInput, "hand_is_shown", lambda: do.sit(sitting, "Later", None, 0))
    do.show(sitting, 0, False, 0)
    refused(InvalidInput, "hand_is_shown", lambda: do.sit(sitting, "Later", None, 0))
    again = do.Sitting(Table.from_events(sitting.take()), counted_secrets())
    refused(InvalidInput, "hand_is_shown", lambda: do.sit(again, "Later", None, 0))
    play_round(again)
    assert do.may_sit(again.table) == (2,)
    do.show(again, 0, True, 0)
    play_round(again)
    assert do.may_sit(again.table) == (), "a hand that is shown on is seen in the next round too"
    do.show(again, 0, False, 0)
    play_round(again)
    do.sit(again, "Later", None, 0)
    refused(InvalidInput, "no_seat_free", lambda: do.sit(again, "Last", None, 0))


def test_who_leaves_is_played_by_a_bot_and_returns() -> None:
    sitting = new_table(Rules(2), people=2)
    table = sitting.table
    do.leave(sitting, 0, 0)
    assert table.seats[0].played_by_bot
    assert table.host == 1
    refused(InvalidInput, "not_seated", lambda: do.leave(sitting, 0, 0))
    do.come_back(sitting, 0, 0)
    assert not table.seats[0].played_by_bot
    do.bot_took(sitting, table.turn or 0, 0)
    assert table.seats[table.turn or 0].played_by_bot
    seat = table.turn or 0
    action = str(table.games[-1].game.round.legal_actions()[0])
    do.act(sitting, seat, 0, action, 0)
    assert not table.seats[seat].played_by_bot, "who acts is back"


def test_who_leaves_before_the_game_empties_the_seat() -> None:
    sitting = waiting(1)
    do.leave(sitting, 0, 0)
    assert sitting.table.seats[0].kind == "empty"
    do.sit(sitting, "New", 1, 0)
    assert sitting.table.host == 1


def test_who_is_named_like_another_is_refused() -> None:
    sitting = waiting(1)
    for name in (" a ", "\uff21", "\U0001d400", "\u24b6"):
        refused(InvalidInput, "name_taken", lambda name=name: do.sit(sitting, name, None, 0))  # type: ignore[misc]
    refused(InvalidInput, "bad_name", lambda: do.sit(sitting, "\u3164", None, 0))


def test_what_may_be_said() -> None:
    sitting = waiting()
    do.say(sitting, 0, "hello", None, 0)
    refused(InvalidInput, "no_chat", lambda: do.say(sitting, 0, None, "hi", 0))
    refused(InvalidInput, "bad_text", lambda: do.say(sitting, 0, None, None, 0))
    chat = do.open_table("BCDFGH", TableOptions(Rules(2), chat=True), counted_secrets(), 0)
    do.sit(chat, "A", None, 0)
    do.say(chat, 0, None, "<b>hi</b>", 0)
    refused(InvalidInput, "bad_text", lambda: do.say(chat, 0, None, "a\nb", 0))


def talks(sitting: do.Sitting) -> None:
    do.say(sitting, 0, "hello", None, 0)


def shows_and_hides(sitting: do.Sitting) -> None:
    do.show(sitting, 0, not sitting.table.seats[0].shows, 0)


def goes_and_comes(sitting: do.Sitting) -> None:
    do.leave(sitting, 0, 0)
    do.come_back(sitting, 0, 0)


def changes_a_bot(sitting: do.Sitting) -> None:
    do.seat_bot(sitting, 0, 2, "easy", 0)


def invites(sitting: do.Sitting) -> None:
    do.invite_bot(sitting, 0, 2, 0)


def empties_and_fills(sitting: do.Sitting) -> None:
    do.fill(sitting, 0, "easy", 0)
    do.seat_bot(sitting, 0, 2, None, 0)


def renames(sitting: do.Sitting) -> None:
    do.name_remote(sitting, 2, "XY"[sitting.table.seats[2].name == "X"], 0)


def sits_and_leaves(sitting: do.Sitting) -> None:
    do.leave(sitting, do.sit(sitting, "X", 2, 0), 0)


Does = Callable[[do.Sitting], None]


def on_and_on(does: Does, sitting: do.Sitting) -> Callable[[], None]:
    def repeat() -> None:
        for _ in range(999):
            does(sitting)

    return repeat


@pytest.mark.parametrize("does", [talks, shows_and_hides, goes_and_comes])
def test_what_is_done_beside_the_game_is_capped_until_the_next_deal(does: Does) -> None:
    sitting = new_table(Rules(2))
    before = sitting.table.seq
    refused(InvalidInput, "too_many_asides", on_and_on(does, sitting))
    assert sitting.table.seq - before <= 3 * asides.MOST_ASIDES
    again = do.Sitting(Table.from_events(sitting.take()), counted_secrets())
    refused(InvalidInput, "too_many_asides", lambda: do.say(again, 0, "hello", None, 0))
    assert not view(again.table, 0, HERE).can.say
    play_round(again)
    do.say(again, 0, "hello", None, 0)


@pytest.mark.parametrize("does", [changes_a_bot, invites, empties_and_fills, renames, sits_and_leaves])
def test_setting_up_has_an_end_too(does: Does) -> None:
    sitting = waiting()
    refused(InvalidInput, "too_many_asides", on_and_on(does, sitting))
    assert sitting.table.seq <= 3 * asides.MOST_ASIDES
    assert sitting.table.seats[0].kind == "person"
    do.say(sitting, 1, "hello", None, 0)


def test_who_comes_and_goes_keeps_nobody_from_setting_up_and_starting() -> None:
    sitting = waiting(1)
    for seat in (1, 2):
        refused(
            InvalidInput,
            "too_many_asides",
            on_and_on(lambda s, seat=seat: do.leave(s, do.sit(s, "X", seat, 0), 0), sitting),  # type: ignore[misc]
        )
    do.invite_bot(sitting, 0, 1, 0)
    do.seat_bot(sitting, 0, 1, None, 0)
    assert do.sit(sitting, "Friend", 1, 0) == 1, "the host has given the seat a new beginning"
    do.fill(sitting, 0, "easy", 0)
    do.start(sitting, 0, 0)
    assert sitting.table.phase == "playing"


def test_whoever_has_used_up_a_seat_may_still_leave_it_and_comes_back_with_the_next_deal() -> None:
    sitting = new_table(Rules(2))
    refused(InvalidInput, "too_many_asides", on_and_on(talks, sitting))
    assert view(sitting.table, 0, HERE).can.leave
    do.leave(sitting, 0, 0)
    assert not view(sitting.table, 0, HERE).can.back
    refused(InvalidInput, "too_many_asides", lambda: do.come_back(sitting, 0, 0))
    chooser = random.Random(1)
    while sitting.table.phase == "playing":
        table = sitting.table
        action = str(chooser.choice(table.games[-1].game.round.legal_actions()))
        assert table.turn is not None
        assert do.act_for(sitting, table.turn, len(table.moves), action, 0)
    do.deal(sitting, 0)
    assert view(sitting.table, 0, HERE).can.back
    do.come_back(sitting, 0, 0)
    assert not sitting.table.seats[0].played_by_bot


def test_a_table_with_a_long_history_ends_its_game_and_begins_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sitting = new_table(Rules(2, target=1))
    monkeypatch.setattr(asides, "MOST_EVENTS", sitting.table.seq)
    refused(InvalidInput, "table_used_up", lambda: do.say(sitting, 0, "hello", None, 0))
    for _ in play_game(sitting, 1):
        pass
    refused(InvalidInput, "table_used_up", lambda: do.ask_ready(sitting, 0, "game_over", 0))
    assert not view(sitting.table, 0, HERE).can.rematch


def test_a_contribution_is_given_once_a_round() -> None:
    sitting = waiting(2)
    do.contribute(sitting, 1, "dice: 4 2 6", 0)
    refused(InvalidInput, "not_now", lambda: do.contribute(sitting, 1, "again", 0))
    do.fill(sitting, 0, "easy", 0)
    do.start(sitting, 0, 0)
    assert sitting.table.used == ("", "dice: 4 2 6", "", "")


def test_a_closed_table_does_nothing_more() -> None:
    sitting = new_table(Rules(2))
    do.close(sitting, 0)
    do.close(sitting, 0)
    table = sitting.table
    assert view(table, 0, HERE).can == view(table, None, HERE).can
    refused(InvalidInput, "not_playing", lambda: do.act(sitting, 0, len(table.moves), "pass", 0))
    refused(InvalidInput, "no_seat_free", lambda: do.sit(sitting, "Z", None, 0))
    assert plan(table, frozenset({0})) is None


def test_the_record_events_stand_in_order() -> None:
    sitting = new_table(Rules(2, target=1))
    for _ in play_game(sitting, 4):
        pass
    told = [
        event
        for _, event in sitting.take()
        if isinstance(event, Started | Dealt | Acted | RoundEnded | GameEnded)
    ]
    assert told == sitting.table.games[0].game.events

"""Whatever is wrong in a record is refused, with the line and the rule."""

from __future__ import annotations

import io
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from fivethreefive import InvalidInput, InvalidRecord, Rules
from fivethreefive.language import LANGUAGES
from fivethreefive.record import (
    LONGEST_LINE,
    Header,
    RecordWriter,
    Seat,
    parse_records,
)
from support.record_cases import (
    SHAPES,
    STARTED,
    Change,
    Move,
    all_the_same,
    changed,
    game_of_four,
    hand,
    in_rules,
    objects_of,
    one_more,
    place_in,
    play,
    play_instead,
    put,
    read,
    small_lines,
    swap_hands,
    write_objects,
)

# Changes of one line that the rules or the game before it do not allow.
CHANGES: list[tuple[str, Change, str, str]] = [
    ("header", lambda h: h["seats"].pop(), "", "3 names for 4 players"),
    ("header", put(started="2026-13-31T18:30:00Z"), "", "not a time in UTC"),
    ("header", in_rules(players=9), "R2", "players must be"),
    ("header", in_rules(deal=14), "R3", "4 players with 14 cards"),
    ("header", lambda h: h["rules"]["points"].update({"8": 3}), "R4", "the 8, with 3"),
    ("header", lambda h: h["rules"]["ranks"].reverse(), "", "ranks must be [1,2,3"),
    ("deal", put(round=2), "", "round must be 1, not 2"),
    ("deal", put(leader=4), "R9a", "no seat 4"),
    ("deal", put(leader=-1), "R9a", "no seat -1"),
    ("deal", lambda d: d["hands"].pop(), "R3", "3 hands for 4"),
    ("deal", hand(2, list.pop), "R3", "seat 2 was dealt 11"),
    ("deal", hand(2, list.clear), "R19", "seat 2 has no cards"),
    ("deal", hand(0, all_the_same), "R2", "more than 4 cards"),
    ("deal", hand(0, lambda cards: cards.__setitem__(0, 6)), "R1", "6 is not a card"),
    ("deal", hand(1, list.reverse), "", "hands must be"),
    ("play", put(text="8-8-8"), "R9", "missing from your hand"),
    ("play", put(text="pass"), "R9", "the leader must play"),
    ("play", put(text="everything"), "", "everything"),
    ("play", one_more("seat", 4), "R9a", "seat must be"),
    ("play", put(seat=-1), "R9a", "seat must be"),
    ("play", put(seat=10**3000), "R9a", "..."),
    ("end", one_more("points"), "R20", "points must be"),
    ("end", one_more("winner", 4), "R19", "winner must be"),
    ("second deal", play_instead(0), "R19", "the round is over"),
    ("second deal", play_instead(1), "R3", "the next is dealt"),
    ("second deal", one_more("leader", 4), "R5", "leader must be"),
    ("second deal", one_more("round"), "", "round must be 2, not 3"),
    ("second deal", hand(3, list.pop), "R3", "seat 3 was dealt 11"),
    ("last line", one_more("scores"), "R21", "scores must be"),
    ("last line", put(winners=[]), "R21", "winners must be"),
]

AGAIN: Move = lambda lines, place: lines.insert(place + 1, lines[place])  # noqa: E731
MISSING: Move = lambda lines, place: lines.pop(place)  # noqa: E731


def exchanged(lines: list[Any], place: int) -> None:
    lines[place], lines[place + 1] = lines[place + 1], lines[place]


def copied_from(source: int) -> Move:
    """A line that stands elsewhere, once more behind a place."""
    return lambda lines, place: lines.insert(place + 1, lines[source])


# Lines where none belong: where, how, how far behind that line the wrong one is, rule, sentence.
MOVES: list[tuple[str, Move, int, str, str]] = [
    ("header", MISSING, 0, "", "begins with a header"),
    ("deal", MISSING, 0, "R3", "the next is dealt"),
    ("play", MISSING, 0, "R9a", "seat must be"),
    ("end", MISSING, 0, "R20", "the next is round_ended"),
    ("second deal", MISSING, 0, "R19", "the round is over"),
    ("deal", AGAIN, 1, "R19", "the round is not over"),
    ("play", AGAIN, 1, "R9a", "seat must be"),
    ("end", AGAIN, 1, "R3", "the next is dealt"),
    ("last line", AGAIN, 1, "R21", "nothing may follow"),
    ("deal", exchanged, 0, "R3", "the next is dealt"),
    ("play", exchanged, 0, "R9a", "seat must be"),
    ("end", exchanged, 0, "R20", "the next is round_ended"),
    ("play", copied_from(1), 1, "R19", "the round is not over"),
    ("play", copied_from(-1), 1, "R19", "the next is acted"),
    ("end", copied_from(-1), 1, "R3", "the next is dealt"),
    ("last line", copied_from(1), 1, "R21", "nothing may follow"),
    ("last line", copied_from(2), 1, "R21", "nothing may follow"),
]


@pytest.mark.parametrize(("where", "change", "said"), SHAPES)
def test_a_line_of_another_shape_is_refused(where: str, change: Change, said: str) -> None:
    objects, place = changed(where, change)
    refuse(write_objects(objects), place + 1, "", said)


@pytest.mark.parametrize(("where", "change", "rule", "said"), CHANGES)
def test_a_line_against_the_rules_is_refused(where: str, change: Change, rule: str, said: str) -> None:
    objects, place = changed(where, change)
    refuse(write_objects(objects), place + 1, rule, said)


@pytest.mark.parametrize(("where", "move", "behind", "rule", "said"), MOVES)
def test_a_line_out_of_its_place_is_refused(
    where: str, move: Move, behind: int, rule: str, said: str
) -> None:
    objects = [json.loads(line) for line in game_of_four().splitlines()]
    place = place_in(objects, where)
    move(objects, place)
    refuse(write_objects(objects), place + behind + 1, rule, said)


def test_cards_of_another_hand_are_refused_where_they_are_played() -> None:
    objects, place = changed("deal", swap_hands)
    refuse(write_objects(objects), place + 2, "R9", "missing from your hand")


def test_an_illegal_play_is_refused_with_its_rule() -> None:
    objects, place = changed("play", put())
    dealt, played = objects[place - 1 : place + 1]
    cards = dealt["hands"][dealt["leader"]]
    played["text"] = f"{cards[0]}-{cards[-1]}"
    refuse(write_objects(objects), place + 1, "R6", "is not a single, a set or a run")


def refuse(data: bytes, line: int, rule: str, said: str) -> None:
    """What reading the data, and the data behind another game, must come to."""
    for before in (b"", b"".join(small_lines())):
        with pytest.raises(InvalidRecord) as refused:
            read(before + data)
        error = refused.value
        expected = line + before.count(b"\n")
        if before and said == "begins with a header":
            # Behind another game it is text after that one's end.
            rule, said = "R21", "nothing may follow"
        assert error.parameters["line"] == expected
        assert error.rule == rule
        assert str(error).startswith(f"games.jsonl, line {expected}: ")
        assert said in str(error)
        assert str(error).endswith(f" ({rule})") == bool(rule)
        assert str(error).count("(R") == bool(rule)
        for language in LANGUAGES:
            assert error.sentence(language)
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"\n", "blank"),
        (b" \t\r\n", "blank"),
        (b"null\n", "not an event"),
        (b"{}\n", "not an event"),
        (b"pass\n", "not an event"),
        (b'{"event":"acted","seat":NaN,"text":"pass"}\n', "not an event"),
        (b'{"event":"acted","seat":1,"text":"\xff"}\n', "not an event"),
        (b'{"event":"acted","seat":1,"text":"\\ud800"}\n', "not an event"),
        (b'{"event":"acted","seat":1,"text":"pass"} x\n', "not an event"),
        (b'{"event":"acted","seat":1,"text":"pass"}' * 2 + b"\n", "not an event"),
        (b'\xef\xbb\xbf{"event":"acted","seat":1,"text":"pass"}\n', "not an event"),
        (b'{"event":"acted","seat":1,"seat":1,"text":"pass"}\n', 'the key "seat" is written twice'),
        (b'{"event":"acted","event":"acted","seat":1,"text":"pass"}\n', "twice"),
        (b'{"event":"acted","seat":' + b"9" * 5000 + b',"text":"pass"}\n', "not an event"),
        (b"[" * 100_000 + b"\n", "not an event"),
        (b'{"x":' * 100_000 + b"\n", "not an event"),
        (b'{"format":' + b"[" * 100_000 + b"\n", "not an event"),
        (b'{"format":1}\n', "the format 1 is unknown"),
        (b'{"format":"' + b"x" * 9999 + b'"}\n', "..."),
        (b'{"format":"fivethreefive"}\n', "not a header"),
        (b'{"format":"fivethreefive","version":1e999}\n', "not an event"),
        (b" " * LONGEST_LINE + b"\n", f"at most {LONGEST_LINE} bytes"),
        (b"x" * (LONGEST_LINE + 1), f"at most {LONGEST_LINE} bytes"),
    ],
)  # fmt: skip
def test_text_that_is_no_line_is_refused(text: bytes, said: str) -> None:
    lines = small_lines()
    refuse(b"".join([*lines[:4], text, *lines[4:]]), 5, "", said)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"version":1', b'"version":1,"version":1', 'the key "version" is written twice'),
        (b'"players":2', b'"players":2,"players":2', 'the key "players" is written twice'),
        (b'"1":1', b'"1":1,"1":1', 'the key "1" is written twice'),
        (b'"1":1', b'"01":1', "not a header"),
        (b'"copies":2', b'"copies":2,"x":' + b"[" * 900 + b"]" * 900, "no "),
        (b'"copies":2', b'"copies":2,"x":' + b"9" * 5000, "not a header"),
        (b'"copies":2', b'"copies":2,"x":"\xff"', "not a header"),
        (b'"copies":2', b'"copies":2.0', "not a header"),
    ],
)
def test_what_decoding_lets_pass_in_a_header_is_refused(old: bytes, new: bytes, said: str) -> None:
    lines = small_lines()
    assert old in lines[0]
    refuse(b"".join([lines[0].replace(old, new, 1), *lines[1:]]), 1, "", said)


def test_after_the_end_anything_but_a_header_is_text_after_the_end() -> None:
    for text in (b"x\n", b"{}\n", b'{"event":"acted","format":1}\n'):
        count = len(small_lines())
        refuse(b"".join([*small_lines(), text]), count + 1, "R21", "nothing may follow")


def test_cards_of_the_first_round_cannot_be_dealt_again() -> None:
    objects = objects_of(play(Rules(2, format="two_hands"), seed=1))
    place = place_in(objects, "second deal")
    objects[place]["hands"] = objects[1]["hands"]
    refuse(write_objects(objects), place + 1, "R2", "more than 4 cards")


def test_the_first_wrong_line_is_the_one_named() -> None:
    lines = small_lines()
    lines[3:4] = [b'{"event":"acted","seat":0,"text":"15"}\n', b"rubbish\n"]
    with pytest.raises(InvalidRecord, match="line 4: "):
        read(b"".join(lines))


def test_games_before_a_wrong_line_are_read() -> None:
    good, header = b"".join(small_lines()), small_lines()[0]
    for bad in (header.replace(b'"version":1', b'"version":9'), header + b"{}\n"):
        records = parse_records(io.BytesIO(good + good + bad), "games.jsonl")
        assert next(records).complete
        assert next(records).complete
        with pytest.raises(InvalidRecord):
            next(records)


def test_lines_handed_in_keep_their_ends() -> None:
    with pytest.raises(InvalidRecord, match="line 1: the line has no end"):
        list(parse_records([line.rstrip() for line in small_lines()], "lines"))


def test_a_header_too_long_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    seats = [Seat("x" * LONGEST_LINE), Seat("y")]
    with pytest.raises(InvalidInput, match="bytes"):
        RecordWriter.start(path, Header.new(Rules(2), seats, STARTED))
    assert not path.exists()

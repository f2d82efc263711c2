"""Any damage at all: a record is read as it was, or refused."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivethreefive import InvalidRecord
from fivethreefive.record import (
    parse_records,
)
from support.record_cases import (
    naive_agrees,
    objects_of,
    only_once,
    plain,
    read,
    small_lines,
)


def check_damaged(data: bytes) -> None:
    """Damaged data is refused, or it is a game that its lines tell exactly and the rules allow."""
    refused: InvalidRecord | None = None
    try:
        (record,) = read(data)
    except InvalidRecord as error:
        refused = error
    if refused:
        assert 1 <= refused.parameters["line"] <= data.count(b"\n") + 1
        assert str(refused)
        return
    whole = data[: data.rfind(b"\n") + 1]
    assert record.size == len(whole)
    assert (record.cut is None) == (whole == data)
    lines = whole.splitlines()
    assert record.last_line == len(lines)
    said = json.loads(lines[0], object_pairs_hook=only_once)
    assert said["rules"] == plain(record.header.rules)
    assert [seat["name"] for seat in said["seats"]] == list(record.header.names)
    assert said["started"] == record.header.started
    if len(lines) > 1:
        told = objects_of(record.game)[1 : len(lines)]
        assert told == [json.loads(line, object_pairs_hook=only_once) for line in lines[1:]]
        naive_agrees(whole, record.header.rules)


DATA = b"".join(small_lines())
WORDS = [b"\n", b'"', b",", b"{", b"}", b"0", b"1", b"-", b"+", b">", b"8", b"pass", b"\xff", b" "]


def test_the_check_of_damage_accepts_what_is_whole() -> None:
    check_damaged(DATA)


@given(st.integers(0, len(DATA) - 1), st.integers(0, 255))
def test_any_byte_changed(place: int, byte: int) -> None:
    check_damaged(DATA[:place] + bytes([byte]) + DATA[place + 1 :])


def test_any_byte_deleted() -> None:
    for place in range(len(DATA)):
        check_damaged(DATA[:place] + DATA[place + 1 :])


def test_any_bit_flipped() -> None:
    for place in range(len(DATA)):
        for bit in range(8):
            check_damaged(DATA[:place] + bytes([DATA[place] ^ 1 << bit]) + DATA[place + 1 :])


@given(st.integers(0, len(DATA)), st.integers(0, 40), st.lists(st.sampled_from(WORDS), max_size=4))
def test_any_piece_replaced(place: int, length: int, words: list[bytes]) -> None:
    check_damaged(DATA[:place] + b"".join(words) + DATA[place + length :])


@given(st.binary(max_size=200))
def test_any_bytes_at_all(data: bytes) -> None:
    with pytest.raises(InvalidRecord) if data else pytest.raises(StopIteration):
        next(parse_records(io.BytesIO(data), "games.jsonl"))


@given(st.permutations(small_lines()[1:6]), st.integers(0, 5))
def test_lines_in_any_order(lines: list[bytes], kept: int) -> None:
    check_damaged(b"".join([small_lines()[0], *lines[:kept], *small_lines()[6:]]))

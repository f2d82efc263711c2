"""Records handed in to a server: told step by step as their tables saw them, or refused with the line."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from fivethreefive import InvalidInput, InvalidRecord, Rules
from fivethreefive.protocol import (
    LONGEST_RECORD,
    GameOver,
    Moved,
    RoundDealt,
    RoundOver,
    View,
    encode,
    schema,
)
from fivethreefive.server.http.export import fair_file, record_file
from fivethreefive.server.http.replay_upload import BYTES_EACH, replay_body, replay_of
from fivethreefive.server.limits import ServerLimits
from fivethreefive.table import Presence, view
from fivethreefive.table.state import Table
from support.asgi_client import Wire, with_wire
from support.table_players import new_table, step

TOLD = RoundDealt | Moved | RoundOver | GameOver


def play_and_watch(rules: Rules, seed: int) -> tuple[Table, list[tuple[Any, View]]]:
    """A whole game, and what its spectators were told and shown after each step."""
    session = new_table(rules)
    table, chooser = session.table, random.Random(seed)
    seen: list[tuple[Any, View]] = []
    before = 0
    while True:
        happened = table.since(before)
        assert happened is not None
        before, now = table.seq, view(table, None, Presence())
        seen += [(event, now) for event in happened if isinstance(event, TOLD)]
        if table.phase == "game_over":
            return table, seen
        step(session, chooser)


def record_of(table: Table) -> bytes:
    return record_file(table.games[-1])


@pytest.mark.parametrize(
    "rules", [Rules(2, format="two_hands"), Rules(4, target=10), Rules(6, overwrite="larger", target=5)]
)
def test_a_replay_is_what_the_table_told_and_showed(rules: Rules) -> None:
    table, seen = play_and_watch(rules, seed=3)
    replay = replay_of(record_of(table), "it")
    assert [told.event for told in replay.steps] == [event for event, _ in seen]
    assert (replay.game, replay.games, replay.complete) == (1, 1, True)
    assert replay.rules == rules
    for told, (event, seen_view) in zip(replay.steps, seen, strict=True):
        observation = seen_view.observation
        assert observation is not None
        assert tuple(map(len, told.hands)) == observation.cards_left
        assert told.plays == (seen_view.trick or seen_view.last_trick)
        assert told.first + len(told.plays) == len(observation.history)
        assert told.round == observation.round
        if seen_view.phase == "playing":
            assert (told.turn, told.passed) == (observation.turn, observation.passed)
            assert (told.beats, told.scores) == (seen_view.beats, seen_view.scores)
        else:
            assert (told.turn, told.beats) == (None, None)
            assert told.hands == seen_view.hands
            assert isinstance(event, Moved) or told.scores == seen_view.scores
    whole = schema()
    whole.pop("oneOf")
    jsonschema.validate(json.loads(encode(replay)), whole | {"$ref": "#/$defs/Replay"})


def test_one_of_several_games_is_replayed() -> None:
    tables = [play_and_watch(Rules(2, target=1, deal=3), seed)[0] for seed in range(3)]
    data = b"".join(map(record_of, tables))
    assert replay_of(data, "it") == replay_of(data, "it", 3)
    for number, table in enumerate(tables, 1):
        replay = replay_of(data, "it", number)
        assert (replay.game, replay.games) == (number, 3)
        assert replay.steps == replay_of(record_of(table), "it").steps
    for number in (0, 4):
        with pytest.raises(InvalidInput) as refused:
            replay_of(data, "it", number)
        assert refused.value.code == "no_such_game"


def test_the_file_with_the_proofs_is_a_record_too() -> None:
    table, _ = play_and_watch(Rules(3, target=5), seed=1)
    assert replay_of(fair_file(table.games[-1]), "it") == replay_of(record_of(table), "it")


def test_what_a_crash_left_is_replayed_as_far_as_it_goes() -> None:
    table, seen = play_and_watch(Rules(3, target=5), seed=1)
    lines = record_of(table).splitlines(keepends=True)
    replay = replay_of(b"".join(lines[:9]) + lines[9][:-4], "it")
    assert not replay.complete
    assert [told.event for told in replay.steps] == [event for event, _ in seen[:8]]


def _illegal(lines: list[bytes]) -> None:
    acted = json.loads(lines[2])
    lines[2] = json.dumps(acted | {"text": ">15"}, separators=(",", ":")).encode() + b"\n"


def _not_due(lines: list[bytes]) -> None:
    del lines[4]


def _wrong_points(lines: list[bytes]) -> None:
    place = next(n for n, line in enumerate(lines) if b"round_ended" in line)
    lines[place] = json.dumps(json.loads(lines[place]) | {"points": [9, 9, 9]}).encode() + b"\n"
    del lines[place + 1 :]


def _no_header(lines: list[bytes]) -> None:
    del lines[0]


def _no_text(lines: list[bytes]) -> None:
    lines[3] = b"\xff\xfe\n"


@pytest.mark.parametrize(
    ("harm", "line", "rule"),
    [(_illegal, 3, "R9"), (_not_due, 5, "R9a"), (_wrong_points, None, "R20"), (_no_header, 1, ""),
     (_no_text, 4, "")],
)  # fmt: skip
def test_a_wrong_record_is_refused_with_line_and_rule(harm: Any, line: int | None, rule: str) -> None:
    table, _ = play_and_watch(Rules(3, target=5), seed=1)
    lines = record_of(table).splitlines(keepends=True)
    harm(lines)
    with pytest.raises(InvalidRecord) as refused:
        replay_of(b"".join(lines), "it")
    assert refused.value.code == "bad_line"
    assert refused.value.rule == rule
    assert refused.value.parameters["line"] == (line or len(lines))


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"{}\n", b"[]", b"hello\n", b"\x89PNG\r\n\x1a\n", b"[" * 100_000 + b"\n", b"\xff" * 99,
     b'{"format":"fivethreefive-fair","version":1,"reveals":[],"record":[]}',
     b'{"format":"fivethreefive-fair","version":1,"reveals":[],"record":["{}"]}',
     b'{"format":"fivethreefive-fair"}\n'],
)  # fmt: skip
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidRecord) as refused:
        replay_of(data, "it")
    assert refused.value.parameters["line"] == 1


def test_what_is_compressed_is_the_same() -> None:
    table, _ = play_and_watch(Rules(2, target=1, deal=3), seed=1)
    data = record_of(table)
    plain = replay_body(data, "it", None, False)
    assert plain == encode(replay_of(data, "it"))
    assert gzip.decompress(replay_body(data, "it", None, True)) == plain


def test_a_long_record_costs_more_than_a_short_one(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        longest, short = "x" * (LONGEST_RECORD - 2), "x"
        took = 1 + (LONGEST_RECORD // BYTES_EACH)
        for address, text, times in (
            ("10.0.0.1", longest, int(ServerLimits.replays) // took),
            ("10.0.0.2", short, int(ServerLimits.replays)),
        ):
            statuses = [(await wire.ask("/api/replay", text, address))[0] for _ in range(times + 1)]
            assert statuses == [400] * times + [429]

    with_wire(tmp_path, play)

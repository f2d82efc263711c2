"""The messages: their schema is published, and what is no message is refused."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any, get_args

import jsonschema
import msgspec
import pytest

from fivethreefive import InvalidInput, Rules
from fivethreefive.bots import LEVELS
from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.protocol import (
    LONGEST_MESSAGE,
    Act,
    Create,
    Hello,
    Phrase,
    Reply,
    Request,
    Snapshot,
    Update,
    encode,
    read_reply,
    read_request,
    schema,
)
from fivethreefive.table import Presence, summary, view
from support.paths import DOCS
from support.table_players import new_table, play_game

SCHEMA = DOCS / "protocol.schema.json"


def test_the_published_schema_is_generated_from_the_types() -> None:
    assert json.loads(SCHEMA.read_text("utf-8")) == json.loads(json.dumps(schema()))


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())


def _check(definition: str, message: Any) -> None:
    whole = schema()
    whole.pop("oneOf")
    jsonschema.validate(json.loads(encode(message)), whole | {"$ref": f"#/$defs/{definition}"})


@pytest.mark.parametrize("players", [2, 5])
def test_what_is_sent_keeps_to_the_schema_and_is_read_back(players: int) -> None:
    session = new_table(Rules(players), people=2)
    table = session.table
    for number, _ in enumerate(play_game(session, players)):
        if number % 37:
            continue
        events = table.since(max(0, table.seq - 5))
        assert events is not None
        for viewer in (0, None):
            for said in (
                Update(max(0, table.seq - 5), table.seq, events, view(table, viewer, Presence())),
                Snapshot(table.seq, view(table, viewer, Presence(frozenset({0}), 3, 5, True))),
            ):
                _check("Reply", said)
                assert read_reply(encode(said)) == said
    _check("Summary", summary(table, frozenset()))


@pytest.mark.parametrize("kind", Request.__args__)
def test_every_request_round_trips(kind: Any) -> None:
    samples = {"protocol": 1, "name": "Ana", "turn": 3, "id": 4, "action": "+1-5", "level": "easy",
               "seat": 2, "spectators": True, "text": "hi", "since": 7, "commitment": "a" * 64,
               "value": "b" * 64}  # fmt: skip
    needed = {field.name: samples[field.name] for field in msgspec.structs.fields(kind) if field.required}
    said = kind(**needed)
    _check("Request", said)
    assert read_request(encode(said)) == said


GOOD = encode(Act(3, 4, "+1-5")).decode()
BAD = [
    "", "{", "null", "[]", "5", '"hello"', "{}", '{"type":"nothing"}', '{"type":5}', '{"type":"act"}',
    GOOD.replace("3", "-3"), GOOD.replace("3", '"3"'), GOOD.replace("3", "3.5"),
    GOOD.replace("}", ',"x":1}'),
    '{"type":"hello","protocol":1,"language":"fr"}', '{"type":"hello","protocol":1,"token":"short"}',
    '{"type":"sit","name":' + json.dumps("x" * 241) + "}", '{"type":"say","phrase":"rude"}',
    '{"type":"ping","id":18446744073709551616}', "[" * 2000, '{"type":' * 500, "\x00", "\udc80",
    '{"type":"welcome","protocol":1,"code":"X"}', '{"type":"sit","name":"a","seat":6}',
    " " * LONGEST_MESSAGE + GOOD,
]  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput):
        read_request(text)


def test_bytes_at_random_are_refused() -> None:
    chooser = random.Random(1)
    for _ in range(2000):
        mixed = bytearray(GOOD.encode())
        for _ in range(chooser.randint(1, 8)):
            mixed[chooser.randrange(len(mixed))] = chooser.randrange(256)
        with contextlib.suppress(InvalidInput):
            read_request(bytes(mixed))


def test_a_hello_without_anything_is_a_spectators() -> None:
    assert read_request('{"type":"hello","protocol":1}') == Hello(1)


def test_every_phrase_and_level_has_words() -> None:
    for language in LANGUAGES:
        say = Catalogue.of(language).say
        assert all(say(f"page.phrase_{phrase}") for phrase in get_args(Phrase))
        assert all(say(f"page.level_{level}") for level in LEVELS)


def test_bodies_are_strict() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"players":4}', type=Create)


def test_replies_and_requests_share_no_type() -> None:
    tags = [kind.__struct_config__.tag for kind in (*Request.__args__, *Reply.__args__)]
    assert len(tags) == len(set(tags))

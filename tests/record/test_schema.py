"""The published schema of a record's lines is that of the types."""

from __future__ import annotations

import json

import jsonschema
import pytest

from fivethreefive import Rules
from fivethreefive.record import (
    schema,
)
from fivethreefive.state import GameEvent, Started
from support.paths import DOCS
from support.record_cases import (
    SHAPES,
    VARIANTS,
    Change,
    changed,
    header_of,
    naive_agrees,
    objects_of,
    play,
    read,
    small_game,
)


def test_the_published_schema_is_that_of_the_types() -> None:
    published = json.loads((DOCS / "record.schema.json").read_text("utf-8"))
    assert published == schema(), (
        "python -c 'import json; from fivethreefive.record import schema; "
        "print(json.dumps(schema(), indent=2))' > docs/record.schema.json"
    )


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_every_line_is_an_instance_of_the_schema(rules: Rules) -> None:
    validator = jsonschema.Draft202012Validator(schema())
    validator.check_schema(schema())
    for said in objects_of(play(rules, seed=4)):
        validator.validate(said)


@pytest.mark.parametrize(("where", "change", "said"), SHAPES)
def test_the_schema_refuses_what_has_another_shape(where: str, change: Change, said: str) -> None:
    objects, place = changed(where, change)
    wrong = objects.pop(place)
    validator = jsonschema.Draft202012Validator(schema())
    assert not validator.is_valid(wrong)
    assert all(validator.is_valid(line) for line in objects)


def test_the_example_in_the_manual_is_a_record() -> None:
    page = (DOCS / "library" / "records.md").read_text("utf-8")
    example = page.split("```json\n")[1].split("```")[0]
    (record,) = read(example.encode())
    assert record.complete
    naive_agrees(example.encode(), record.header.rules)


def test_started_is_what_the_header_stands_for() -> None:
    header = header_of(small_game())
    events: list[GameEvent] = [header.event]
    assert events == [Started(header.rules, header.names)]

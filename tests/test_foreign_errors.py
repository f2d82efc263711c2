"""What the system and libraries raise is said in our own sentences, in each language."""

from __future__ import annotations

import errno
import json
import os
import re
import socket
import sqlite3
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fivethreefive import FiveThreeFiveError, InvalidInput, InvalidRules, Rules
from fivethreefive.cli import main
from fivethreefive.foreign_errors import from_system, why_database, why_no_toml, why_not_decoded, why_system
from fivethreefive.language import LANGUAGES, SystemFailure
from fivethreefive.record.codec import Header, RecordEvent
from support.paths import ROOT

PACKAGE = ROOT / "src" / "fivethreefive"


def in_three_languages(error: FiveThreeFiveError) -> str:
    """The English sentence of an error that has three different ones."""
    sentences = [error.sentence(language) for language in LANGUAGES]
    assert len(set(sentences)) == len(LANGUAGES)
    return sentences[0]


def test_every_number_of_the_system_has_a_sentence() -> None:
    for number in errno.errorcode:
        sentence = in_three_languages(why_system(OSError(number, os.strerror(number))))
        assert os.strerror(number) not in sentence


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (FileNotFoundError(errno.ENOENT, "x"), "it does not exist"),
        (OSError(errno.ENOSPC, "x"), "the disk is full"),
        (OSError("several things went wrong"), r"refuses it \(error OSError\)"),
        (TimeoutError(), "no answer in time"),
        (socket.gaierror(socket.EAI_NONAME, "x"), "no machine has this name"),
    ],
)
def test_what_the_system_refuses(error: OSError, said: str) -> None:
    assert re.search(said, in_three_languages(why_system(error)))


def test_a_system_that_fails_is_told_from_what_is_typed_wrong() -> None:
    full = from_system("rules_file", OSError(errno.ENOSPC, "x"), InvalidRules, file="f")
    missing = from_system("rules_file", OSError(errno.ENOENT, "x"), InvalidRules, file="f")
    assert type(full) is SystemFailure
    assert isinstance(full, InvalidInput)
    assert type(missing) is InvalidRules


def test_every_failure_to_decode_has_a_sentence_with_its_place() -> None:
    """Data of many wrong shapes: none is told in the library's words, nearly all have a reason."""
    header = msgspec.json.decode(
        b'{"format":"fivethreefive","version":1,"rules":null,"seats":[{"name":"A"},{"name":"B"}],'
        b'"started":"2026-01-31T18:30:00Z"}'
    )
    header["rules"] = msgspec.to_builtins(Rules(2), str_keys=True)
    assert msgspec.json.decode(msgspec.json.encode(header), type=Header).started == header["started"]
    wrong: list[Any] = [None, True, 1, -1, 1.5, 10**30, "x", [], [1], {}, {"x": 1}]
    for field in [*header, "other"]:
        for value in wrong:
            told(msgspec.json.encode(header | {field: value}), Header)
        told(msgspec.json.encode({name: said for name, said in header.items() if name != field}), Header)
    for field in header["rules"]:
        for value in wrong:
            told(msgspec.json.encode(header | {"rules": header["rules"] | {field: value}}), Header)
    for line in (
        b"",
        b"{",
        b"x",
        b'"\xff"',
        b"[" * 100_000,
        b'{"event":"x"}',
        b'{"event":"acted","seat":"0"}',
    ):
        told(line, RecordEvent)


def told(line: bytes, kind: Any) -> None:
    try:
        msgspec.json.decode(line, type=kind)
    except FiveThreeFiveError:
        return  # Our own check of the rules.
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        sentence = in_three_languages(why_not_decoded(error))
        assert "Expected" not in sentence
        assert "does not have the form" not in sentence


def test_where_data_does_not_fit_is_told() -> None:
    line = b'{"event":"acted","seat":"0","text":"pass"}'
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.json.decode(line, type=RecordEvent)
    assert str(why_not_decoded(refused.value)) == "at $.seat, a whole number belongs here, not text"


@pytest.mark.parametrize(
    ("text", "said"),
    [("target = \n", "line 1, column 10: this is not TOML"), ("a = [", "the TOML stops in the middle")],
)
def test_where_a_file_is_no_toml_is_told(text: str, said: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as refused:
        tomllib.loads(text)
    assert in_three_languages(why_no_toml(refused.value)) == said


def test_what_a_database_refuses(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database, but long enough to be looked at as one" * 40)
    for name, statement, said in (
        ("text", "select * from sqlite_master", "it is not a SQLite database"),
        ("no/such", "select 1", "its file cannot be opened"),
    ):
        with pytest.raises(sqlite3.Error) as refused:
            sqlite3.connect(tmp_path / name).execute(statement)
        assert in_three_languages(why_database(refused.value)) == said
    assert in_three_languages(why_database(ValueError("secret"))).endswith("(error ValueError)")


def test_no_sentence_takes_the_words_of_the_system_or_a_library() -> None:
    """A log may; whoever raises one of our errors hands in a reason that has sentences."""
    for file in PACKAGE.rglob("*.py"):
        for line in file.read_text("utf-8").splitlines():
            assert "strerror" not in line, file
            assert not re.search(r"\bwhy=str\(", line), file


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_full_disk_at_the_output(
    language: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        def write(self, _text: str) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        def flush(self) -> None:
            pass

    monkeypatch.setattr("sys.stdout", Full())
    assert main(["rules", "--json", "--lang", language]) == 1
    sentence = FiveThreeFiveError("system_disk_full").sentence(language)
    assert sentence in capfd.readouterr().err


def test_toml_with_a_byte_order_mark_and_ends_of_other_systems(tmp_path: Path) -> None:
    path = tmp_path / "rules.toml"
    path.write_bytes(b"\xef\xbb\xbfplayers = 3\r\ntarget = 9\r\n")
    assert Rules.from_toml(path) == Rules(3, target=9)
    path.write_bytes(b"players = 3\n\xff")
    with pytest.raises(InvalidRules, match="not text in UTF-8"):
        Rules.from_toml(path)


def test_the_types_of_json_are_named() -> None:
    for value, name in ((1, "a whole number"), ("x", "text"), ([], "a list"), ({}, "an object")):
        wanted = bool if not isinstance(value, bool) else int
        with pytest.raises(msgspec.ValidationError) as refused:
            msgspec.json.decode(json.dumps(value), type=wanted)
        assert str(why_not_decoded(refused.value)) == f"true or false belongs here, not {name}"

"""Kept games, and records by name, by default and from standard input."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from fivethreefive.cli import main
from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.record import RecordWriter, read_record
from fivethreefive.terminal import saved_games

FEW = ["--simulations", "60"]


def said(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    capsys.readouterr()
    assert main([*line]) == 0
    return capsys.readouterr().out


@pytest.fixture
def kept(home: Path, recorded: Path) -> Path:
    """The folder of kept games: a game that is over, then one that goes on, then a broken file."""
    folder = saved_games.folder()
    folder.mkdir(parents=True)
    lines = recorded.read_bytes().splitlines(keepends=True)
    second = next(i for i, line in enumerate(lines[1:], 1) if b'"format"' in line)
    for age, (name, content) in enumerate(
        (("whole", lines[:second]), ("part", lines[:6]), ("broken", [b"no record\n"]))
    ):
        path = folder / f"{name}.jsonl"
        path.write_bytes(b"".join(content))
        os.utime(path, (1000 + age, 1000 + age))
    return folder


@pytest.mark.parametrize("language", LANGUAGES)
def test_kept_games_are_listed_the_newest_first(
    capsys: pytest.CaptureFixture[str], kept: Path, language: str
) -> None:
    out = said(capsys, "games", "--lang", language)
    text, say = " ".join(out.split()), Catalogue.of(language).say
    assert str(kept) in out
    assert out.index("broken.jsonl") < out.index("part.jsonl") < out.index("whole.jsonl")
    for key in ("goes_on", "broken", "how"):
        assert say(f"games.{key}") in text
    record = read_record(kept / "whole.jsonl")
    winners = ", ".join(record.header.names[seat] for seat in record.summary.winners)
    assert say("games.won", names=winners) in text


def test_kept_games_as_json(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    broken, part, whole = json.loads(said(capsys, "games", "--json"))
    assert broken == {"file": str(kept / "broken.jsonl"), "valid": False}
    assert (part["complete"], part["winners"]) == (False, [])
    record = read_record(kept / "whole.jsonl")
    assert whole == {
        "file": str(kept / "whole.jsonl"),
        "valid": True,
        "players": [*record.header.names],
        "rounds": record.game.rounds,
        "complete": True,
        "winners": [*(record.game.winners or ())],
    }


def test_where_no_game_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "games") == "No game is kept yet.\n"
    assert json.loads(said(capsys, "games", "--json")) == []


def test_without_a_file_it_is_the_game_kept_last(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    (kept / "broken.jsonl").unlink()
    part, whole = kept / "part.jsonl", kept / "whole.jsonl"
    assert said(capsys, "hint", *FEW) == said(capsys, "hint", str(part), *FEW)
    part.unlink()
    assert said(capsys, "review", "--json", *FEW) == said(capsys, "review", str(whole), "--json", *FEW)


def test_a_review_without_a_file_is_that_of_the_last_game_that_is_over(
    capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    """Whatever was begun since, or is broken."""
    whole = kept / "whole.jsonl"
    assert said(capsys, "review", "--json", *FEW) == said(capsys, "review", str(whole), "--json", *FEW)
    whole.unlink()
    assert main(["review"]) == 2
    assert f"no finished game is kept in {kept}" in capsys.readouterr().err


def listed(capsys: pytest.CaptureFixture[str], *line: str) -> list[str]:
    return [Path(game["file"]).stem for game in json.loads(said(capsys, "games", *line, "--json"))]


@pytest.mark.usefixtures("kept")
def test_some_of_the_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert listed(capsys, "--limit", "2") == ["broken", "part"]
    assert listed(capsys, "whole.jsonl", "part.jsonl") == ["whole", "part"]


def test_kept_games_are_removed(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    out = said(capsys, "games", "--remove", "broken.jsonl", str(kept / "whole.jsonl"))
    assert out == "Removed: broken.jsonl\nRemoved: whole.jsonl\n"
    assert [path.name for path in kept.iterdir()] == ["part.jsonl"]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("part.jsonl none.jsonl", "no game none.jsonl is kept in"),
        ("part.jsonl ../games.jsonl", "no game ../games.jsonl is kept in"),
        ("part.jsonl --limit 1", "--remove and --limit"),
        ("", "games --remove needs FILE"),
    ],
)
def test_where_one_cannot_be_removed_none_is(
    line: str, text: str, capsys: pytest.CaptureFixture[str], kept: Path
) -> None:
    (kept.parent / "games.jsonl").touch()
    assert main(["games", "--remove", *line.split()]) == 2
    assert text in capsys.readouterr().err
    assert len([*kept.iterdir()]) == 3


def test_a_game_that_is_being_played_is_not_removed(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    _, writer = RecordWriter.resume(kept / "part.jsonl")
    with writer:
        assert main(["games", "--remove", "part.jsonl"]) == 2
    assert "is being played" in capsys.readouterr().err
    assert (kept / "part.jsonl").is_file()


def test_a_kept_game_goes_by_its_name(
    capsys: pytest.CaptureFixture[str], kept: Path, home: Path, recorded: Path
) -> None:
    expected = said(capsys, "replay", str(kept / "whole.jsonl"))
    assert said(capsys, "replay", "whole.jsonl") == expected
    (home / "whole.jsonl").write_bytes(recorded.read_bytes())
    assert said(capsys, "replay", "whole.jsonl") != expected, "a file that is here comes first"


@pytest.mark.parametrize(
    "line",
    [
        "check FILE",
        "stats FILE",
        "replay FILE --game 2",
        "review FILE --json --simulations 60",
        "hint FILE --round 1 --action 1 --simulations 60",
        "watch FILE --plain",
    ],
)
def test_a_record_comes_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, recorded: Path, line: str
) -> None:
    expected = said(capsys, *line.replace("FILE", str(recorded)).split())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(recorded.read_bytes())))
    assert said(capsys, *line.replace("FILE", "-").split()) == expected


def test_what_is_wrong_on_standard_input_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    for words in (["check", "-"], ["replay", "-"]):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"no record\n")))
        assert main(words) == 1
        here = capsys.readouterr().err
        (home / "-").write_bytes(b"no record\n")
        assert main([words[0], "./-"]) == 1
        assert capsys.readouterr().err.replace("./-", "-") == here

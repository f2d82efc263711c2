"""The command verify, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fivethreefive.cli import main
from support.paths import ROOT

FAIR = ROOT / "tests" / "table" / "deals" / "version_1" / "fair.json"


def test_fair_deals_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(FAIR), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["fair"]
    assert found["rounds"] > 0
    assert set(found) == {"fair", "rounds", "open_texts", "withheld"}


@pytest.mark.parametrize("text", ["", "{}", "rubbish"])
def test_what_is_not_fair_as_json(text: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "game.json").write_text(text)
    assert main(["verify", "game.json", "--json"]) == 1
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["fair"], found["file"]) == (False, "game.json")
    assert err == f"fivethreefive: {found['error']}\n"


@pytest.mark.parametrize("lines", [1, 2, 9])
def test_a_record_is_told_from_a_file_of_proofs(
    lines: int, recorded: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "cut.jsonl").write_bytes(b"".join(recorded.read_bytes().splitlines(keepends=True)[:lines]))
    assert main(["verify", "cut.jsonl"]) == 1
    assert "cut.jsonl is a game record, which has no proofs of its deals" in capsys.readouterr().err


def test_a_secret_that_was_changed_is_not_fair(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = json.loads(FAIR.read_bytes())
    game["reveals"][0]["secret"] = "00" * 32
    (home / "game.json").write_text(json.dumps(game))
    assert main(["verify", "game.json", "--json"]) == 1
    assert "round 1: the hash published before the deal" in json.loads(capsys.readouterr().out)["error"]

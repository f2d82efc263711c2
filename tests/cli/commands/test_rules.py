"""The command rules: the rules as they are played, as text and as JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fivethreefive.cli import main
from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.rules.options import Rules
from support.command_process import words


def test_rules_name_the_numbers_as_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words("rules --players 5 --target 30 --points 8=9,15=4")) == 0
    out = " ".join(capsys.readouterr().out.split())
    for part in (
        "535 for 5 players",
        "30 points or more",
        "65 cards, 5 of each rank",
        "9 points on 8",
        "4 points on 15",
        "dealt 12 cards. The other 5 are set aside",
        "somebody completes a set with all 5 of its cards",
        "15 beats 1, 15-15 beats 1-1",
        "1-2-3 beats 13-14-15",
        "These are not consecutive: 5 and 7, 9 and 11",
    ):
        assert part in out


VARIANTS = [
    "--players 2 --format two_hands",
    "--players 3 --deal 16 --overwrite larger --next-leader left",
    "--players 6 --next-leader loser",
    "--players 2 --ranks 1-2-3-7-8-9 --copies 2 --deal 4",
    "--players 2 --ranks 1-3-5 --copies 5 --deal 4",
    "--players 2 --ranks 11-12-13-14 --copies 1 --deal 2",
    "--players 2 --ranks 8 --copies 4 --deal 2",
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_rules_can_be_written_for_every_variant(
    variant: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *variant.split(), "--lang", language]) == 0
    out = capsys.readouterr().out
    assert not re.search(r"[{}]|None", out)
    assert all(len(line) < 80 for line in out.splitlines())
    say = Catalogue.of(language).say
    ranks = variant.partition("--ranks ")[2].split(" ")[0]
    assert (say("rules.end_eight") in " ".join(out.split())) == (not ranks or "8" in ranks.split("-"))
    if "--copies 1" in variant:
        assert say("rules.set", copies=1) not in out


def test_rules_as_json_are_the_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words("rules --players 2 --ranks 1,2,3,7,8 --copies 5 --points 8=6 --json")) == 0
    rules = Rules.from_options(json.loads(capsys.readouterr().out))
    assert rules == Rules(2, ranks=(1, 2, 3, 7, 8), copies=5, points={1: 1, 2: 1, 3: 1, 7: 2, 8: 6})


def test_flags_go_before_the_file_of_rules(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "club.toml").write_text("players = 3\ntarget = 10\n[points]\n" + POINTS)
    assert main(words("rules --rules club.toml --target 15 --points 15=5 --json")) == 0
    rules = Rules.from_options(json.loads(capsys.readouterr().out))
    assert (rules.players, rules.target) == (3, 15)
    assert (rules.points[15], rules.points[14], rules.points[8]) == (5, 4, 9)


POINTS = "".join(f"{rank} = 4\n" for rank in (1, 2, 3, 4, 5, 7, 9, 11, 12, 13, 14, 15)) + "8 = 9\n"


def test_a_file_keeps_the_points_that_it_leaves_out_as_the_option_does(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "rules.toml").write_bytes(b"\xef\xbb\xbf[points]\r\n8 = 9\r\n15 = 4\r\n")
    said = []
    for line in ("--points 8=9,15=4", "--rules rules.toml", "--rules rules.toml --points 8=9"):
        assert main(["rules", "--json", *line.split()]) == 0
        said.append(json.loads(capsys.readouterr().out))
    assert said[0] == said[1] == said[2]
    assert main(["rules", "--json", "--rules", "rules.toml", "--points", "8=7"]) == 0
    assert json.loads(capsys.readouterr().out)["points"] == said[0]["points"] | {"8": 7}


def test_who_is_wrong_is_named_the_file_or_the_option(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "rules.toml").write_text("deal = 14\n")
    assert main(["rules", "--rules", "rules.toml"]) == 2
    assert "cannot read rules from rules.toml: 4 players with 14 cards" in capsys.readouterr().err
    assert main(["rules", "--rules", "rules.toml", "--players", "9"]) == 2
    assert capsys.readouterr().err.startswith("fivethreefive: players must be")

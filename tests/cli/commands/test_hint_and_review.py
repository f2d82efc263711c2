"""The commands hint and review: what they write, as text, JSON and page, and what they refuse."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from fivethreefive.analysis import Advice
from fivethreefive.analysis.reasons import KEYS
from fivethreefive.cards import write_cards
from fivethreefive.cli import main
from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.record import read_record, read_records
from fivethreefive.state import Dealt
from support.html_pages import Page
from support.paths import DOCS

POSITION = "3-4 1 0 2 ?5/2-3-5-8/?4/?6"
ADVICE = {"action", "as_good", *Advice._fields}
FEW = ["--simulations", "60"]


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two short games of three bots."""
    path = tmp_path_factory.mktemp("recorded") / "games.jsonl"
    line = [
        "simulate",
        "--bots",
        "random,greedy,<b>heuristic",
        "--games",
        "2",
        "--seed",
        "4",
        "--deal",
        "8",
    ]
    line[2] = "random,greedy,heuristic"
    assert main([*line, "--players", "3", "--jobs", "1", "--records", str(path)]) == 0
    return path


@pytest.fixture
def part(home: Path, recorded: Path) -> Path:
    """A game that is not over."""
    path = home / "part.jsonl"
    path.write_bytes(b"".join(recorded.read_bytes().splitlines(keepends=True)[:6]))
    return path


def said(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    capsys.readouterr()
    assert main([*line]) == 0
    return capsys.readouterr().out


# Hints


def test_a_hint_at_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "hint", POSITION, *FEW)
    assert out.startswith("3-4, run of 2, by Seat 0\nYour hand: 2-3-5-8\n")
    assert "\nBest: " in out
    rows = [line for line in out.splitlines() if re.search(r" [+-]\d\.\d\d \N{PLUS-MINUS SIGN}", line)]
    assert len(rows) == 5
    assert sum("costs" in row or "about as good" in row for row in rows) == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_in_three_languages(capsys: pytest.CaptureFixture[str], language: str) -> None:
    out = " ".join(said(capsys, "hint", ". 0 . . 4/15", "--lang", language).split())
    say = Catalogue.of(language).say
    name = say("page.do_lead", cards="4")
    assert f"{say('hint.best', action=name)} {say('why.out')}" in out
    assert f"{name} - {say('page.do_out')}" in out
    assert say("hint.ahead") in out


def test_a_hint_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "hint", POSITION, "--json", *FEW))
    assert set(found) == {"seat", "table", "hand", "why", "advice"}
    assert (found["seat"], found["table"], found["hand"]) == (1, "3-4", "2-3-5-8")
    assert all(set(one) == ADVICE for one in found["advice"])
    assert found["advice"][0]["cost"] == 0
    assert found == json.loads(said(capsys, "hint", POSITION, "--json", *FEW))
    assert found != json.loads(said(capsys, "hint", POSITION, "--json", "--seed", "7", *FEW))


def test_a_hint_at_a_moment_of_a_record(
    capsys: pytest.CaptureFixture[str], recorded: Path, part: Path
) -> None:
    dealt = next(read_records(recorded)).game.events[1]
    assert isinstance(dealt, Dealt)
    first = ["--game", "1", "--round", "1", "--action", "1", "--json", *FEW]
    found = json.loads(said(capsys, "hint", str(recorded), *first))
    assert (found["seat"], found["table"]) == (dealt.leader, ".")
    assert found["hand"] == write_cards(dealt.hands[dealt.leader])
    now = json.loads(said(capsys, "hint", str(part), "--json", *FEW))
    assert now["seat"] == read_record(part).game.round.turn


# Reviews


def test_a_review_as_text(capsys: pytest.CaptureFixture[str], recorded: Path) -> None:
    out = said(capsys, "review", str(recorded), *FEW)
    for name in ("random 0", "greedy 1", "heuristic 2"):
        assert out.count(f"\n{name} ") >= 1
    for heading in ("Players", "Rounds", "Largest mistakes"):
        assert f"\n{heading}\n" in out
    text = " ".join(out.split())
    assert re.search(r"- random 0 [a-z 0-9:-]+\. Ahead: [+-]?\d+\.\d\d", text)
    assert re.search(r"- Better: random 0 [a-z 0-9:-]+\. ([A-Z][^.]+\. )?Ahead: [+-]?\d+\.\d\d", text)
    assert not re.search(r"[>+]\d+-\d", text), "no notation"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_in_three_languages(
    capsys: pytest.CaptureFixture[str], recorded: Path, language: str
) -> None:
    out = said(capsys, "review", str(recorded), "--lang", language, *FEW)
    say = Catalogue.of(language).say
    for key in ("players", "rounds", "largest", "luck", "cost"):
        assert say(f"review.{key}") in out
    assert say("review.how") in " ".join(out.split())


def test_a_review_as_json(capsys: pytest.CaptureFixture[str], recorded: Path) -> None:
    found = json.loads(said(capsys, "review", str(recorded), "--json", *FEW))
    game = read_record(recorded).game
    assert set(found) == {"players", "rounds", "decisions"}
    assert [one["points"] for one in found["players"]] == [*game.scores]
    assert [set(one) for one in found["players"]] == [
        {"seat", "name", "points", "luck", "cost", "cost_error", "mistakes"}
    ] * 3
    assert [one["round"] for one in found["rounds"]] == [*range(1, game.rounds + 1)]
    keys = {"round", "number", "seat", "table", "hand", "played", "best", "mistake", "why"}
    for one in found["decisions"]:
        assert set(one) == keys
        assert set(one["played"]) == set(one["best"]) == ADVICE
    marked = Counter(one["seat"] for one in found["decisions"] if one["mistake"])
    assert [one["mistakes"] for one in found["players"]] == [marked[seat] for seat in range(3)]
    own = json.loads(said(capsys, "review", str(recorded), "--seat", "1", "--json", *FEW))
    assert own["decisions"] == [one for one in found["decisions"] if one["seat"] == 1]


# The manual


def keys_of(page: str, heading: str) -> set[str]:
    """What stands as code in the first column of the first table below a heading of the manual."""
    section = (DOCS / page).read_text("utf-8").partition(f"\n## {heading}\n")[2]
    rows = section.partition("\n|---|---|\n")[2].partition("\n\n")[0].splitlines()
    return {key for row in rows for key in re.findall(r"`(\w+)`", row.split("|")[1])}


def test_the_manual_has_all_that_json_says() -> None:
    assert keys_of("bots/analysis.md", "A hint") == ADVICE
    assert keys_of("bots/analysis.md", "Reasons") == set(KEYS)
    sentences = Catalogue.of("en").sentences
    said = {re.sub(r"_(one|other)$", "", key) for key in sentences if key.startswith("why.")}
    assert said == {f"why.{key}" for key in KEYS}


def test_the_manual_names_every_field_of_json(capsys: pytest.CaptureFixture[str], recorded: Path) -> None:
    page = (DOCS / "play" / "command-line.md").read_text("utf-8")
    hinted = json.loads(said(capsys, "hint", POSITION, "--json", *FEW))
    reviewed = json.loads(said(capsys, "review", str(recorded), "--json", *FEW))
    parts = (reviewed, reviewed["players"][0], reviewed["rounds"][0], reviewed["decisions"][0])
    for heading, found in (("hint", [hinted]), ("review", parts)):
        section = page.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
        named = set(re.findall(r"`(\w+)`", section))
        assert {key for part in found for key in part} <= named, heading


# The page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_needs_nothing_else(
    capsys: pytest.CaptureFixture[str], recorded: Path, language: str
) -> None:
    line = ["review", str(recorded), "--html", "review.html", "--json", "--lang", language, *FEW]
    found = json.loads(said(capsys, *line))
    text = Path("review.html").read_text("utf-8")
    page = Page(text)
    say, number = Catalogue.of(language).say, Catalogue.of(language).number
    assert page.open == []
    assert page.all("lang") == [language]
    assert not {"script", "link", "img", "iframe", "a"} & set(page.tags)
    assert page.all("src") == []
    ids = page.all("id")
    assert len(set(ids)) == len(ids)
    assert {f"#{name}" for name in ids} >= set(page.all("href"))
    assert "http" not in text.replace("http-equiv", "")
    assert "url(" not in text
    for name in page.all("aria-labelledby"):
        assert set((name or "").split()) <= set(ids)
    # Everything is there: each player's figures, each mistake with its why, each decision.
    mistakes = [one for one in found["decisions"] if one["mistake"]]
    assert text.count("<li>") == len(mistakes) > 0
    assert text.count("</dl>\n<p>") == len(mistakes)
    assert page.tags["tr"] == 3 + len(found["decisions"]) + 3 * len(found["rounds"]) + (
        2 + len(found["rounds"])
    )
    for player in found["players"]:
        assert number(player["cost"], ".2f") in text
    costs = [shown_cost(one) for one in sorted(mistakes, key=lambda one: -one["played"]["cost"])]
    places = [text.index(f"<b>{number(cost, '.2f')}") for cost in costs]
    assert places == sorted(places), "the largest come first"
    for key in ("method_knows", "method_cost", "method_luck", "looked"):
        assert say(f"review.{key}", rounds=len(found["rounds"]), decisions=len(found["decisions"])) in text


def shown_cost(decision: dict[str, Any]) -> float:
    """The difference of the two figures that are shown."""
    best, played = (float(decision[which]["ahead"]) for which in ("best", "played"))
    return round(best, 2) - round(played, 2)


def test_nothing_that_a_name_says_is_markup(
    capsys: pytest.CaptureFixture[str], recorded: Path, home: Path
) -> None:
    rude = home / "rude.jsonl"
    rude.write_text(recorded.read_text("utf-8").replace("greedy 1", "<script>&1"), "utf-8")
    said(capsys, "review", str(rude), "--html", "rude.html", *FEW)
    text = (home / "rude.html").read_text("utf-8")
    assert "<script" not in text
    assert "&lt;script&gt;&amp;1" in text


def test_the_page_is_written_anew_and_about_the_seat_asked_for(
    capsys: pytest.CaptureFixture[str], recorded: Path, home: Path
) -> None:
    page = home / "review.html"
    page.write_text("<!doctype html>" + "old " * 100_000)
    out = said(capsys, "review", str(recorded), "--seat", "2", "--html", str(page), *FEW)
    assert f"The page is in {page}" in " ".join(out.split())
    text = page.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert "old old" not in text
    assert text.count("<polyline") == 3


# What is refused


def refused(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    capsys.readouterr()
    assert main([*line]) in (1, 2)
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    return told.err.removeprefix("fivethreefive: ").rstrip("\n")


REFUSED = {
    "hint": "no game is kept in",
    "hint 3-4": "a position has 5 fields",
    "hint 1-8/?12": "a position has 5 fields",
    "hint PART --players 3": "--players and FILE",
    "hint --players 3": "--players and FILE",
    "hint none.jsonl": "cannot use the game record none.jsonl: it does not exist",
    "hint '3-4 1 0'": "a position",
    "hint '3-4 9 0 2 ?5/2-3-5-8/?4/?6'": 'the seat to play: "9" is not a seat: write a number from 0 to 3',
    "hint '6 1 0 2 ?5/2-3-5-8/?4/?6'": "the table: 6 is not a card",
    "hint '3-4 0 1 2 ?5/2-3-5-8/?4/?6'": "the hand of seat 0 is unseen",
    "hint '. 0 . . 4/15' --round 1": "--round and POSITION",
    "hint '. 0 . . 4/15' --action 1": "--action and POSITION",
    "hint '. 0 . . 4/15' --game 1": "--game and POSITION",
    "hint GAMES --target 10": "--target and FILE",
    "hint GAMES": "the round is over",
    "hint GAMES --round 99": "round 99 has no play 1",
    "hint GAMES --round 1 --action 999": "round 1 has no play 999",
    "hint GAMES --game 3": "has no game 3: it holds 2",
    "hint GAMES --simulations 1": "--simulations must be a whole number from 2 to 1000000, not 1",
    "hint GAMES --simulations 1000001": "--simulations must be a whole number from 2 to 1000000",
    "hint GAMES --simulations many": '--simulations must be a whole number, not "many"',
    "hint GAMES --round 1 --seed -1": "a seed is a whole number",
    "hint GAMES GAMES": "hint takes no",
    "review": "no finished game is kept in",
    "review none.jsonl": "cannot use the game record none.jsonl: it does not exist",
    "review PART": "only a finished game can be reviewed, and this one is not over (R21)",
    "review GAMES --seat 3": "--seat: there is no seat 3; seats are 0 to 2 (R9a)",
    "review GAMES --seat -1": "--seat: there is no seat -1; seats are 0 to 2 (R9a)",
    "review GAMES --game 3": "has no game 3: it holds 2",
    "review GAMES --simulations 1": "--simulations must be a whole number from 2 to 1000000, not 1",
    "review GAMES --seed -1": "a seed is a whole number",
    "review GAMES --html .": "cannot use .: it is a folder",
    "review GAMES --html none/review.html": "cannot use none/review.html: it does not exist",
    "review GAMES --html": "--html needs a value",
    "review GAMES --round 1": "review has no option --round",
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", REFUSED)
def test_bad_input_is_one_line(
    capsys: pytest.CaptureFixture[str], recorded: Path, part: Path, line: str, language: str
) -> None:
    words: list[Any] = shlex.split(line.replace("GAMES", str(recorded)).replace("PART", str(part)))
    sentence = refused(capsys, *words, "--lang", language)
    if language == "en":
        assert REFUSED[line] in sentence
    else:
        assert REFUSED[line] not in sentence or line.startswith("review GAMES --html n"), "it is translated"


def test_a_page_is_never_written_over_a_record(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nor over any other file that is no page; a page is written anew."""
    own = Path("own.jsonl")
    own.write_bytes(recorded.read_bytes())
    notes = Path("notes.txt")
    notes.write_text("mine", "utf-8")
    for file in (own, notes):
        before = file.read_bytes()
        assert main(["review", str(own), "--html", str(file), *FEW]) == 2
        assert f"the file {file} exists already and is not a page" in capsys.readouterr().err
        assert file.read_bytes() == before
    for _ in range(2):
        said(capsys, "review", str(own), "--html", "page.html", *FEW)

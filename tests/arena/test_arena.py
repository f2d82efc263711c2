"""Tournaments on processes and from the command line: interruptions, bad bots, bad input, the report."""

from __future__ import annotations

import json
import re
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from fivethreefive import Rules
from fivethreefive.arena.game_runner import Outcome
from fivethreefive.arena.results import GAMES, Results, read_results
from fivethreefive.arena.schedule import TournamentPlan
from fivethreefive.arena.tournament import RESULT, TABLE, Tournament, here
from fivethreefive.cli import main
from fivethreefive.cli.options import ArenaOptions
from fivethreefive.cli.parser import Parser
from fivethreefive.language import LANGUAGES, Catalogue
from support.arena_bots import make
from support.command_process import COMMAND, LONG, Terminal, environment, run, words
from support.html_pages import Page

LINE = words("arena --bots heuristic,greedy,random --players 4 --deals 8 --seed 7")
GAMES_OF_LINE = 8 * 24


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of ``LINE``, played without an interruption on one process."""
    folder = tmp_path_factory.mktemp("arena") / "whole"
    assert main([*LINE, "--jobs", "1", "--out", str(folder)]) == 0
    return folder


def same(one: Path, other: Path) -> bool:
    return all((one / name).read_bytes() == (other / name).read_bytes() for name in (RESULT, TABLE))


def begun(home: Path, folder: Path, *options: str, games: int) -> subprocess.Popen[str]:
    """``LINE`` as a process that has finished at least so many games, and is still at it."""
    process = subprocess.Popen(
        [*COMMAND, *LINE, "--out", str(folder), *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment(home),
    )  # fmt: skip
    path = folder / GAMES
    while not path.exists() or path.read_bytes().count(b"\n") <= games:
        assert process.poll() is None, process.communicate()
        time.sleep(0.005)
    return process


def test_after_kill_9_and_resume_the_result_is_the_same(home: Path, whole: Path) -> None:
    folder = home / "cut"
    process = begun(home, folder, "--jobs", "2", games=20)
    process.kill()
    # Standard error closes only when the last worker has ended too.
    process.communicate(timeout=LONG)
    with (folder / GAMES).open("ab") as file:
        file.write(b'{"game":191,"poi')
    kept = len(read_results(folder)[1])
    assert 20 <= kept < GAMES_OF_LINE
    assert main(["arena", "--resume", str(folder), "--jobs", "2"]) == 0
    assert same(folder, whole)
    games = [outcome.game for outcome in read_results(folder)[1]]
    assert Counter(games) == Counter(range(GAMES_OF_LINE))


def test_after_ctrl_c_everything_finished_is_kept(home: Path, whole: Path) -> None:
    folder = home / "stopped"
    # One process plays in the order of the schedule, so that the first deals are complete.
    process = begun(home, folder, "--jobs", "1", games=60)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=LONG)
    assert process.returncode == 130
    assert said.count("\n") == 1
    assert f"--resume {folder}" in said
    kept = len(read_results(folder)[1])
    assert f"after {kept} of {GAMES_OF_LINE} games" in said
    assert json.loads((folder / RESULT).read_text())["deals"] > 0
    assert main(["arena", "--resume", str(folder)]) == 0
    assert same(folder, whole)


def test_at_a_terminal_it_shows_how_far_it_is(home: Path) -> None:
    terminal = Terminal(home, *LINE, "--jobs", "1", "--out", "live")
    terminal.until("playing")
    terminal.until_match(rf"\d+/{GAMES_OF_LINE}")
    rest, code = terminal.end()
    assert code == 0
    assert "8 deals, 192 rounds, seed 7" in rest


def test_a_tournament_that_is_over_is_summed_up_again(
    home: Path, whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (whole / GAMES).read_bytes()
    assert main(["arena", "--resume", str(whole), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads((whole / RESULT).read_text())
    assert (whole / GAMES).read_bytes() == before


# Bots that fail, on processes


def held(folder: Path, plan: TournamentPlan, jobs: int = 2) -> list[Outcome]:
    """All outcomes of a plan whose bots may fail, in the order of the schedule."""
    with Results.start(folder, plan) as results:
        tournament = Tournament(results)
        assert [*tournament.run(here(plan, jobs, make))][-1] == plan.total
        assert tournament.is_over
        found = tournament.conclude(Catalogue.of("en"))
    assert found is not None
    assert found.deals == plan.deals
    return sorted(read_results(folder)[1], key=lambda outcome: outcome.game)


@pytest.mark.parametrize(("bot", "why", "limit"), [("hanging", "hung", 0.1), ("dying", "died", 10)])
def test_a_bot_that_takes_its_process_with_it_forfeits_and_the_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, why: str, limit: float
) -> None:
    monkeypatch.setattr("fivethreefive.arena.game_runner.MARGIN", 0.4)
    plan = TournamentPlan(bots=("greedy", bot), rules=Rules(2), deals=1, seed=4, limit=limit)
    outcomes = held(tmp_path / "bad", plan)
    forfeits = [outcome.forfeit for outcome in outcomes]
    assert {forfeit.why for forfeit in forfeits if forfeit} == {why}
    for outcome in outcomes:
        if outcome.forfeit:
            assert plan.bots[plan.tables[outcome.game].seats[outcome.forfeit.seat]] == bot
    report = (tmp_path / "bad" / "report.html").read_text()
    assert Catalogue.of("en").say(f"arena.why_{why}") in report


def test_a_game_whose_process_dies_is_tried_once_more(tmp_path: Path) -> None:
    told = tmp_path / "told"
    plan = TournamentPlan(bots=("greedy", f"dyingonce:{told}"), rules=Rules(2), deals=2, seed=4)
    assert not any(outcome.forfeit for outcome in held(tmp_path / "once", plan, 1))
    assert told.exists()


def test_what_a_bot_prints_never_mixes_with_the_result(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    plan = TournamentPlan(bots=("greedy", "printing"), rules=Rules(2), deals=1, seed=4)
    held(tmp_path / "loud", plan, 1)
    printed = capfd.readouterr()
    assert printed.out == ""
    assert "a bot talks" in printed.err


# What is measured


@pytest.mark.parametrize("players", range(2, 7))
def test_every_number_of_players_and_whole_games(
    home: Path, capsys: pytest.CaptureFixture[str], players: int
) -> None:
    line = words(f"arena --bots greedy,random --players {players} --deals 2 --seed 1 --jobs 1 --json")
    assert main([*line, "--games", "--out", "games"]) == 0
    found = json.loads(capsys.readouterr().out)
    by_bot = {bot["bot"]: bot for bot in found["bots"]}
    assert by_bot["greedy"]["wins"]["mean"] > by_bot["random"]["wins"]["mean"]
    outcomes = read_results(home / "games")[1]
    assert all(max(outcome.points) >= 20 for outcome in outcomes)
    assert any(outcome.rounds > 1 for outcome in outcomes)


def test_it_stops_when_everything_is_clear_wherever_it_was_interrupted(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = words("arena --bots greedy,random --players 2 --deals 400 --seed 5 --until-clear")
    assert main([*line, "--jobs", "2", "--out", "clear"]) == 0
    out = capsys.readouterr().out
    assert "Every comparison is clear after" in out
    assert "95%, at all times" in out
    found = json.loads((home / "clear" / RESULT).read_text())
    assert found["stopped_when_clear"]
    assert found["deals"] < 400
    assert found["duels"][0]["clear"]
    # Fewer results than it took: the same games are played again, and the same is found.
    path = home / "clear" / GAMES
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:10]))
    (home / "clear" / RESULT).unlink()
    assert main(["arena", "--resume", "clear", "--jobs", "1"]) == 0
    assert json.loads((home / "clear" / RESULT).read_text()) == found


def test_the_result_at_a_terminal_is_a_table(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--resume", str(whole)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("3 bots, 4 seats, round robin: 8 deals, 192 rounds, seed 7\n\nBot ")
    assert re.search(r"^heuristic +greedy +[+-]\d\.\d\d +[+-]\d\.\d\d to [+-]\d\.\d\d$", out, re.MULTILINE)
    assert max(map(len, out.splitlines()[:-1])) < 80


def test_a_tournament_has_the_decimal_sign_of_its_language(
    whole: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "--resume", str(whole), "--lang", "es"]) == 0
    out = capsys.readouterr().out.rpartition("\n\n")[0]  # The last line has a file's name.
    assert re.search(r"^heuristic +greedy +[+-]\d,\d\d ", out, re.MULTILINE)
    assert not re.search(r"\d\.\d", out)
    page = re.sub(
        r"<(?:style|svg|[a-z]).*?>", "", (whole / "report.html").read_text().partition("<body")[2]
    )
    assert re.search(r"\d,\d\d", page)
    assert not re.search(r"\d\.\d", page)
    assert main(["arena", "--resume", str(whole)]) == 0


def test_other_processors_play_the_same_tournament(home: Path, whole: Path) -> None:
    """A Ray cluster of two processors, started for the test and ended with it."""
    line = [*COMMAND, *LINE, "--ray", "local", "--jobs", "2", "--out", "ray"]
    done = subprocess.run(
        line, capture_output=True, encoding="utf-8", env=environment(home), timeout=5 * LONG, check=False
    )
    assert done.returncode == 0, done.stderr
    assert same(home / "ray", whole)


# What is refused


def refused(capsys: pytest.CaptureFixture[str], *line: str, code: int = 2) -> str:
    assert main(["arena", *line]) == code
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err.removeprefix("fivethreefive: ").rstrip("\n")


TWO = "--bots greedy,random "
REFUSED = {
    "": "say who plays: --bots NAME,NAME",
    "--bots greedy": "a tournament takes 2 to 64 bots, not 1",
    "--bots greedy,greedy": "the bot greedy is named twice",
    "--bots greedy,gready": 'there is no bot "gready"',
    "--bots greedy,": '--bots must be names with commas between them, not "greedy,"',
    TWO + "--players 1": "players must be a whole number from 2 to 6, not 1",
    TWO + "--players 7": "players must be a whole number from 2 to 6, not 7",
    TWO + "--deals 0": "--deals must be a whole number from 1 to 1000000, not 0",
    TWO + "--deals many": '--deals must be a whole number, not "many"',
    TWO + "--jobs 0": "--jobs must be a whole number from 1 to 1024, not 0",
    TWO + "--pairing swiss": "--pairing must be one of round-robin, gauntlet, field, together, not 'swiss'",
    TWO + "--seating none": "--seating must be one of rotations, all, not 'none'",
    TWO + "--challengers 2": "--challengers is for the pairings gauntlet and field, not round-robin",
    TWO + "--pairing field --challengers 2": "--challengers must be a whole number from 1 to 1, not 2",
    TWO + "--limit 0s": '--limit must be a time above 0 up to an hour, as in 500ms or 5s, not "0s"',
    TWO + "--limit soon": '--limit must be a time above 0 up to an hour, as in 500ms or 5s, not "soon"',
    TWO + "--limit nan": '--limit must be a time above 0 up to an hour, as in 500ms or 5s, not "nan"',
    TWO + "--seed -1": "a seed is a whole number from 0 to 2^62 - 1, not -1",
    TWO + "--ray 127.0.0.1:1": "no Ray cluster answers at 127.0.0.1:1",
    TWO + "--out full": "full exists already: go on with --resume, or choose another folder with --out",
    TWO + "--out file/in": "cannot use file/in: a part of its path is not a folder",
    "--resume full --seed 1": "--resume goes on with what the folder says: leave out --seed",
    "--resume full --until-clear": "--resume goes on with what the folder says: leave out --until-clear",
    "--resume full --players 4": "--resume goes on with what the folder says: leave out --players",
    "--resume full --bots greedy,random": "cannot use full/games.jsonl: it does not exist",
    "--resume none": "cannot use none/games.jsonl: it does not exist",
    "--resume full": "cannot use full/games.jsonl: it does not exist",
}


@pytest.mark.parametrize("line", REFUSED)
def test_bad_input_is_one_line(home: Path, capsys: pytest.CaptureFixture[str], line: str) -> None:
    (home / "full").mkdir()
    (home / "full" / "notes.txt").touch()
    (home / "file").touch()
    code = 1 if "--ray" in line else 2
    assert refused(capsys, *words(line), code=code).startswith(REFUSED[line])
    assert sorted(path.name for path in home.iterdir()) == ["file", "full"]


def test_a_foreign_file_is_refused_by_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "foreign").mkdir()
    (home / "foreign" / GAMES).write_text("{}\n")
    assert refused(capsys, "--resume", "foreign", code=1).startswith("foreign/games.jsonl, line 1: ")


def test_a_tournament_in_use_is_refused(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Results.start(home / "used", TournamentPlan(("greedy", "random"), Rules(2), 1, 1)):
        said = refused(capsys, "--resume", "used")
        assert said == "another process is playing the tournament in used"
    assert main(["arena", "--resume", "used"]) == 0


def test_a_bot_of_the_folder_that_is_gone_is_refused(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Results.start(home / "old", TournamentPlan(("greedy", "gone"), Rules(2), 1, 1)).close()
    assert refused(capsys, "--resume", "old").startswith('there is no bot "gone"')
    Results.resume(home / "old").close()


def test_a_bot_that_cannot_even_be_made_is_named(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivethreefive.bots.make_bot", make)
    said = refused(capsys, "--bots", "greedy,unborn")
    assert said == "the bot unborn cannot be made: LookupError: no weights"


def test_a_command_line_is_one_bot_with_its_commas() -> None:
    words = ["--bots", "greedy,random", "--bots", "cmd:./mine --plays 3,4", "--bots", "a,cmd:b c,d"]
    options = Parser("arena", Catalogue.of("en")).read(words, ArenaOptions)
    assert options is not None
    assert options.bots == ("greedy", "random", "cmd:./mine --plays 3,4", "a", "cmd:b c,d")


def test_without_ray_it_says_how_to_get_it(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    said = refused(capsys, *words(TWO + "--ray local --out none"))
    assert said == "Ray is not installed; it is in the extra ray: pip install '.[ray]' in a checkout"
    assert not (home / "none").exists()


def test_a_full_disk_is_one_error_and_what_was_written_stays(home: Path, whole: Path) -> None:
    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))

    done = subprocess.run(
        [*COMMAND, *LINE, "--jobs", "1", "--out", "small"],
        capture_output=True, encoding="utf-8", preexec_fn=small_files, timeout=LONG, check=False,
        env=environment(home),
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == "fivethreefive: cannot use small/games.jsonl: the file would be too large\n"
    size = (home / "small" / GAMES).stat().st_size
    assert 8000 < size <= 9000
    assert len(read_results(home / "small")[1]) > 20
    assert main(["arena", "--resume", "small"]) == 0
    assert same(home / "small", whole)


# The report


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_one_page_that_needs_nothing_else(whole: Path, language: str) -> None:
    assert main(["arena", "--resume", str(whole), "--lang", language, "--json"]) == 0
    text = (whole / "report.html").read_text()
    page = Page(text)
    assert page.open == []
    assert ("lang", language) in page.attributes
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert not {"src", "href", "action"} & {name for name, _ in page.attributes}
    assert "http" not in text.replace("http-equiv", "")
    assert "url(" not in text
    ids = [value for name, value in page.attributes if name == "id"]
    assert len(set(ids)) == len(ids)
    # Every plot is named and described, and its figures stand in a table too.
    plots = text.count("<svg")
    assert plots == page.tags["title"] - 1 == page.tags["desc"] == page.tags["details"] == 4
    for name, value in page.attributes:
        if name == "aria-labelledby":
            assert set((value or "").split()) <= set(ids)
    for bot in json.loads((whole / RESULT).read_text())["bots"]:
        assert Catalogue.of(language).number(bot["less_than_others"]["mean"], "+.2f") in text


def test_nothing_that_a_bot_says_is_markup(tmp_path: Path) -> None:
    plan = TournamentPlan(
        bots=("greedy", "crashing:<script>alert(1)</script>"), rules=Rules(2), deals=2, seed=4
    )
    held(tmp_path / "rude", plan, 1)
    text = (tmp_path / "rude" / "report.html").read_text()
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_help_explains_the_command(home: Path) -> None:
    for language in LANGUAGES:
        done = run(home, "arena", "--help", "--lang", language)
        assert done.returncode == 0
        assert "--until-clear" in done.stdout

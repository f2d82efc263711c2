"""The command ``fivethreefive``: its options, its errors, its subcommands, its catalogues."""

from __future__ import annotations

import ast
import doctest
import io
import json
import re
import shlex
import string
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import fivethreefive
from fivethreefive.cli import COMMANDS, HIDDEN, main
from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.rules.options import Rules
from support.command_process import COMMAND, LONG, PROMPT, Terminal, environment, run, words
from support.paths import ROOT

PACKAGE = Path(fivethreefive.__file__).parent


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)
    for name in ("NO_COLOR", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve games of three different bots."""
    path = tmp_path_factory.mktemp("recorded") / "games.jsonl"
    line = ["simulate", "--bots", "random,greedy,heuristic", "--games", "12", "--seed", "4"]
    assert main([*line, "--jobs", "1", "--records", str(path)]) == 0
    return path


# Help


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", COMMANDS + HIDDEN)
def test_every_command_has_help(command: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help", "--lang", language]) == 0
    out = capsys.readouterr().out
    say = Catalogue.of(language).say
    assert out.startswith(f"{say('cli.usage')}: fivethreefive {command}")
    assert "--lang" in out


def test_help_has_a_flag_for_every_option_of_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "rules", "simulate"):
        assert main([command, "--help"]) == 0
        out = capsys.readouterr().out
        for field in fields(Rules):
            assert f"--{field.name.replace('_', '-')} " in out


def test_the_overview_lists_all_commands_but_the_hidden_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([]) == 0
    bare = capsys.readouterr().out
    assert main(["--help"]) == 0
    assert capsys.readouterr().out == bare
    assert re.findall(r"^  ([a-z-]+) ", bare, re.MULTILINE) == list(COMMANDS)


@pytest.mark.parametrize("line", ["--lang es rules", "--lang=es rules", "rules --lang es"])
def test_the_language_may_stand_before_the_command(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words(line)) == 0
    assert capsys.readouterr().out.startswith("535 para 4 jugadores\n")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"fivethreefive {fivethreefive.__version__}\n"


def test_help_loads_no_engine() -> None:
    check = "import sys; from fivethreefive.cli import main; main(['play', '--help']);"
    check += "sys.exit(bool({'numba', 'numpy', 'rich'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", check], check=False, stdout=-3).returncode == 0


def test_warm_up_says_in_one_line_that_the_engine_is_compiled(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["warm-up"]) == 0
    assert capsys.readouterr().out == "The engine is compiled.\n"


# Bad input: one line that names what is wrong, and exit code 2

BAD = {
    "nonsense": 'there is no command "nonsense"',
    "--nonsense": 'there is no command "--nonsense"',
    "play --lang xx": 'there is no language "xx"',
    "--lang=xx": 'there is no language "xx"',
    "play --nonsense": "fivethreefive play has no option --nonsense",
    "play --play": "fivethreefive play has no option --play",
    "play extra": 'fivethreefive play takes no "extra" here',
    "play --players": "--players needs a value",
    "play --all-bots=3": "--all-bots takes no value",
    "play --players x": '--players must be a whole number, not "x"',
    "play --players 7": "players must be a whole number from 2 to 6, not 7 (R2)",
    "play --target 0": "(R21)",
    "play --deal 14": "4 players with 14 cards each need 56 cards, the deck has 52 (R3)",
    "play --copies 6": "(R2)",
    "play --points 8": '--points: "8" is not a rank and its points, as in 8=9 (R4)',
    "play --points x=1": '--points must be a whole number, not "x"',
    "play --points 8=1": "the 8, with 1, must be worth more than any other (R4)",
    "play --points 6=1": "points for 6, which is no rank of this deck (R4)",
    "play --ranks 1-6": "--ranks: 6 is no card",
    "play --ranks 1-1": "rank 1 is listed twice (R1)",
    "play --ranks .": "the deck needs at least one rank (R1)",
    "play --next-leader me": "(R5)",
    "play --overwrite all": "(R10)",
    "play --format long": "(R21)",
    "play --format two_hands": "the format two_hands is for 2 players, not 4 (R21)",
    "play --rules nowhere.toml": "cannot read rules from nowhere.toml",
    "play --rules bad.toml": "cannot read rules from bad.toml",
    "play --rules unknown.toml": 'there is no option "jokers"',
    "play --bots nobody": 'there is no bot "nobody"',
    "play --bots greedy,": '--bots must be names with commas between them, not "greedy,"',
    "play --bots greedy,random --players 4": "--bots names 2 bots for 3 seats",
    "play --seat 4": "--seat: there is no seat 4; seats are 0 to 3 (R9a)",
    "play --seat x": '--seat must be a whole number, not "x"',
    "play --name=": "--name must be 1 to 20 printable characters",
    "play --name \x1b[2J": "--name must be 1 to 20 printable characters",
    "play --name far-too-long-a-name-to-read": "--name must be 1 to 20 printable characters",
    "play --pace fast": '--pace must be a number of seconds from 0 to 60, not "fast"',
    "play --pace nan": "--pace must be a number of seconds",
    "play --seed -1": "a seed is a whole number",
    "play --seed 1.5": '--seed must be a whole number, not "1.5"',
    "play --position 3": "a position has 5 fields",
    "play --position 3_0_1_._4/5_6": "a position has 5 fields",
    "play --position .~0~.~.~1/?60": "field 5 of the position",
    "play --position .~0~.~.~1/?6 --all-bots": "--position ? and --all-bots do not go together",
    "play --position .~0~.~.~1/2 --save x": "--position and --save do not go together",
    "play --position .~0~.~.~1/2 --resume": "--position and --resume do not go together",
    "play --all-bots --seat 1": "--all-bots and --seat do not go together",
    "play --all-bots --name Ana": "--all-bots and --name do not go together",
    "play --save nowhere/game": "cannot use the game record nowhere/game",
    "play --resume": "no unfinished game is kept in",
    "play --resume nowhere": "cannot use the game record nowhere",
    "play --resume --players 3": "--resume and --players do not go together",
    "play --resume --all-bots": "--resume and --all-bots do not go together",
    "rules --players 1": "(R2)",
    "simulate --games 0": "--games must be a whole number from 1 to 1000000000, not 0",
    "simulate --jobs 0": "--jobs must be a whole number from 1 to 1024, not 0",
    "simulate --bots greedy,random --players 4": "--bots names 2 bots for 4 seats",
    "simulate --records bad.toml": "cannot use the game record bad.toml: File exists",
    "simulate --seed x": '--seed must be a whole number, not "x"',
    "check": "fivethreefive check needs FILE",
    "check nowhere": "cannot use the game record nowhere",
    "stats": "fivethreefive stats needs FILE",
    "stats nowhere": "cannot use the game record nowhere",
    "replay": "no game is kept in",
    "replay nowhere": "cannot use the game record nowhere",
    "replay a b": 'fivethreefive replay takes no "b" here',
    "replay a --game 0": "--game must be a whole number from 1 to 1000000000, not 0",
    "replay a --open --seat 1": "--open and --seat do not go together",
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input_is_one_line_and_exit_code_2(
    line: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "bad.toml").write_text("target = \n")
    (home / "unknown.toml").write_text("jokers = 2\n")
    assert main([word.replace("~", " ") for word in line.split(" ")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("fivethreefive: ")
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert BAD[line] in err


@pytest.mark.parametrize("language", ["es", "nl"])
def test_bad_input_is_said_in_the_language_asked_for(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["play", "--players", "9", "--lang", language]) == 2
    asked = capsys.readouterr().err
    say = Catalogue.of(language).say
    sentence = say("error.not_in_range", option="players", least=2, most=6, value=9)
    assert asked == f"fivethreefive: {sentence} (R2)\n"
    monkeypatch.setenv("LANG", f"{language}_XX.UTF-8")
    assert main(["play", "--players", "9"]) == 2
    assert capsys.readouterr().err == asked


def test_bad_input_of_a_real_process(home: Path) -> None:
    done = run(home, "play", "--players", "9")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_what_is_typed_cannot_break_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--players", "a\nb\x1b[31m"]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "\x1b" not in err


def test_nobody_reads_on(home: Path) -> None:
    shell = f"{' '.join(COMMAND)} rules; echo $? >&2"
    done = subprocess.run(
        ["bash", "-c", f"({shell}) | head -1"],
        env=environment(home), capture_output=True, text=True, timeout=LONG, check=True,
    )  # fmt: skip
    assert done.stdout == "535 for 4 players\n"
    assert done.stderr in ("141\n", "0\n"), "the rules may fit the pipe before head ends"
    many = f"{' '.join(COMMAND)} play --all-bots --seed 1"
    done = subprocess.run(
        ["bash", "-c", f"({many}; echo $? >&2) | true"],
        env=environment(home), capture_output=True, text=True, timeout=LONG, check=True,
    )  # fmt: skip
    assert done.stderr == "141\n"


# rules


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
        "an add brings a set to all 5 of its cards",
        "15 beats 1, 15-15 beats 1-1",
        "1-2-3 beats 13-14-15",
        "not consecutive are 5 and 7, 9 and 11",
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
    assert (say("rules.end_eight").split()[1] in out) or "8" not in variant
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


# simulate, check, stats


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["simulate", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_a_simulation_is_the_same_on_any_number_of_processes(home: Path) -> None:
    line = words("simulate --games 50 --seed 9 --bots heuristic,random,greedy --json")
    results = []
    for jobs in ("1", "2"):
        done = run(home, *line, "--jobs", jobs, "--records", str(home / jobs))
        assert (done.returncode, done.stderr) == (0, "")
        results.append((done.stdout, (home / jobs).read_bytes()))
    assert results[0] == results[1]
    assert json.loads(results[0][0])["games"] == 50


def test_another_seed_is_another_simulation_and_a_longer_one_begins_alike(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, seed, games in (("a", "1", "3"), ("b", "2", "3"), ("c", "1", "5")):
        simulated(capsys, "--games", games, "--seed", seed, "--jobs", "1", "--records", name)
    a, b, c = ((home / name).read_bytes() for name in "abc")
    assert a != b
    assert c.startswith(a)


def test_a_simulation_without_a_seed_says_which_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    first = json.loads(simulated(capsys, "--games", "2", "--jobs", "1", "--json"))
    seed = str(first["seed"])
    again = simulated(capsys, "--games", "2", "--jobs", "1", "--json", "--seed", seed)
    assert json.loads(again) == first


def test_a_simulation_adds_up(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = words("--bots random,greedy,heuristic --games 12 --seed 4 --jobs 1 --json")
    found = json.loads(simulated(capsys, *line))
    assert main(["stats", str(recorded), "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(12)
    assert sum(bot["wins"] for bot in found["bots"]) == pytest.approx(12)
    for key in ("games", "rounds", "decisions"):
        assert found[key] == counted[key]
    for seat, player in zip(found["seats"], counted["players"], strict=True):
        assert (seat["bot"], seat["points"]) == (player["bot"], player["points"])
        assert seat["wins"] == pytest.approx(player["wins"])


def test_a_simulation_is_shown_by_seat_and_by_bot(capsys: pytest.CaptureFixture[str]) -> None:
    out = simulated(capsys, *words("--bots greedy,greedy,random --games 4 --seed 1 --jobs 1"))
    assert out.startswith("4 games, ")
    assert re.search(r"^2 +random +\d+\.\d\d", out, re.MULTILINE)
    assert re.search(r"^greedy +\d+\.\d\d", out, re.MULTILINE)


def test_an_interrupted_simulation_says_what_is_complete(home: Path) -> None:
    path = home / "many.jsonl"
    line = words("simulate --games 200000 --seed 1 --bots greedy --players 2 --jobs 2")
    terminal = Terminal(home, *line, "--records", str(path))
    terminal.until_match(r"[1-9]\d*/200000")
    terminal.child.sendintr()
    rest, code = terminal.end()
    assert code == 130
    assert "Traceback" not in terminal.seen
    said = " ".join(rest.split())
    match = re.search(r"stopped after (\d+) of 200000 games", said)
    assert match
    games = int(match[1])
    assert games > 0
    assert f"is complete up to game {games}" in said
    done = run(home, "check", str(path), "--json")
    assert json.loads(done.stdout) | {"rounds": 0} == {
        "valid": True, "games": games, "rounds": 0, "unfinished": 0, "cut": False,
    }  # fmt: skip


def test_check_counts_what_is_valid(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(recorded)]) == 0
    assert re.fullmatch(r"12 games, \d+ rounds, all by the rules\n", capsys.readouterr().out)
    assert main(["check", str(recorded), str(recorded), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 24


def test_check_tells_of_unfinished_games_and_cut_lines(
    recorded: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = recorded.read_bytes().splitlines(keepends=True)
    (home / "part").write_bytes(b"".join(lines[:9]) + lines[9][:7])
    assert main(["check", "part"]) == 0
    out = capsys.readouterr().out
    assert "1 game, 0 rounds, all by the rules\n1 game is not over.\n" in out
    assert "cut off" in out


def test_check_names_file_line_and_rule_of_what_is_wrong(
    recorded: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = recorded.read_text()
    wrong = re.sub(r'"text":"[^"]+"', '"text":"1-2-3-4"', text, count=1)
    (home / "wrong").write_text(wrong)
    assert main(["check", str(recorded), "wrong"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(r"fivethreefive: wrong, line 3: .+ \(R8\)\n", err)
    assert main(["check", "wrong", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["valid"], found["file"], found["line"], found["rule"]) == (
        False, "wrong", 3, "R8",
    )  # fmt: skip


@pytest.mark.parametrize("command", ["check", "stats"])
def test_a_file_without_a_game_is_no_valid_one(
    command: str, recorded: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "empty").touch()
    assert main([command, str(recorded), "empty"]) == 1
    assert capsys.readouterr() == ("", "fivethreefive: empty, line 1: there is no game in this file\n")
    assert main([command, str(recorded), "empty", "--json"]) == 1


def test_stats_count_players_and_how_tricks_ended(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["stats", str(recorded), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [player["bot"] for player in found["players"]] == ["random", "greedy", "heuristic"]
    assert sum(player["decisions"] for player in found["players"]) == found["decisions"]
    assert found["tricks"]["R19"] == found["rounds"]
    assert all(found["tricks"][rule] > 0 for rule in ("R15", "R16", "R17", "R18"))
    assert main(["stats", str(recorded)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("12 games, ")
    assert "the rule of 8" in out


def test_tables_become_sentences_where_they_do_not_fit(recorded: Path, home: Path) -> None:
    terminal = Terminal(home, "stats", str(recorded), size=(24, 40))
    out, code = terminal.end()
    assert code == 0
    assert "greedy 1: Bot greedy, Games 12, Wins" in out
    assert max(map(len, out.splitlines())) <= 40


# replay


def replayed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["replay", *words]) == 0
    return capsys.readouterr().out


def test_replay_in_a_pipe_tells_the_whole_game(recorded: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = replayed(capsys, str(recorded), "--game", "2")
    assert "Round 1\n" in out
    assert "End of round 1\n" in out
    assert "win" in out.splitlines()[-1]
    assert "rain" not in out, "a spectator sees no hand"
    assert out != replayed(capsys, str(recorded)), "the last game unless one is named"
    assert replayed(capsys, str(recorded)) == replayed(capsys, str(recorded), "--game", "12")


def test_replay_shows_the_hands_that_are_asked_for(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hands = re.compile(r"^(\w+ \d): +(?:rain|cloud|sun) ", re.MULTILINE)
    one = replayed(capsys, str(recorded), "--seat", "1")
    assert set(hands.findall(one)) == {"greedy 1"}
    every = replayed(capsys, str(recorded), "--open")
    assert set(hands.findall(every)) == {"random 0", "greedy 1", "heuristic 2"}


def test_replay_refuses_seats_and_games_that_are_not_there(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(recorded), "--seat", "3"]) == 2
    assert "seats are 0 to 2 (R9a)" in capsys.readouterr().err
    assert main(["replay", str(recorded), "--game", "13"]) == 2
    assert "has no game 13: it holds 12" in capsys.readouterr().err


def test_replay_of_what_is_no_record(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "text").write_text("hello\n")
    assert main(["replay", "text"]) == 1
    assert capsys.readouterr().err.startswith("fivethreefive: text, line 1: ")


def test_replay_steps_back_and_forth(recorded: Path, home: Path) -> None:
    terminal = Terminal(home, "replay", str(recorded), "--game", "1", "--open")
    prompt = "Enter next, b back, q quit: "
    first = terminal.until(prompt)
    assert "Round 1" in first
    terminal.type("")
    second = terminal.until(prompt)
    assert " leads " in second
    terminal.type("")
    third = terminal.until(prompt)
    assert third.split("\n")[-1].startswith("3/")
    terminal.type("b")
    assert terminal.until(prompt).split("\n")[1:] == second.split("\n")[1:]
    terminal.type("q")
    assert terminal.end()[1] == 0


def test_replay_of_an_unfinished_game_says_so(
    recorded: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = recorded.read_bytes().splitlines(keepends=True)
    (home / "part").write_bytes(b"".join(lines[:9]))
    assert replayed(capsys, "part").endswith("the game is not over.\n")


# The manual

CONSOLE = re.compile(r"^```console\n\$ (fivethreefive .*?)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    "name", ["README.md", "docs/bots/arena.md", "docs/play/command-line.md", "docs/play/terminal.md"]
)
def test_the_manual_shows_what_the_command_writes(
    name: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / name).read_text("utf-8")
    shown = CONSOLE.findall(page)
    assert len(shown) == page.count("```console")
    for line, expected in shown:
        typed = re.findall(rf"^{re.escape(PROMPT)}(.*\n)", expected, re.MULTILINE)
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(typed)))
        assert main(shlex.split(line)[1:]) == 0
        found = capsys.readouterr().out
        same = doctest.OutputChecker().check_output(expected, found, doctest.ELLIPSIS)
        assert same, f"{line} writes\n{found}"


# The catalogues

COMPUTED = (
    "cli.", "page.clock_", "page.leader_", "page.lesson_", "page.level_", "page.motion_",
    "page.pace_", "page.phase_", "page.phrase_", "page.theme_", "play.beat_", "play.deed_",
    "play.end_R", "play.goal_", "play.help_beat_", "play.help_R", "play.kind_", "play.label_",
    "play.sheet_", "play.words_", "play.rain", "play.cloud", "play.sun", "rules.deal_",
    "rules.game_", "rules.heading_", "rules.next_leader_", "rules.overwrite_", "server.bye_",
    "arena.", "simulate.", "stats.", "hint.", "why.", "review.", "join.words_",
)  # fmt: skip
"""Keys that are put together from parts begin with one of these."""


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogues_have_the_same_keys_and_parameters(language: str) -> None:
    english = Catalogue.of("en").sentences
    sentences = Catalogue.of(language).sentences
    assert set(sentences) == set(english)
    for key, sentence in sentences.items():
        wanted = placeholders(english[key])
        allowed = wanted | ({"count"} if key.endswith(("_one", "_other")) else set())
        assert wanted - {"count"} <= placeholders(sentence) <= allowed, key
        assert sentence.strip(), key


def test_counts_come_in_both_forms() -> None:
    keys = set(Catalogue.of("en").sentences)
    for key in keys:
        for one, other in (("_one", "_other"), ("_other", "_one")):
            if key.endswith(one):
                assert key.removesuffix(one) + other in keys


def test_every_sentence_is_used() -> None:
    files = [*PACKAGE.rglob("*.py")]
    files += [file for kind in ("ts", "svelte") for file in (ROOT / "web" / "src").rglob(f"*.{kind}")]
    source = "\n".join(file.read_text("utf-8") for file in files)
    for key in Catalogue.of("en").sentences:
        base = re.sub(r"_(one|other)$", "", key)
        base = base.removesuffix("_you")
        literal = base.removeprefix("error.") if base.startswith("error.") else base
        quoted = re.search(rf"[\"'`]{re.escape(literal)}[\"'`]", source)
        assert quoted or base.startswith(COMPUTED), f"nothing says {key}"


def test_every_error_has_a_sentence() -> None:
    raised = re.compile(r"(?:Invalid\w+|FiveThreeFiveError|IllegalAction|refusal|_refuse)\(\s*\"(\w+)\"")
    keys = Catalogue.of("en").sentences
    for file in PACKAGE.rglob("*.py"):
        for code in raised.findall(file.read_text("utf-8")):
            names = {f"error.{code}", f"error.{code}_one"}
            assert names & set(keys) or code in FIELDS, f"{file.name} raises {code}"


def test_every_error_fills_its_sentence() -> None:
    """A parameter ``count`` chooses between two forms: a sentence of one form has none of that name."""
    sentences = Catalogue.of("en").sentences
    raisers = {"InvalidCards", "InvalidRules", "InvalidInput", "InvalidRecord", "IllegalAction", "_refuse"}
    for file in PACKAGE.rglob("*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            match call:
                case ast.Call(ast.Name(name), [ast.Constant(str(code)), *_]) if name in raisers:
                    given = {keyword.arg for keyword in call.keywords}
                    key = f"error.{code}" + ("_other" if "count" in given else "")
                    if code not in FIELDS and None not in given:
                        assert placeholders(sentences[key]) <= given, f"{file.name} raises {code}"


FIELDS = {"table", "turn", "last", "passed", "hands"}
"""``_refuse`` of a position takes the name of a field first."""


def test_spanish_and_dutch_are_translated() -> None:
    english = Catalogue.of("en").sentences
    for language in ("es", "nl"):
        same = [
            key
            for key, sentence in Catalogue.of(language).sentences.items()
            if sentence == english[key] and len(re.sub(r"{\w+}|\W", "", sentence)) > 12
        ]
        assert same == []

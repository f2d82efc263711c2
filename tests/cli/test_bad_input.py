"""Bad input: one line that names what is wrong, and exit code 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fivethreefive.cli import main
from fivethreefive.language import Catalogue
from support.command_process import COMMAND, LONG, environment, run

BAD = {
    "nonsense": 'there is no command "nonsense"',
    "--nonsense": 'there is no command "--nonsense"',
    "play --lang xx": 'there is no language "xx"',
    "--lang=xx": 'there is no language "xx"',
    "play --nonsense": "fivethreefive: play has no option --nonsense: do you mean --seed?",
    "play --play": "play has no option --play",
    "play extra": 'play takes no "extra" here; see fivethreefive play --help',
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
    "play --points 6=1": "points for 6, which is not a rank of this deck (R4)",
    "play --ranks 1-6": "--ranks: 6 is not a card",
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
    "play --position .~0~.~.~1/?6 --all-bots": "--position ? and --all-bots cannot be used together",
    "play --position .~0~.~.~1/2 --save x": "--position and --save cannot be used together",
    "play --position .~0~.~.~1/2 --resume": "--position and --resume cannot be used together",
    "play --all-bots --seat 1": "--all-bots and --seat cannot be used together",
    "play --all-bots --name Ana": "--all-bots and --name cannot be used together",
    "play --save nowhere/game": "cannot use the game record nowhere/game",
    "play --resume": "no unfinished game is kept in",
    "play --resume nowhere": "cannot use the game record nowhere",
    "play --resume --players 3": "--resume and --players cannot be used together",
    "play --resume --all-bots": "--resume and --all-bots cannot be used together",
    "rules --players 1": "(R2)",
    "simulate --games 0": "--games must be a whole number from 1 to 1000000000, not 0",
    "simulate --jobs 0": "--jobs must be a whole number from 1 to 1024, not 0",
    "simulate --bots greedy,random --players 4": "--bots names 2 bots for 4 seats",
    "simulate --records bad.toml": "bad.toml exists already: name a new file",
    "simulate --seed x": '--seed must be a whole number, not "x"',
    "play --seed 99999999999999999999": "--seed: a number of 20 digits is too large; it may have 19",
    "replay a --game 999999999999999999999": "--game: a number of 21 digits is too large",
    "simulate --bots easy:X": "cannot be imported from the module easy: there is no module easy",
    "hint 3-4-5~1~0~.~?11/?12/?12/?12": "but only 1 card has left the hands (R3)",
    "admin close": "admin close needs CODE; see",
    "admin list x": 'admin list takes no "x" here; see',
    "rules --rules digits.toml": "cannot read rules from digits.toml: the number is too small or too large",
    "rules --rules true.toml": "target must be a whole number from 1 to 1000000, not true (R21)",
    "rules --rules date.toml": "players must be a whole number from 2 to 6, not 2026-01-01 (R2)",
    "rules --rules card.toml": "true is not a card",
    "rules --rules /dev/zero": "cannot read rules from /dev/zero: it is longer than 65536 bytes",
    "rules --points 8=9,8=7": "--points: rank 8 is listed twice (R4)",
    "rules --rules deep.toml": "cannot read rules from deep.toml: too many brackets are open at once",
    "join nowhere": "nowhere is not the address of a table",
    "join http://[::1/t/A": "http://[::1/t/A is not the address of a table",
    "join --new http://[::1": "http://[::1 is not the address of a server",
    "join --new http://a..b": "http://a..b is not the address of a server",
    "watch http://[::1/t/A": "http://[::1/t/A is not the address of a table",
    "watch http://[::1/replay/A": "http://[::1/replay/A is not the address of a table",
    f"bot --connect http://[::1/t/A --token {'0' * 32}": "http://[::1/t/A is not the address of a table",
    "admin list --database postgresql://[::1/x": "this is not the address of a database",
    "serve --trusted-proxy 127.0.0.l": "127.0.0.l is not the address of a machine or a network",
    "serve --trusted-proxy 10.0.0.1/8": "--trusted-proxy: 10.0.0.1/8 is not the address",
    "serve --no-open --database postgresql://h:x/y": "this is not the address of a database",
    "check": "check needs FILE; see fivethreefive check --help",
    "check nowhere": "cannot use the game record nowhere",
    "stats": "stats needs FILE",
    "stats nowhere": "cannot use the game record nowhere",
    "replay": "no game is kept in",
    "replay nowhere": "cannot use the game record nowhere",
    "replay a b": 'replay takes no "b" here',
    "replay a --game 0": "--game must be a whole number from 1 to 1000000000, not 0",
    "replay a --open --seat 1": "--open and --seat cannot be used together",
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input_is_one_line_and_exit_code_2(
    line: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "bad.toml").write_text("target = \n")
    (home / "digits.toml").write_text(f"target = {'9' * 5000}\n")
    (home / "true.toml").write_text("target = true\n")
    (home / "date.toml").write_text("players = 2026-01-01\n")
    (home / "card.toml").write_text("ranks = [true]\n")
    (home / "deep.toml").write_text(f"a = {'[' * 5000}\n")
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


def test_ctrl_c_while_the_command_is_loaded_is_no_traceback(home: Path) -> None:
    code = (
        "import sys\n"
        "class Stop:\n"
        "    @staticmethod\n"
        "    def find_spec(name, *_):\n"
        "        if name == 'fivethreefive.cli.parser': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop)\n"
        "from fivethreefive.cli import main\n"
    )
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, capture_output=True, check=False, env=environment(home), text=True)
    assert (done.returncode, done.stderr) == (130, "")


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

"""What help says of every command, and how little that loads."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import fields

import pytest

import fivethreefive
from fivethreefive.bots import BOTS, LEVELS
from fivethreefive.cli import COMMANDS, HIDDEN, main
from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.rules.options import Rules
from support.command_process import words


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_80_columns(command: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """But for an address or a command line, which stays in one piece so that it can be copied."""
    assert main([*command.split(), "--help", "--lang", language]) == 0
    wide = [line for line in capsys.readouterr().out.splitlines() if len(line) > 80]
    assert [line for line in wide if len(line.split()) > 1] == []


def test_help_is_a_word_too(capsys: pytest.CaptureFixture[str]) -> None:
    for words_, same in (
        (["help"], ["--help"]),
        (["help", "play"], ["play", "--help"]),
        (["help", "help"], []),
    ):
        assert main(words_) == 0
        said = capsys.readouterr().out
        assert main(same) == 0
        assert capsys.readouterr().out == said
    assert main(["help", "nonsense"]) == 2


@pytest.mark.parametrize("command", ["play", "simulate", "arena"])
def test_help_names_the_bots(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    said = set(re.findall(r"\w+", capsys.readouterr().out))
    assert {*BOTS, *LEVELS} <= said


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("pley", "play"),
        ("simulat", "simulate"),
        ("play --player 3", "--players"),
        ("rules --jsn", "--json"),
    ],
)
def test_what_may_have_been_meant_is_said(
    line: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words(line)) == 2
    assert capsys.readouterr().err.endswith(f": do you mean {meant}?\n")


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

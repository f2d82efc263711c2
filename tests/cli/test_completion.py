"""Shells complete commands, options and their words."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from fivethreefive.cli import COMMANDS, main
from support.command_process import COMMAND, LONG, environment


def completed(home: Path, line: str) -> set[str]:
    """What the program answers a shell in which ``line`` is typed."""
    asked = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "|", "COMP_LINE": line, "COMP_POINT": str(len(line))}
    answer = home / "answer"
    asked["_ARGCOMPLETE_STDOUT_FILENAME"] = str(answer)
    done = subprocess.run(
        COMMAND, env=environment(home) | asked, capture_output=True, timeout=LONG, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return {word.strip() for word in answer.read_text().split("|")}


def test_commands_are_completed(home: Path) -> None:
    assert completed(home, "fivethreefive ") >= set(COMMANDS)
    assert completed(home, "fivethreefive re") == {"replay", "review"}
    assert completed(home, "fivethreefive help si") == {"simulate"}


def test_the_language_is_completed_before_the_command_too(home: Path) -> None:
    assert completed(home, "fivethreefive --lang ") == {"en", "es", "nl"}
    assert "--lang" in completed(home, "fivethreefive --")


def test_bots_are_completed_also_behind_a_comma(home: Path) -> None:
    assert {"easy", "expert", "heuristic", "search"} <= completed(home, "fivethreefive play --bots ")
    assert completed(home, "fivethreefive play --bots gr") == {"greedy"}
    assert completed(home, "fivethreefive simulate --bots random,gr") == {"random,greedy"}
    assert completed(home, "fivethreefive bot --bot po") == {"policy"}


def test_shells_are_completed_and_named_as_the_usage_names_them(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert completed(home, "fivethreefive completion ") >= {"bash", "zsh", "fish"}
    assert main(["completion", "--help"]) == 0
    assert "completion [options] SHELL\n" in capsys.readouterr().out


def test_options_and_their_words_are_completed(home: Path) -> None:
    assert {"--next-leader", "--points", "--lang"} <= completed(home, "fivethreefive rules --")
    assert completed(home, "fivethreefive rules --next-leader ") == {"winner", "left", "loser"}
    assert completed(home, "fivethreefive rules --lang ") == {"en", "es", "nl"}
    (home / "games.jsonl").touch()
    assert completed(home, f"fivethreefive check {home}{os.sep}ga") == {f"{home}{os.sep}games.jsonl"}
    assert completed(home, "fivethreefive simulate --games ") == {""}, "a number is no file"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_a_shell_is_to_run(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    said = capsys.readouterr().out
    assert "fivethreefive" in said
    assert "535" in said


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "cmd.exe"]) == 2
    assert "SHELL must be one of bash, zsh, fish" in capsys.readouterr().err


def test_bash_completes(home: Path) -> None:
    """The function that bash is given fills in its answer."""
    program = """
eval "$(fivethreefive completion bash)"
COMP_LINE="fivethreefive rules --next-leader w" COMP_POINT=35 COMP_TYPE=9
COMP_WORDS=(fivethreefive rules --next-leader w) COMP_CWORD=3
complete -p fivethreefive | grep -o "_python_argcomplete[a-z_]*" | head -1 > name
"$(cat name)" fivethreefive w --next-leader
echo "${COMPREPLY[@]}"
"""
    folder = str(Path(COMMAND[0]).parent)
    own = environment(home) | {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", program],
        env=own,
        cwd=home,
        capture_output=True,
        text=True,
        timeout=LONG,
        check=False,
    )
    assert done.stdout.strip() == "winner", done.stderr

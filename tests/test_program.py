"""A command that is printed can be typed as it stands, wherever the program was started from."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from fivethreefive.program import command_to_type
from support.command_process import LONG, environment
from support.paths import ROOT

INSTALLED = Path(sys.executable).parent


def started_as(path: Path, monkeypatch: pytest.MonkeyPatch, *folders: Path) -> None:
    monkeypatch.setattr(sys, "argv", [str(path)])
    monkeypatch.setenv("PATH", os.pathsep.join(map(str, folders)))


def program_in(folder: Path) -> Path:
    folder.mkdir(parents=True)
    file = folder / "fivethreefive"
    file.write_text("#!/bin/sh\n")
    file.chmod(0o755)
    return file


def test_a_program_on_the_path_goes_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = program_in(tmp_path / "bin")
    started_as(file, monkeypatch, file.parent)
    assert command_to_type("play", "--resume", "my game") == "fivethreefive play --resume 'my game'"


def test_another_program_goes_by_its_path_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = program_in(tmp_path / "my games" / "bin")
    monkeypatch.chdir(tmp_path)
    started_as(file.relative_to(tmp_path), monkeypatch)
    assert command_to_type("games") == f"'{file}' games"


def test_a_program_of_the_same_name_is_not_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the shim of a Python manager, which starts nothing here."""
    file, shim = program_in(tmp_path / "bin"), program_in(tmp_path / "shims")
    started_as(file, monkeypatch, shim.parent)
    assert command_to_type("games") == f"{file} games"


@pytest.mark.parametrize("words", ["play --plain", "play extra", "bot"])
def test_what_is_printed_by_a_program_off_the_path_can_be_typed(words: str, tmp_path: Path) -> None:
    def run(command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, check=False, shell=True, input="quit\n", capture_output=True, text=True, cwd=tmp_path,
            env=environment(tmp_path, PATH="/usr/bin:/bin", PYTHONPATH=str(ROOT / "src")), timeout=LONG,
        )  # fmt: skip

    first = run(f"{shlex.quote(sys.executable)} -m fivethreefive.cli {words}")
    said = (first.stdout + first.stderr).rstrip().rpartition("  " if words == "play --plain" else "see ")[2]
    assert said.startswith(str(INSTALLED))
    again = run(said)
    assert (again.returncode, again.stderr) == (0, "")

"""The manual shows what the commands write."""

from __future__ import annotations

import doctest
import io
import re
import shlex
from pathlib import Path

import pytest

from fivethreefive.cli import main
from support.command_process import PROMPT
from support.paths import ROOT

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

"""The commands serve and bot: what is typed wrongly, and addresses of tables."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from fivethreefive.client import socket_address
from fivethreefive.language import InvalidInput
from support.command_process import environment, run


def test_addresses_of_tables() -> None:
    assert socket_address("http://h:1/t/abc") == "ws://h:1/ws/ABC"
    assert socket_address("https://h/535/t/ABC") == "wss://h/535/ws/ABC"
    for wrong in ("h/t/ABC", "ftp://h/t/ABC", "http://h/ABC", "http:///t/ABC", ""):
        with pytest.raises(InvalidInput):
            socket_address(wrong)


WRONG = [
    ["serve", "--lan", "--host", "::1"],
    ["serve", "--data", "x", "--database", "sqlite://"],
    ["serve", "--port", "70000"],
    ["serve", "--database", "mysql://x"],
    ["bot"],
    ["bot", "--connect", "nowhere", "--token", "x"],
    ["verify"],
    ["verify", "no such file"],
    ["admin"],
    ["admin", "list"],
    ["admin", "list", "--data", "no such folder"],
    ["admin", "backup", "x", "--database", "sqlite:///no such file"],
    ["admin", "dance"],
]


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_what_is_typed_wrongly(words: list[str], tmp_path: Path) -> None:
    done = run(tmp_path, *words)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_a_taken_port_is_one_clear_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run(tmp_path, "serve", "--no-open", "--port", str(port), "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"fivethreefive: port {port} is taken")
    assert done.stderr.count("\n") == 1


def test_help_loads_no_engine(tmp_path: Path) -> None:
    code = "import sys; from fivethreefive.cli import main; main(['serve', '--help'])"
    code += "; print('numba' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(tmp_path), check=True
    )
    assert done.stdout.endswith("False\n")

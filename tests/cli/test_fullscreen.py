"""The command itself in a pseudo-terminal: a whole game by keys, killed, resumed, left in the middle."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from fivethreefive.record import GameRecord, read_record
from fivethreefive.terminal.capabilities import LEAST_WIDTH
from support.app_driver import keys_of
from support.command_process import LONG, Terminal, environment, kept_games, legal_plays, plain, words

SENT = {"enter": "\r", "left": "\x1b[D"}
QUIT, INTERRUPT = "\x11", "\x03"
SLOW_BOT = """
import threading

class Slow:
    name = "slow"

    def act(self, observation, rng):
        threading.Event().wait()
"""


class Table:
    """The app in a pseudo-terminal; what is played is read from the record that it keeps."""

    def __init__(self, home: Path, *line: str, changes: dict[str, str] | None = None) -> None:
        self.home = home
        self.terminal = Terminal(home, "play", *line, changes=changes)

    @property
    def record(self) -> GameRecord:
        """The game as it is kept now."""
        return read_record(kept_games(self.home)[-1])

    def press(self, *keys: str) -> None:
        for key in keys:
            self.terminal.child.send(SENT.get(key, key))

    def wait(self, seconds: float = 0.01) -> None:
        """Read what the app draws meanwhile, so that it never has to wait for its reader."""
        try:
            self.terminal.child.expect(pexpect.TIMEOUT, timeout=seconds)
        except pexpect.EOF:
            pytest.fail(f"the app ended: {plain(self.terminal.child.before)[-2000:]}")

    def play_turn(self, person: int = 0) -> bool:
        """Play the person's turn, if it is; whether the game goes on."""
        game = self.record.game
        if game.is_over:
            return False
        events = len(game.events)
        if game.round.is_over:
            self.press("enter")
        elif game.round.turn == person:
            legal = game.round.legal_actions()
            self.press(*keys_of(legal[-1], legal))
        self._wait_for_more(events)
        return True

    def _wait_for_more(self, events: int) -> None:
        for _ in range(LONG * 20):
            if len(self.record.game.events) > events:
                return
            self.wait(0.05)
        pytest.fail(f"nothing happens: {self.record.game.events[-3:]}")


def test_a_whole_game_by_keys(tmp_path: Path) -> None:
    table = Table(tmp_path, *words("--seed 3 --players 3 --target 2 --bots greedy --pace 0 --name Dora"))
    table.terminal.until("Cirrus")
    while table.play_turn():
        pass
    # The screen tells the end as the record does.
    (winner,) = table.record.game.winners or ()
    name = table.record.header.names[winner]
    points = table.record.game.scores[winner]
    table.terminal.until_match(
        f"You win the game with {points} point"
        if winner == 0
        else f"{name} wins the game with {points} point"
    )
    table.terminal.until("Review")
    table.press(QUIT)
    rest, code = table.terminal.end()
    assert code == 0
    assert "See it again with:" in rest
    record = table.record
    assert record.complete
    assert [seat.name for seat in record.header.seats] == ["Dora", "Nimbus", "Cirrus"]


def test_a_killed_game_goes_on_in_the_app(tmp_path: Path) -> None:
    table = Table(tmp_path, *words("--seed 7 --pace 0 --bots greedy"))
    table.terminal.until("Zephyr")
    for _ in range(3):
        table.play_turn()
    table.terminal.child.kill(signal.SIGKILL)
    assert table.terminal.end()[1] == -signal.SIGKILL
    events = table.record.game.events
    again = Table(tmp_path, *words("--resume --pace 0"))
    again.terminal.until("Zephyr")
    again.play_turn()
    assert again.record.game.events[: len(events)] == events
    again.press(QUIT)
    rest, code = again.terminal.end()
    assert code == 0
    assert "This game is kept." in rest
    assert len(kept_games(tmp_path)) == 1


@pytest.mark.parametrize(("key", "code"), [(QUIT, 0), (INTERRUPT, 130)])
def test_leaving_while_a_bot_thinks_waits_for_nothing(key: str, code: int, tmp_path: Path) -> None:
    """The bot never answers: were it waited for, the process would not end."""
    (tmp_path / "slowbot.py").write_text(SLOW_BOT)
    line = words("--players 2 --bots slowbot:Slow --seat 1 --seed 1")
    table = Table(tmp_path, *line, changes={"PYTHONPATH": f"{tmp_path}:{':'.join(sys.path)}"})
    table.terminal.until("Nimbus")
    while table.record.game.round.turn == 1:
        table.play_turn(1)
    table.press("?", key)
    rest, found = table.terminal.end()
    assert found == code
    assert "This game is kept." in rest


BROKEN = {
    "dumb": ((24, 80), {"TERM": "dumb"}, "TERM=dumb"),
    "no UTF-8": ((24, 80), {"PYTHONIOENCODING": "ascii"}, "UTF-8"),
    "LC_ALL=C": ((24, 80), {"LC_ALL": "C"}, "(LC_ALL=C)"),
    "LC_ALL=POSIX": ((24, 80), {"LC_ALL": "POSIX"}, "(LC_ALL=POSIX)"),
    "LANG=C": ((24, 80), {"LANG": "C"}, "(LANG=C)"),
    "narrow": ((24, 20), {}, f"{LEAST_WIDTH} columns"),
    "low": ((10, 80), {}, "rows"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_terminal_that_cannot_gets_plain_lines_and_a_reason(name: str, tmp_path: Path) -> None:
    size, changes, reason = BROKEN[name]
    terminal = Terminal(tmp_path, *words("play --seed 2 --bots greedy"), size=size, changes=changes)
    shown = terminal.until("help): ")
    head = " ".join(shown.split())[:300]
    assert head.startswith("Plain lines, since ")
    assert reason in head
    assert "\x1b[?1049h" not in terminal.seen, "nothing fills the screen"
    terminal.type("a")
    terminal.until("help): ")
    terminal.child.sendeof()
    assert terminal.end()[1] == 0


def test_plain_lines_where_they_are_asked_for(tmp_path: Path) -> None:
    """A whole game by a script that reads only text, as a screen reader would."""
    terminal = Terminal(tmp_path, *words("play --plain --seed 4 --players 2 --target 1 --bots greedy"))
    while True:
        match = terminal.until_match(r"\(\? help\): |next round: |to stop: ")
        if "help" in match[0]:
            terminal.type(legal_plays(plain(terminal.child.before))[0])
        elif "next" in match[0]:
            terminal.type("")
        else:
            break
    terminal.type("")
    assert terminal.end()[1] == 0
    assert read_record(kept_games(tmp_path)[0]).complete
    assert "Plain lines" not in terminal.seen


@pytest.mark.parametrize(
    "line", ["rules", "stats --help", "play --plain --all-bots --bots greedy --target 1"]
)
def test_other_commands_do_without_textual(line: str, tmp_path: Path) -> None:
    code = f"""
import sys
from fivethreefive.cli import main
assert main({line.split()!r}) == 0
print("\\n", sorted(name for name in sys.modules if name.split(".")[0] == "textual"))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(tmp_path), check=True
    )
    assert done.stdout.endswith("[]\n"), done.stdout[-500:]


def test_colours_are_those_asked_for_and_none_where_none_is_wanted(tmp_path: Path) -> None:
    seen = {}
    for name, line, environ in (
        ("light", ["--theme", "light"], ""),
        ("grey", ["--theme", "dark"], "NO_COLOR"),
    ):
        home = tmp_path / name
        home.mkdir()
        changes = {"COLORTERM": "truecolor", **({environ: "1"} if environ else {})}
        table = Table(home, "--seed", "1", *line, changes=changes)
        table.terminal.until("Zephyr")
        table.press(QUIT)
        assert table.terminal.end()[1] == 0
        seen[name] = {*re.findall(r"38;2;(\d+);(\d+);(\d+)", table.terminal.seen)}
    assert any(len({*colour}) > 1 for colour in seen["light"])
    assert seen["grey"], "there are shades"
    assert all(len({*colour}) == 1 for colour in seen["grey"])

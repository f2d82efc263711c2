"""Programs that misbehave: each is ended, and the error says what it did."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from fivethreefive.bots.external import process as processes
from fivethreefive.bots.external import program as programs
from fivethreefive.bots.external.process import LAST_WORDS, Process, ProgramLost
from fivethreefive.protocol import LONGEST_MESSAGE
from support.bot_programs import PATIENT, RNG, bot_of, fails, observation, pids_in, program, wait_until_gone
from support.command_process import LONG
from support.paths import TESTS

FAULTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "exits at once": ("sys.exit(3)", "bot_exited", {"status": 3}),
    "exits when asked": ("hello(); hear(); sys.exit()", "bot_exited", {"status": 0}),
    "crashes": ("hello(); hear(); 1 / 0", "bot_exited", {"status": 1}),
    "dies": ("hello(); hear(); os.kill(os.getpid(), 9)", "bot_killed", {"signal": "SIGKILL"}),
    "closes its output": ("hello(); hear(); os.close(1); signal.pause()", "bot_closed_output", {}),
    "says no hello": ("say(type='act', turn=1, id=1, action='1'); hear()", "bot_not_understood", {}),
    "greets with nonsense": ("print('ready', flush=True); hear()", "bot_not_understood", {}),
    "speaks another version": ("say(type='hello', protocol=99); hear()", "bot_not_understood", {}),
    "writes without an end": (
        "hello()\nwhile True: sys.stdout.write('x' * 4096); sys.stdout.flush()", "bot_line_too_long", {},
    ),
    "writes one line that is too long": ("hello(); print('x' * 4097, flush=True); hear(); hear()",
                                         "bot_line_too_long", {"most": LONGEST_MESSAGE}),
    "floods": ("hello()\nwhile True: print('x', flush=True)", "bot_not_understood", {}),
    "floods before it greets": ("while True: print('x', flush=True)", "bot_not_understood", {}),
    "answers nonsense": ("hello(); hear()\nwhile True: print('{}', flush=True); hear()",
                         "bot_not_understood", {}),
    "answers bytes that are no text": (
        "hello()\nwhile True: os.write(1, b'\\xff\\xfe\\x00\\n'); hear()", "bot_not_understood", {},
    ),
    "says nothing but pings": ("hello()\nwhile True: say(type='ping', id=1); hear()",
                               "bot_not_understood", {}),
    "answers for another turn": (
        "hello(); hear()\nwhile True: say(type='act', turn=7, id=1, action='1'); hear()",
        "bot_not_understood", {},
    ),
    "answers what is illegal": ("hello(); message = hear()\nwhile True: act(message, 'pass'); hear()",
                                "bot_illegal", {}),
    "answers what is no action": ("hello(); message = hear()\nwhile True: act(message, 'zzz'); hear()",
                                  "bot_illegal", {}),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_program_that_misbehaves_is_ended_and_said_what_is_wrong(fault: str, tmp_path: Path) -> None:
    body, code, parameters = FAULTS[fault]
    pids = tmp_path / "pids"
    bot = bot_of(tmp_path, f"print(os.getpid(), file=open({str(pids)!r}, 'a'))\n" + body)
    error = fails(bot)
    assert error.code == code
    assert parameters.items() <= error.parameters.items()
    wait_until_gone(*pids_in(pids))


HANGS = {
    "says nothing": ("hello(); hear(); signal.pause()", "bot_late"),
    "never reads": ("say(type='hello', protocol=1); signal.pause()", "bot_late"),
    "closes its input": ("hello(); os.close(0); signal.pause()", "bot_late"),
    "floods standard error": ("hello()\nwhile True: os.write(2, b'x' * 4096)", "bot_late"),
    "pings slowly": ("hello(); hear(); say(type='ping', id=1); hear(); signal.pause()", "bot_late"),
    "ends no line": ("hello(); hear(); sys.stdout.write('{'); sys.stdout.flush(); signal.pause()",
                     "bot_late"),
    "says no hello": ("signal.pause()", "bot_silent"),
    "heeds no signal": ("""
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)
hello()
while True: signal.pause()
""", "bot_late"),
}  # fmt: skip


@pytest.mark.parametrize("hang", HANGS)
def test_a_program_that_hangs_has_its_time(
    hang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body, code = HANGS[hang]
    pids = tmp_path / "pids"
    if code == "bot_silent":
        monkeypatch.setattr(programs, "START", 0.5)
    bot = bot_of(tmp_path, f"print(os.getpid(), file=open({str(pids)!r}, 'a'))\n" + body, 0.25)
    error = fails(bot)
    assert (error.code, error.parameters["seconds"]) == (code, "0.5" if code == "bot_silent" else "0.25")
    assert len(error.parameters["stderr"]) <= LAST_WORDS
    wait_until_gone(*pids_in(pids))  # None, where a busy machine has not even begun it.


def test_the_last_of_standard_error_is_kept_and_told(tmp_path: Path) -> None:
    bot = bot_of(tmp_path, """
hello(); hear()
print("first " + "x" * 100_000, file=sys.stderr)
raise ValueError("no \\x1b[31m idea")
""")  # fmt: skip
    error = fails(bot)
    assert error.code == "bot_exited"
    assert len(error.parameters["stderr"]) == LAST_WORDS
    assert "first" not in error.parameters["stderr"]
    assert str(error).endswith("; the last line it wrote: ValueError: no \x1b[31m idea")
    assert error.sentence("es").endswith("; la última línea que escribió: ValueError: no \x1b[31m idea")


def test_what_it_writes_beside_its_answers_does_not_stop_it(tmp_path: Path) -> None:
    bot = bot_of(tmp_path, """
hello()
while (message := hear())["type"] != "bye":
    if message["type"] == "snapshot":
        os.write(2, b"x" * 300_000)
        act(message)
""")  # fmt: skip
    for _ in range(3):
        assert str(bot.act(observation(), RNG))
    bot.close()


def test_a_program_that_reads_nothing_is_not_written_to_for_ever(tmp_path: Path) -> None:
    process = Process([sys.executable, "-I", "-S", "-c", "import signal; signal.pause()"], LONGEST_MESSAGE)
    process.send(b"x" * 1_000_000)
    with pytest.raises(ProgramLost) as lost:
        process.line(time.monotonic() + 0.05, "bot_late")
    assert lost.value.code == "bot_late"
    process.end(gently=False)


CHILDREN = """
def child(pids=open({pids!r}, "a")):
    pid = os.fork()
    if pid == 0:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)
        while True: signal.pause()
    print(pid, file=pids, flush=True)
print(os.getpid(), file=open({pids!r}, "a"), flush=True)
child(); child()
"""
"""Two children that keep its pipes and heed no signal; their numbers and its own go to a file."""


@pytest.mark.parametrize("body", ["hello(); play()", "hello(); hear(); sys.exit(1)", "signal.pause()"])
def test_its_children_end_with_it_and_nobody_stays_a_zombie(
    body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "START", PATIENT if "hello" in body else 1.0)
    pids = tmp_path / "pids"
    bot = bot_of(tmp_path, CHILDREN.format(pids=str(pids)) + body)
    if "play" in body:
        bot.act(observation(), RNG)
        process = bot._process
        assert process is not None
        bot.close()
        assert (process._program.returncode, process._guard.returncode) == (0, -signal.SIGKILL)
    else:
        # Its children hold its standard output open, which so does not end with it.
        bot.limit = 0.5
        assert fails(bot).code in ("bot_late", "bot_silent")
    found = pids_in(pids)
    assert len(found) == 3 or body == "signal.pause()"
    wait_until_gone(*found)
    # What is ours has been waited for: its number is free again.
    for pid in found[:1]:
        with pytest.raises(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)


@pytest.mark.parametrize("heeds", ["end of input", "SIGTERM", "nothing"])
def test_close_asks_first_and_then_insists(
    heeds: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "LEAVE", 0.3 if heeds == "nothing" else PATIENT)
    if heeds == "SIGTERM":
        monkeypatch.setattr(processes, "LEAVE", 1.0)
    body = {
        "end of input": "hello(); play(); assert not sys.stdin.readline()",
        "SIGTERM": "hello(); act(hear()); hear()\nwhile True: signal.pause()",
        "nothing": "signal.signal(signal.SIGTERM, signal.SIG_IGN); hello(); act(hear())\n"
        "while True: signal.pause()",
    }[heeds]
    bot = bot_of(tmp_path, body)
    bot.act(observation(), RNG)
    process = bot._process
    assert process is not None
    bot.close()
    code = {"end of input": 0, "SIGTERM": -signal.SIGTERM, "nothing": -signal.SIGKILL}[heeds]
    assert process._program.returncode == code


def test_a_program_that_leaves_its_group_is_ended_all_the_same(tmp_path: Path) -> None:
    bot = bot_of(tmp_path, "os.setsid(); hello(); hear(); signal.pause()", 0.25)
    assert fails(bot).code == "bot_late"


def test_another_thread_can_cut_a_decision_short(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    os.mkfifo(asked)
    bot = bot_of(tmp_path, f"hello(); hear(); open({str(asked)!r}, 'w').close(); signal.pause()")

    def cut() -> None:
        asked.open().close()  # It has been asked by now.
        bot.kill()

    thread = threading.Thread(target=cut)
    thread.start()
    assert fails(bot).parameters["signal"] == "SIGKILL"
    thread.join()


def test_ctrl_c_in_a_decision_leaves_no_answer_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = bot_of(tmp_path, "hello(); play()")
    bot.act(observation(), RNG)

    def interrupted(*_: Any) -> bytes:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Process, "line", interrupted)
        with pytest.raises(KeyboardInterrupt):
            bot.act(observation(), RNG)
    assert bot._process is None
    seen = observation(seed=9)
    assert bot.act(seen, RNG) == seen.legal[-1]
    bot.close()


PARENT = """
import os, signal, sys
import numpy as np
sys.path.insert(0, {tests!r})
from fivethreefive.bots import make_bot
from support.bot_programs import observation
bot = make_bot({bot!r}, 30)
bot.act(observation(), np.random.default_rng(0))
print(bot._process._guard.pid, file=open({pids!r}, "a"), flush=True)
print("playing", flush=True)
{end}
"""


@pytest.mark.parametrize("end", ["signal.pause()", "sys.exit()", "os._exit(0)"])
def test_a_program_ends_with_the_process_that_asks_it(end: str, tmp_path: Path) -> None:
    """Killed, at its own end, or at an end that cleans nothing up: nothing is left running."""
    pids = tmp_path / "pids"
    stubborn = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
hello(); act(hear())
while True: signal.pause()
"""
    bot = program(tmp_path, CHILDREN.format(pids=str(pids)) + stubborn)
    text = PARENT.format(tests=str(TESTS), bot=bot, pids=str(pids), end=end)
    with subprocess.Popen([sys.executable, "-c", text], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"playing\n"
        found = pids_in(pids)
        assert len(found) == 4
        if "pause" in end:
            parent.kill()
        parent.wait(LONG)
    wait_until_gone(*found)

"""Bots from outside: programs that play whole games, and every way in which one may misbehave."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import jsonschema
import numpy as np
import pytest

from fivethreefive import Game, Round, Rules, determinize
from fivethreefive.bots import is_external, make_bot
from fivethreefive.bots.base import close_bot
from fivethreefive.bots.external import process as processes
from fivethreefive.bots.external import program as programs
from fivethreefive.bots.external.process import LAST_WORDS, Lost, Process
from fivethreefive.bots.external.program import ANSWERS, ProgramBot
from fivethreefive.bots.fallback import Backed, fallback
from fivethreefive.language import BotFailed, FiveThreeFiveError, InvalidInput
from fivethreefive.protocol import LONGEST_MESSAGE, PROTOCOL, encode, schema
from fivethreefive.referee import play_game
from fivethreefive.rules.seeding import player_rng
from fivethreefive.table import Presence, decision_view, view
from support.bot_programs import observation, pids_in, program, wait_until_gone
from support.command_process import LONG
from support.paths import TESTS
from support.table_players import new_table
from support.table_players import play_game as play_table

RNG = np.random.default_rng(0)
PATIENT = 30.0
"""Seconds a decision where a test does not wait for them to pass."""


def bot_of(folder: Path, body: str, limit: float = PATIENT) -> ProgramBot:
    bot = make_bot(program(folder, body), limit)
    assert isinstance(bot, ProgramBot)
    return bot


def fails(bot: Any, **changes: Any) -> BotFailed:
    """How a bot fails that is asked once; it leaves nothing running."""
    with pytest.raises(BotFailed) as failed:
        bot.act(observation(**changes), RNG)
    error = failed.value
    assert error.parameters["bot"] == bot.name
    assert bot.name in str(error)
    assert getattr(bot, "_process", None) is None
    return error


# Playing


@pytest.mark.parametrize("rules", [Rules(2, format="two_hands"), Rules(4, target=5)])
def test_programs_play_a_whole_game(rules: Rules, tmp_path: Path) -> None:
    bots = [make_bot(program(tmp_path), PATIENT) for _ in range(rules.players - 1)] + [make_bot("greedy")]
    game = play_game(Game(rules, seed=5), bots, [player_rng(1, seat) for seat in range(rules.players)])
    assert game.is_over

    class Last:
        def act(self, seen: Any, _rng: Any) -> Any:
            return seen.legal[-1]

    same: list[Any] = [Last()] * (rules.players - 1) + [make_bot("greedy")]
    twin = play_game(Game(rules, seed=5), same, [player_rng(1, seat) for seat in range(rules.players)])
    assert game.events == twin.events
    for bot in bots:
        close_bot(bot)


def test_what_is_said_keeps_to_the_protocol_and_its_schema(tmp_path: Path) -> None:
    bot = bot_of(tmp_path, f"""
heard = open({str(tmp_path / "heard")!r}, "w")
def hear(listen=hear):
    message = listen()
    print(json.dumps(message), file=heard, flush=True)
    return message
hello()
act(hear(), "zzz")
hear()
say(type="ping", id=4)
hear()
say(type="act", turn=1, id=5, action="2")
while hear()["type"] != "bye":
    pass
""")  # fmt: skip
    seen = observation(seed=3)
    assert 2 in seen.hand
    assert str(bot.act(seen, RNG)) == "2"
    bot.close()
    heard = [json.loads(line) for line in (tmp_path / "heard").read_text().splitlines()]
    whole = schema()
    whole.pop("oneOf")
    for message in heard:
        jsonschema.validate(message, whole | {"$ref": "#/$defs/Reply"})
    kinds = [message["type"] for message in heard]
    assert kinds == ["welcome", "snapshot", "refused", "refused", "done", "bye"]
    welcome, snapshot, illegal, unwanted, done, bye = heard
    assert (welcome["protocol"], welcome["seat"], welcome["token"]) == (PROTOCOL, None, None)
    assert welcome["limits"] == {
        "decision_ms": PATIENT * 1000, "message_bytes": LONGEST_MESSAGE, "answers": ANSWERS,
    }  # fmt: skip
    assert snapshot["view"] == json.loads(encode(decision_view(seen, 1, round(PATIENT * 1000))))
    assert snapshot["view"]["can"]["act"]
    assert (illegal["id"], illegal["code"]) == (1, "not_cards")
    assert illegal["sentence"]
    assert (unwanted["id"], unwanted["code"]) == (4, "not_now")
    assert (done["id"], bye["code"], bye["retry"]) == (5, "closed", False)


def test_an_illegal_answer_is_refused_with_its_rule_in_the_program_s_language(tmp_path: Path) -> None:
    bot = bot_of(tmp_path, f"""
say(type="hello", protocol=1, language="nl")
hear()
message = hear()
act(message, "pass")
refused = hear()
open({str(tmp_path / "refused")!r}, "w").write(refused["rule"] + refused["sentence"])
act(message)
hear()
""")  # fmt: skip
    seen = observation()
    assert bot.act(seen, RNG) == seen.legal[-1]
    refused = (tmp_path / "refused").read_text()
    assert refused == "R9er ligt niets op tafel: wie uitkomt moet spelen (R9)"
    bot.close()


def test_a_program_is_told_nothing_that_its_seat_may_not_know() -> None:
    """The cards it cannot see are dealt anew, and every byte stays the same."""
    rules = Rules(4)
    game = Round.deal(rules, 7)
    for turn in range(30):
        if game.is_over:
            break
        seen = game.observe(game.turn)
        hands = determinize(seen, turn)
        twin = Round(
            rules, hands, game.turn if seen.last is None else seen.last,
            table=seen.table, turn=seen.turn, last=seen.last, passed=seen.passed,
        )  # fmt: skip
        told = encode(decision_view(seen, turn, 1000))
        other = twin.observe(seen.turn)
        assert hands[seen.turn] == other.hand
        assert json.loads(told)["observation"]["hand"] == list(other.hand)
        said = json.loads(told)
        assert [hand for hand in said["hands"] if hand is not None] == [list(seen.hand)]
        assert said["observation"]["shown"] is None
        assert said["fair"] == {"commitment": None, "round": 1, "reveals": []}
        assert not {"seed", "deal_seed", "secret"} & set(said) | {"seed"} & set(said["observation"])
        game.apply(seen.legal[-1])


@pytest.mark.parametrize("players", [2, 5])
def test_a_program_s_view_tells_of_the_trick_what_a_table_s_does(players: int) -> None:
    session = new_table(Rules(players), people=2)
    table, compared = session.table, 0
    for _ in play_table(session, players):
        if table.phase != "playing":
            continue
        seat = table.games[-1].game.round.turn
        theirs = view(table, seat, Presence())
        assert theirs.observation is not None
        ours = decision_view(theirs.observation, theirs.turn_number, 1000)
        for field in ("you", "turn_number", "beats", "laid_by", "trick", "last_trick", "last_trick_end",
                      "hands", "observation", "phase"):  # fmt: skip
            assert getattr(ours, field) == getattr(theirs, field), field
        compared += 1
    assert compared > 30


def test_a_program_is_asked_in_the_middle_of_a_trick_that_has_no_history() -> None:
    round_ = Round(Rules(2), [[1, 4], [3, 5, 9]], 0, table=[2, 3], turn=1, last=0)
    assert decision_view(round_.observe(1), 1, 1000).laid_by == (0, 0)


def test_it_starts_late_and_again_after_its_end(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    bot = bot_of(tmp_path, f"print(os.getpid(), file=open({str(pids)!r}, 'a')); hello(); play()")
    bot.close()
    assert not pids.exists()
    for _ in range(2):
        bot.act(observation(), RNG)
    first = pids_in(pids)
    assert len(first) == 1
    bot.close()
    wait_until_gone(*first)
    bot.close()
    bot.act(observation(), RNG)
    assert len(pids_in(pids)) == 2
    bot.close()


# Misbehaving


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
    assert str(error).endswith("; the last it wrote: ValueError: no \x1b[31m idea")
    assert error.sentence("es").endswith("; lo último que ha escrito: ValueError: no \x1b[31m idea")


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
    with pytest.raises(Lost) as lost:
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


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("", "no_command"),
        ("  ", "no_command"),
        ("'", "not_a_command"),
        ("a\0b", "not_a_command"),
        ("./no-such-program", "no_such_program"),
        ("no-such-program-anywhere --level 3", "no_such_program"),
    ],
)
def test_what_is_no_command_is_said_before_anything_runs(command: str, code: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        make_bot(f"cmd:{command}")
    assert refused.value.code == code


def test_a_command_line_is_split_without_a_shell_and_relative_to_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, f"open({str(tmp_path / 'words')!r}, 'w').write(repr(sys.argv[1:])); hello(); play()")
    (tmp_path / "mybot").write_text(f'#!/bin/sh\nexec {sys.executable} -I -S bot.py "$@"\n')
    (tmp_path / "mybot").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    bot = make_bot("cmd:./mybot --level 3 'a b' $HOME;ls *")
    bot.act(observation(), RNG)
    close_bot(bot)
    assert (tmp_path / "words").read_text() == repr(["--level", "3", "a b", "$HOME;ls", "*"])
    assert bot.name == "cmd:./mybot --level 3 'a b' $HOME;ls *"


def test_a_program_that_cannot_be_started_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "mybot").write_text("#!/no/such/interpreter\n")
    (tmp_path / "mybot").chmod(0o755)
    error = fails(make_bot(f"cmd:{tmp_path / 'mybot'}"))
    assert error.code == "bot_not_started"


def test_the_house_decides_where_a_bot_fails(tmp_path: Path) -> None:
    told: list[BotFailed] = []
    bot = Backed(bot_of(tmp_path, "sys.exit(3)"), told.append)
    seen = observation()
    assert bot.act(seen, RNG) == fallback(seen)
    assert [error.code for error in told] == ["bot_exited"]
    assert bot.name.startswith("cmd:")
    bot.close()


def test_a_decision_that_is_cut_short_is_no_failure_to_tell_of(tmp_path: Path) -> None:
    told: list[BotFailed] = []
    bot = Backed(bot_of(tmp_path, "hello(); hear(); sys.exit()"), told.append)
    bot.kill()
    with pytest.raises(BotFailed):
        bot.act(observation(), RNG)
    assert told == []


def test_only_names_of_the_house_are_not_from_outside() -> None:
    assert not any(map(is_external, ["greedy", "search:100ms", "nobody", ""]))
    assert all(map(is_external, ["cmd:x", "a.b:C", "cmd:"]))
    error = BotFailed("bot_late", bot="x", seconds=1, told=FiveThreeFiveError("bot_told", line="y"))
    import pickle

    assert str(pickle.loads(pickle.dumps(error))) == str(error)

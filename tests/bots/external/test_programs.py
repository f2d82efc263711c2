"""Bots from outside: programs that play whole games, and every way in which one may misbehave."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from fivethreefive import Game, Round, Rules, determinize
from fivethreefive.bots import is_external, make_bot
from fivethreefive.bots.base import close_bot
from fivethreefive.bots.external.program import ANSWERS
from fivethreefive.bots.fallback import BotWithFallback, fallback
from fivethreefive.language import BotFailed, FiveThreeFiveError, InvalidInput
from fivethreefive.protocol import LONGEST_MESSAGE, PROTOCOL, encode, schema
from fivethreefive.referee import play_game
from fivethreefive.rules.seeding import player_rng
from fivethreefive.table import Presence, decision_view, view
from support.bot_programs import PATIENT, RNG, bot_of, fails, observation, pids_in, program, wait_until_gone
from support.table_players import new_table
from support.table_players import play_game as play_table

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
    assert refused == "R9er ligt niets op tafel: wie uitkomt, moet spelen (R9)"
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
        nothing: dict[str, Any] = {"commitment": None, "commitments": [], "closed": False, "reveals": []}
        assert said["fair"] == {"round": 1, "scheme": 1, **nothing}
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
    bot = BotWithFallback(bot_of(tmp_path, "sys.exit(3)"), told.append)
    seen = observation()
    assert bot.act(seen, RNG) == fallback(seen)
    assert [error.code for error in told] == ["bot_exited"]
    assert bot.name.startswith("cmd:")
    bot.close()


def test_a_decision_that_is_cut_short_is_no_failure_to_tell_of(tmp_path: Path) -> None:
    told: list[BotFailed] = []
    bot = BotWithFallback(bot_of(tmp_path, "hello(); hear(); sys.exit()"), told.append)
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

"""docs/host/fair-deals.md, followed to the letter by code that shares nothing with the server's."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from fivethreefive import InvalidRecord, Rules
from fivethreefive.server.http.export import check_fair, fair_file, finished_game, record_file
from fivethreefive.state import Dealt
from fivethreefive.table import Session, commands
from fivethreefive.table.deals.fair_deals import commitment_of, deal
from support.command_process import run
from support.random_play import EVERY_KIND
from support.table_players import new_table, play_game

GIVEN, OTHER = b"\x0a" * 32, b"\x0b" * 32
"""Contributions that were drawn with a fair coin."""


def commit(session: Session, seat: int, value: bytes) -> None:
    """Commit to a contribution of a seat."""
    commands.commit_contribution(session, seat, sha256(value).hexdigest(), 0)


def words(secret: bytes, contributions: list[str], scheme: int) -> Iterator[int]:
    start = secret
    for text in contributions:
        if scheme == 1:
            start += text.encode("utf-8") + bytes([0])
        else:
            start += bytes([1 if text else 0]) + bytes(
                int(text[place : place + 2], 16) for place in range(0, len(text), 2)
            )
    k = 0
    while True:
        digits = sha256(start + bytes([k >> 24 & 255, k >> 16 & 255, k >> 8 & 255, k & 255])).hexdigest()
        yield from (int(digits[8 * i : 8 * i + 8], 16) for i in range(8))
        k += 1


def below(source: Iterator[int], n: int) -> int:
    while True:
        high, low = divmod(next(source) * n, 4294967296)
        if low >= (4294967296 - n) % n:
            return high


def dealt_again(
    rules: Rules,
    secret: bytes,
    contributions: list[str],
    leader: int | None,
    without: list[int],
    scheme: int = 2,
) -> tuple[int, tuple[tuple[int, ...], ...]]:
    source = words(secret, contributions, scheme)
    if leader is None:
        leader = below(source, rules.players)
    deck = [rank for rank in sorted(rules.ranks) for _ in range(rules.copies)]
    for card in without:
        deck.remove(card)
    hands = []
    for _ in range(rules.players):
        hand = []
        for _ in range(rules.deal):
            place = below(source, len(deck))
            hand.append(deck[place])
            deck[place] = deck[0]
            del deck[0]
        hands.append(tuple(sorted(hand)))
    return leader, tuple(hands)


@pytest.mark.parametrize("rules", EVERY_KIND.values(), ids=EVERY_KIND.keys())
def test_every_deal_of_a_table_can_be_dealt_again(rules: Rules) -> None:
    session = new_table(rules, people=2, start=False)
    commit(session, 1, GIVEN)
    commands.start(session, 0, 0, online={0, 1})
    commands.reveal_contribution(session, 1, GIVEN.hex(), 0)
    for _ in play_game(session, 3):
        if session.table.phase == "round_over":
            commit(session, 0, OTHER)
            commands.begin_deal(session, {0}, 0)
            commands.reveal_contribution(session, 0, OTHER.hex(), 0)
    played = session.table.games[0]
    dealt = [event for event in played.game.events if isinstance(event, Dealt)]
    assert len(dealt) == len(played.reveals) >= 1
    assert played.reveals[0].contributions[:2] == ("", GIVEN.hex())
    assert all(reveal.contributions[:2] == (OTHER.hex(), "") for reveal in played.reveals[1:])
    for reveal, event in zip(played.reveals, dealt, strict=True):
        secret = bytes.fromhex(reveal.secret)
        assert sha256(secret).hexdigest() == reveal.commitment
        hashes = [
            sha256(bytes.fromhex(given)).hexdigest() if given else "" for given in reveal.contributions
        ]
        assert (reveal.scheme, [*reveal.commitments]) == (2, hashes)
        first = event.round == 1
        without = [] if first or rules.format == "target" else [c for hand in dealt[0].hands for c in hand]
        leader = None if first else event.leader
        assert dealt_again(rules, secret, [*reveal.contributions], leader, without) == (
            event.leader,
            event.hands,
        )


def test_cards_and_leaders_are_dealt_evenly() -> None:
    leaders: Counter[int] = Counter()
    firsts: Counter[int] = Counter()
    for number in range(3000):
        leader, hands = deal(Rules(3), number.to_bytes(32, "big"), ["", "", ""], scheme=2)
        leaders[leader] += 1
        firsts.update(hands[2])
    assert max(leaders.values()) - min(leaders.values()) < 200
    assert max(firsts.values()) - min(firsts.values()) < 500


def test_a_contribution_changes_the_deal() -> None:
    secret = bytes(32)
    texts = (["", ""], ["a", ""], ["", "a"], ["aa", ""], ["a", "a"])
    a, b = GIVEN.hex(), OTHER.hex()
    revealed = (["", ""], [a, ""], ["", a], [b, ""], [a, a], [a, b])
    assert len({deal(Rules(2), secret, given, scheme=1) for given in texts}) == 5
    assert len({deal(Rules(2), secret, given, scheme=2) for given in revealed}) == 6


@pytest.fixture(scope="module")
def fair() -> bytes:
    session = new_table(Rules(2), people=1, start=False)
    commit(session, 0, GIVEN)
    commands.start(session, 0, 0, online={0})
    commands.reveal_contribution(session, 0, GIVEN.hex(), 0)
    for _ in play_game(session, 1):
        pass
    return fair_file(finished_game(session.table, None))


def test_a_fair_game_is_verified(fair: bytes, tmp_path: Path) -> None:
    rounds, open_texts, withheld = check_fair(fair, "x")
    assert (open_texts, withheld) == ((), ())
    assert rounds == len(json.loads(fair)["reveals"]) > 1
    path = tmp_path / "game.fair.json"
    path.write_bytes(fair)
    done = run(tmp_path, "verify", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert str(rounds) in done.stdout
    piped = run(tmp_path, "verify", "-", typed=fair.decode())
    assert (piped.returncode, piped.stdout) == (0, done.stdout)


def other_digit(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def _swap_hands(game: dict[str, Any]) -> None:
    dealt = json.loads(game["record"][1])
    dealt["hands"].reverse()
    dealt["leader"] = 1 - dealt["leader"]
    game["record"][1] = json.dumps(dealt, separators=(",", ":"))
    del game["record"][2:]
    del game["reveals"][1:]


CHANGES = [
    (
        "wrong_commitment",
        lambda game: game["reveals"][0].update(secret=other_digit(game["reveals"][0]["secret"])),
    ),
    ("wrong_commitment", lambda game: game["reveals"][0].update(secret="zz")),
    ("wrong_commitment", lambda game: game["reveals"][1].update(commitment="0" * 64)),
    ("reveals_not_rounds", lambda game: game["reveals"].pop()),
    ("reveals_not_rounds", lambda game: game["reveals"][0].update(contributions=[])),
    ("wrong_contribution", lambda game: game["reveals"][0].update(contributions=["x", ""])),
    ("wrong_contribution", lambda game: game["reveals"][0].update(contributions=[OTHER.hex(), ""])),
    ("wrong_contribution", lambda game: game["reveals"][0].update(commitments=["", ""])),
    ("wrong_contribution", lambda game: game["reveals"][1].update(contributions=["", GIVEN.hex()])),
    ("reveals_not_rounds", lambda game: game["reveals"][0].update(commitments=[])),
    ("reveals_not_rounds", lambda game: game["reveals"][0].update(scheme=3)),
    ("reveals_not_rounds", lambda game: game["reveals"][0].update(scheme=1)),
    ("wrong_deal", lambda game: game["reveals"][0].update(contributions=["", ""])),
    ("wrong_deal", _swap_hands),
    ("not_a_fair_game", lambda game: game.update(version=3)),
    ("not_a_fair_game", lambda game: game.update(record=game["record"] * 2)),
    ("bad_line", lambda game: game["record"].pop(2)),
    ("game_not_ended", lambda game: game["record"].pop()),
    ("game_not_ended", lambda game: game.update(record=game["record"][:-2])),
    ("game_not_ended", lambda game: game.update(record=game["record"][:3], reveals=game["reveals"][:1])),
]


@pytest.mark.parametrize(("code", "change"), CHANGES)
def test_a_game_that_was_tampered_with_is_refused(
    code: str, change: Any, fair: bytes, tmp_path: Path
) -> None:
    game = json.loads(fair)
    change(game)
    data = json.dumps(game).encode()
    with pytest.raises(InvalidRecord) as refused:
        check_fair(data, "x")
    assert refused.value.code == code
    path = tmp_path / "game.fair.json"
    path.write_bytes(data)
    assert run(tmp_path, "verify", str(path)).returncode == 1


def test_another_secret_with_its_own_hash_is_refused(fair: bytes) -> None:
    game = json.loads(fair)
    secret = b"\1" * 32
    game["reveals"][0].update(secret=secret.hex(), commitment=commitment_of(secret))
    with pytest.raises(InvalidRecord) as refused:
        check_fair(json.dumps(game).encode(), "x")
    assert refused.value.code == "wrong_deal"


def test_the_record_is_one_of_the_package(fair: bytes, tmp_path: Path) -> None:
    session = new_table(Rules(2), people=1)
    for _ in play_game(session, 1):
        pass
    path = tmp_path / "game.jsonl"
    path.write_bytes(record_file(session.table.games[0]))
    assert run(tmp_path, "check", str(path)).returncode == 0
    assert b'"bot":"greedy"' in path.read_bytes().splitlines()[0]


def test_a_file_of_an_earlier_version_is_verified_and_says_what_it_leaves_open(tmp_path: Path) -> None:
    """Its contributions are open texts; the last one could have been chosen for its deal."""
    path = Path(__file__).parent / "version_1/fair.json"
    data = path.read_bytes()
    rounds, open_texts, withheld = check_fair(data, "x")
    assert (rounds, open_texts, withheld) == (len(json.loads(data)["reveals"]), (1,), ())
    done = run(tmp_path, "verify", str(path))
    assert done.returncode == 0
    assert "Round 1 has open contributions" in done.stdout


def test_a_contribution_that_was_withheld_is_told(tmp_path: Path) -> None:
    session = new_table(Rules(2), people=2, start=False)
    commit(session, 0, GIVEN)
    commit(session, 1, OTHER)
    commands.start(session, 0, 0, online={0, 1})
    commands.reveal_contribution(session, 0, GIVEN.hex(), 0)
    commands.deal(session, 0)  # The time is out.
    for _ in play_game(session, 1):
        pass
    path = tmp_path / "game.fair.json"
    path.write_bytes(fair_file(finished_game(session.table, None)))
    assert check_fair(path.read_bytes(), "x").withheld == ((1, 1),)
    assert "seat 1" in run(tmp_path, "verify", str(path)).stdout

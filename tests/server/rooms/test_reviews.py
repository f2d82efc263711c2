"""The review of a finished game over HTTP: when there is one, what it holds, and how often it is made."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fivethreefive import InvalidInput, Rules
from fivethreefive.analysis import Adviser, review
from fivethreefive.server.limits import ServerLimits
from fivethreefive.server.rooms import reviews
from fivethreefive.server.rooms.reviews import MOST_UNDER_WAY, Reviews
from fivethreefive.server.workers import analysis_jobs
from fivethreefive.state import GameEvent
from fivethreefive.table.state import PlayedGame
from support.asgi_client import Wire, with_wire
from support.table_players import Quick, new_table, play_game

FEW = 200


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    adviser = Adviser(FEW)
    monkeypatch.setattr(analysis_jobs, "_adviser", lambda: adviser)


async def table(wire: Wire, seed: int = 1, *, play: bool = True) -> str:
    """The code of a table where A has played a short game, at random."""
    asked = {"name": "A", "bots": [None, "easy"], "rules": {"players": 2, "target": 5}, "start": True}
    _, created = await wire.ask("/api/tables", asked)
    room = await wire.hub.find_room(created["code"])
    assert room is not None
    if play:
        for _ in play_game(room.session, seed):
            pass
        await room.commit()
    return str(created["code"])


async def reviewed(wire: Wire, path: str, **where: str) -> tuple[list[Any], Any]:
    """Ask until the review is there: what was said of its progress, and the review."""
    waited = []
    while (answer := await wire.ask(path, **where))[0] == 202:
        waited.append(answer[1])
        await asyncio.sleep(0)
        wire.clock.time += 1000
    assert answer[0] == 200, answer
    return waited, answer[1]


def test_a_review_is_what_an_analysis_finds(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        code = await table(wire)
        path = f"/api/tables/{code}/review"
        waited, body = await reviewed(wire, path)
        assert waited[0] == {"done": 0, "all": 0}
        room = await wire.hub.find_room(code)
        assert room is not None
        found = review(room.table.games[0].game, 0, FEW)
        assert [one["done"] for one in waited] == sorted(one["done"] for one in waited)
        assert {one["all"] for one in waited} == {0, len(found.decisions)}
        assert body["game"] == 1
        assert body["winners"] == [*(found.game.winners or ())]
        assert body["decisions"] == len(found.decisions)
        assert [one["name"] for one in body["players"]] == ["A", "Nimbus"]
        for seat, one in enumerate(body["players"]):
            assert one["points"] == found.game.scores[seat]
            assert one["luck"] == pytest.approx(found.luck(seat), abs=1e-3)
            assert (one["cost"], one["cost_error"]) == pytest.approx(found.cost(seat), abs=1e-3)
            assert one["mistakes"] == sum(other.seat == seat for other in found.mistakes)
        assert [one["points"] for one in body["rounds"]] == [[*one.points] for one in found.rounds]
        assert len(body["mistakes"]) == len(found.mistakes) > 0
        marked = {(one["round"], one["action"]): one["played"]["cost"] for one in body["mistakes"]}
        costs = {(one["round"], one["action"]): one["cost"] for one in body["costs"]}
        assert list(costs) == [(one.round, one.number) for one in found.decisions]
        assert costs.items() >= marked.items()
        assert all(costs[one.round, one.number] == 0 for one in found.decisions if one.played.as_good)
        for told, one in zip(body["mistakes"], found.mistakes, strict=True):
            assert (told["round"], told["action"], told["seat"]) == (one.round, one.number, one.seat)
            assert told["hand"] == [*one.observation.hand]
            assert told["played"]["action"]["id"] == one.played.action.id
            ahead = [round(each.ahead, 2) for each in (one.best, one.played)]
            assert [told[which]["ahead"] for which in ("best", "played")] == ahead
            assert told["played"]["cost"] == round(ahead[0] - ahead[1], 2)
        assert (await wire.ask(path))[1] == body
        assert (await wire.ask(f"{path}?game=1"))[1] == body

    with_wire(tmp_path, play)


def test_only_finished_games_are_reviewed(tmp_path: Path) -> None:
    async def play(wire: Wire) -> None:
        code = await table(wire, play=False)
        for path in ("review", "review?game=1"):
            status, problem = await wire.ask(f"/api/tables/{code}/{path}")
            assert (status, problem["code"]) == (404, "no_game_yet")
        over = await table(wire)
        for number in ("0", "2", "x", "-1", "999999"):
            status, problem = await wire.ask(f"/api/tables/{over}/review?game={number}")
            assert (status, problem["code"]) == (404, "no_game_yet")
        assert (await wire.ask("/api/tables/XXXXXX/review"))[1]["code"] == "no_such_table"

    with_wire(tmp_path, play)


def test_a_review_is_made_once_and_an_address_may_have_so_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    real = analysis_jobs.conclude_review

    def counted(told: analysis_jobs.ReviewTask) -> bytes:
        made.append(told.game)
        return real(told)

    monkeypatch.setattr(analysis_jobs, "conclude_review", counted)

    async def play(wire: Wire) -> None:
        codes = [await table(wire, seed) for seed in range(3)]
        wire.context.reviews.size = 2
        wire.context.reviews.rate = 0
        for code in codes[:2]:
            await reviewed(wire, f"/api/tables/{code}/review")
        status, problem = await wire.ask(f"/api/tables/{codes[2]}/review")
        assert (status, problem["code"]) == (429, "too_many")
        assert (await wire.ask(f"/api/tables/{codes[0]}/review"))[0] == 200, "what is there costs nothing"
        await reviewed(wire, f"/api/tables/{codes[2]}/review", address="10.0.0.2")
        assert len(made) == 3

    with_wire(tmp_path, play)
    assert ServerLimits.reviews > 2


def finished(seed: int) -> PlayedGame:
    session = new_table(Rules(2, target=5))
    for _ in play_game(session, seed):
        pass
    return session.table.games[0]


def test_reviews_have_a_bound_and_one_that_failed_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_KEPT", 2)
    played = finished(1)

    class Busy(Quick):
        busy = False

        async def judge(self, events: Sequence[GameEvent], first: int) -> analysis_jobs.JudgedDecisions:
            if self.busy:
                raise InvalidInput("too_busy")
            return await super().judge(events, first)

    async def work() -> None:
        workers = Busy()
        kept = Reviews(workers)
        keys = [("BCDFGH", number) for number in range(MOST_UNDER_WAY + 1)]
        for key in keys[:-1]:
            kept.start(key, played)
        with pytest.raises(InvalidInput) as refused:
            kept.start(keys[-1], played)
        assert refused.value.code == "too_busy"
        await asyncio.gather(*kept._tasks)
        assert [isinstance(kept.find(key), bytes) for key in keys] == [False] * 6 + [True] * 2 + [False]
        workers.busy = True
        kept.start(keys[0], played)
        await asyncio.gather(*kept._tasks)
        assert kept.find(keys[0]) is None
        workers.busy = False
        kept.start(keys[0], played)
        await asyncio.gather(*kept._tasks)
        assert isinstance(kept.find(keys[0]), bytes)
        kept.start(keys[1], played)
        await kept.close()
        assert kept.find(keys[1]) is None

    asyncio.run(work())

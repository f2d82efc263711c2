"""The server over HTTP: the page, tables made and summed up, records replayed, and what is refused."""

from __future__ import annotations

import json
import re
from http.client import HTTPConnection

import pytest

from fivethreefive.protocol import (
    LONGEST_RECORD,
)
from fivethreefive.server.limits import ServerLimits
from support.command_process import LONG
from support.record_files import illegal, recorded
from support.server_process import Running

# Over HTTP


def test_health_metrics_and_headers(server: Running) -> None:
    status, headers, body = server.ask("GET", "/healthz")
    assert (status, body) == (200, b"ok\n")
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    server.create()
    _, _, metrics = server.ask("GET", "/metrics")
    assert re.search(rb"^fivethreefive_tables_total [1-9]", metrics, re.MULTILINE)


@pytest.mark.parametrize("path", ["/", "/t/BCDFGH", "/replay/x", "/rules"])
def test_the_page_is_served_or_says_how_to_get_it(server: Running, path: str) -> None:
    status, headers, body = server.ask("GET", path)
    assert status == 200
    assert headers["content-type"].startswith("text/html")
    assert b"<html" in body.lower()


@pytest.mark.parametrize(
    "path", ["/../../etc/passwd", "/..%2f..%2fetc/passwd", "/assets/%00", "/%2e%2e/app.py"]
)
def test_nothing_outside_the_page_is_served(server: Running, path: str) -> None:
    _, _, body = server.ask("GET", path)
    assert b"root:" not in body
    assert b"import" not in body


def test_a_table_is_made_and_summed_up(server: Running) -> None:
    created = server.create(name="Ana", bots=[None, "easy"], rules={"players": 3}, clock="quick")
    assert created["link"] == f"/t/{created['code']}"
    status, _, body = server.ask("GET", f"/api/tables/{created['code'].lower()}")
    summary = json.loads(body)
    assert (status, summary["phase"]) == (200, "waiting")
    assert [seat["kind"] for seat in summary["seats"]] == ["person", "bot", "empty"]
    assert created["token"] not in body.decode()
    assert server.ask("GET", f"/api/tables/{created['code']}/record")[0] == 404
    assert server.ask("GET", "/api/config")[0] == 200


BODIES = [b"", b"{", b"[]", b"null", b'{"players":3}', b'{"rules":{"players":9}}',
          b'{"rules":{"colour":1}}',
          b'{"bots":["godlike"]}', b'{"name":"\\u202e"}', b"[" * 9000, b"x" * 20_000]  # fmt: skip


@pytest.mark.parametrize("body", BODIES)
def test_what_makes_no_table_is_refused(server: Running, body: bytes) -> None:
    status, _, answer = server.ask("POST", "/api/tables", body, **{"Accept-Language": "nl,en"})
    assert status == 400
    assert {"code", "rule", "sentence"} == json.loads(answer).keys()


def test_other_pages_may_make_no_table(server: Running) -> None:
    status, _, _ = server.ask("POST", "/api/tables", {}, Origin="http://evil.example")
    assert status == 403
    own = f"http://127.0.0.1:{server.port}"
    assert server.ask("POST", "/api/tables", {}, Origin=own)[0] == 201


def test_a_record_is_replayed(server: Running) -> None:
    status, _, body = server.ask("POST", "/api/replay?game=2", recorded(3))
    replay = json.loads(body)
    assert (status, replay["game"], replay["games"], replay["complete"]) == (200, 2, 3, True)
    assert [step["event"]["event"] for step in replay["steps"]] == [
        "round_dealt", "moved", "round_over", "game_over",
    ]  # fmt: skip
    assert replay["steps"][1]["hands"] == [[], [8]]


@pytest.mark.parametrize(
    ("data", "path", "status", "code"),
    [
        (illegal(recorded(1)), "", 400, "bad_line"),
        (b"\x89PNG", "", 400, "bad_line"),
        (recorded(2), "?game=3", 400, "no_such_game"),
        (b" " * (LONGEST_RECORD + 1), "", 413, "record_too_long"),
    ],
)
def test_what_cannot_be_replayed_is_refused(
    server: Running, data: bytes, path: str, status: int, code: str
) -> None:
    found, _, body = server.ask("POST", f"/api/replay{path}", data, **{"Accept-Language": "nl"})
    problem = json.loads(body)
    assert (found, problem["code"]) == (status, code)
    if data == illegal(recorded(1)):
        assert (problem["line"], problem["rule"]) == (3, "R9")
        assert problem["sentence"].startswith("Je bestand, regel 3: ")


def test_records_are_replayed_for_our_own_page_and_not_without_end(server: Running) -> None:
    evil = server.ask("POST", "/api/replay", recorded(1), Origin="http://evil.example")
    assert evil[0] == 403
    # These come from one address, and so do those of the tests before: the bucket is soon empty.
    statuses = [server.ask("POST", "/api/replay", b"")[0] for _ in range(int(ServerLimits().replays) + 1)]
    assert set(statuses) == {400, 429}
    assert statuses[-1] == 429


def test_odd_origins_and_paths_are_refused_without_a_crash(server: Running) -> None:
    for headers, path, due in (
        ({"Origin": "http://[::1"}, "/api/tables", 403),
        ({}, "/" + "a" * 300 + ".js", 404),
        ({}, "/a" * 3000, 200),
    ):
        line = HTTPConnection("127.0.0.1", server.port, timeout=LONG)
        line.request("POST" if headers else "GET", path, b"{}" if headers else None, headers)
        assert line.getresponse().status == due
        line.close()

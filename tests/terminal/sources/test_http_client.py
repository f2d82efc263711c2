"""What a server says over plain HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from fivethreefive.protocol import Created
from fivethreefive.terminal.sources import http_client
from fivethreefive.terminal.sources.http_client import HttpClient, ServerRefused
from fivethreefive.terminal.sources.remote import RemoteSource
from support.server_process import Running


def test_what_is_no_server_of_535_is_said(server: Running) -> None:
    web = HttpClient(f"http://127.0.0.1:{server.port}", "nl")
    with pytest.raises(ServerRefused) as refused:
        web.get_json("/healthz", dict[str, int])
    assert refused.value.sentence("en") == "what answers there is not a server of 535"
    with pytest.raises(ServerRefused) as refused:
        web.get("/api/tables/BCDFGH")
    assert refused.value.sentence("en") != refused.value.code
    with pytest.raises(ServerRefused) as refused:
        HttpClient("http://127.0.0.1:9", "en").get("/")
    assert refused.value.sentence("nl") == "de server antwoordt niet"


def test_who_holds_a_seat_is_told_apart_from_who_asks_too_much(server: Running) -> None:
    address = f"http://127.0.0.1:{server.port}"
    made = HttpClient(address, "en").post("/api/tables", {"name": "Ana"}, Created)
    stranger, holder = (HttpClient(address, "en", token) for token in (None, made.token))
    for _ in range(30):  # More codes than anybody may try.
        with pytest.raises(ServerRefused) as refused:
            stranger.get("/api/tables/XXXXXX")
    assert refused.value.status == 429
    assert holder.get(f"/api/tables/{made.code}")[0] == 200


@pytest.mark.parametrize(("token", "missing"), [("x" * 32, False), (None, True)])
def test_a_seats_holder_comes_also_where_http_refuses_the_address(
    token: str | None, missing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_client: HttpClient, _path: str, _body: Any) -> Any:
        raise ServerRefused("too_fast", 429, "")

    monkeypatch.setattr(http_client.HttpClient, "get_json", refuse)
    table = RemoteSource("http://127.0.0.1:9/t/BCDFGH", "en")
    table.http.token = token
    assert (table.why_missing() is not None) == missing

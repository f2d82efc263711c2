"""What a server says over plain HTTP."""

from __future__ import annotations

import pytest

from fivethreefive.terminal.sources.http_client import HttpClient, ServerRefused
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

"""The seats that this user holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from fivethreefive.terminal.sources import seat_tokens


@pytest.mark.usefixtures("own_home")
def test_seats_are_remembered_for_this_user_only(tmp_path: Path) -> None:
    assert seat_tokens.load_token("http://host/t/BCDFGH") is None
    seat_tokens.keep("http://host/t/BCDFGH", "x" * 20)
    assert seat_tokens.load_token("http://host/t/BCDFGH") == "x" * 20
    path = tmp_path / "data" / "fivethreefive" / "seats.json"
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("[]")
    assert seat_tokens.load_token("http://host/t/BCDFGH") is None
    path.unlink()
    path.mkdir()
    seat_tokens.keep("http://host/t/BCDFGH", "x" * 20)

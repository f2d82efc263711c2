"""Which terminals the app can fill."""

from __future__ import annotations

import os
from typing import Any

import pytest

from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.terminal.capabilities import LEAST_HEIGHT, LEAST_WIDTH, ascii_locale, missing_capability


class Screen:
    """What a terminal says about itself."""

    def __init__(self, *, tty: bool = True, encoding: str = "utf-8") -> None:
        self.tty, self.encoding = tty, encoding

    def isatty(self) -> bool:
        return self.tty

    def fileno(self) -> int:
        return 1


@pytest.mark.parametrize(
    ("term", "tty", "encoding", "size", "key"),
    [
        ("xterm", True, "UTF-8", (80, 24), None),
        ("xterm", True, "utf8", (LEAST_WIDTH, LEAST_HEIGHT), None),
        ("xterm", True, "utf-8", (0, 0), None),
        ("xterm", False, "utf-8", (80, 24), ""),
        ("dumb", True, "utf-8", (80, 24), "app.plain_term"),
        ("", True, "utf-8", (80, 24), "app.plain_term"),
        ("xterm", True, "ascii", (80, 24), "app.plain_encoding"),
        ("xterm", True, "utf-8", (20, 24), "app.plain_size"),
        ("xterm", True, "utf-8", (80, LEAST_HEIGHT - 1), "app.plain_size"),
    ],
)
def test_which_terminals_show_plain_lines(
    term: str,
    tty: bool,
    encoding: str,
    size: tuple[int, int],
    key: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.get_terminal_size", lambda _fd: os.terminal_size(size))
    screen: Any = Screen(tty=tty, encoding=encoding)
    found = missing_capability({"TERM": term}, [screen, screen, screen])
    assert (found.key if found else None) == key
    for language in LANGUAGES:
        if found and found.key:
            assert Catalogue.of(language).say(found.key, **found.parameters)


@pytest.mark.parametrize("other", range(3))
def test_all_streams_have_to_be_the_terminal(other: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.get_terminal_size", lambda _fd: os.terminal_size((80, 24)))
    streams: list[Any] = [Screen(tty=number != other) for number in range(3)]
    assert missing_capability({"TERM": "xterm"}, streams) == ("", {})


def test_without_textual_there_are_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.get_terminal_size", lambda _fd: os.terminal_size((80, 24)))
    monkeypatch.setattr("fivethreefive.terminal.capabilities.find_spec", lambda _name: None)
    screen: Any = Screen()
    found = missing_capability({"TERM": "xterm"}, [screen, screen, screen])
    assert found is not None
    assert found.key == "app.plain_textual"


@pytest.mark.parametrize(
    ("environ", "found"),
    [
        ({"LC_ALL": "C", "LANG": "en_US.UTF-8"}, "LC_ALL=C"),
        ({"LC_CTYPE": "C.UTF-8", "LANG": "C"}, "LANG=C"),  # As Python has coerced it.
        ({"LC_CTYPE": "POSIX", "LANG": "en_US.UTF-8"}, "LC_CTYPE=POSIX"),
        ({"LC_ALL": "", "LC_CTYPE": "en_US.UTF-8", "LANG": "C"}, None),
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, None),
        ({"LC_CTYPE": "C.UTF-8"}, None),
        ({"LC_ALL": "C", "PYTHONUTF8": "1"}, None),
        ({}, None),
    ],
)
def test_locales_that_ask_for_ascii(environ: dict[str, str], found: str | None) -> None:
    assert ascii_locale(environ) == found

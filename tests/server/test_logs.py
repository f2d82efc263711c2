"""The log: lines of JSON, and not too many of a kind."""

from __future__ import annotations

import json
import logging

import pytest

from fivethreefive.server import logs
from support.table_players import Clock


def test_too_many_lines_of_a_kind_are_left_out_and_counted() -> None:
    clock = Clock()
    sparing = logs.RateLimitFilter(clock)

    def line(text: str) -> logging.LogRecord:
        return logging.makeLogRecord({"name": "asyncio", "msg": text})

    written = [sparing.filter(line(f"no more files\nsocket {number}")) for number in range(150)]
    assert written == [True] * logs.MOST_LINES + [False] * (150 - logs.MOST_LINES)
    assert sparing.filter(line("something else"))
    clock.time += 1000
    last = line("no more files")
    assert sparing.filter(last)
    assert json.loads(logs.JsonFormatter().format(last))["left_out"] == 150 - logs.MOST_LINES


def test_asyncio_complains_in_lines_of_json_too(capsys: pytest.CaptureFixture[str]) -> None:
    names = ("fivethreefive", *logs.LIBRARIES)
    before = {name: (vars(logging.getLogger(name)) | {}) for name in names}
    try:
        logs.configure_logs(logging.INFO, Clock())
        logging.getLogger("asyncio").error("socket.accept() out of system resource\nsocket: 7")
        logging.getLogger("asyncio").info("nothing")
    finally:
        for name, kept in before.items():
            logging.getLogger(name).__dict__.update(kept)
    (line,) = capsys.readouterr().err.splitlines()
    assert json.loads(line)["level"] == "error"
    assert json.loads(line)["event"] == "socket.accept() out of system resource"


def test_what_errors_say_is_not_written() -> None:
    said = "sec" + "ret"
    try:
        try:
            raise KeyError(said)
        except KeyError as error:
            raise ValueError(said) from error
    except ValueError as error:
        record = logging.makeLogRecord({"msg": "table_failed", "exc_info": (ValueError, error, None)})
    told = json.loads(logs.JsonFormatter().format(record))
    assert "secret" not in told["exception"]
    assert told["exception"].splitlines()[-1] == "ValueError"
    assert "KeyError" in told["exception"]
    assert "test_what_errors_say_is_not_written" in told["exception"]

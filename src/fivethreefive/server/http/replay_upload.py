"""Record files that a browser hands in, read by the rules and told step by step."""

from __future__ import annotations

from asyncio import to_thread
from io import BytesIO

import msgspec
from starlette.requests import Request

from fivethreefive.language import Catalogue, InvalidInput, InvalidRecord
from fivethreefive.protocol import LONGEST_RECORD, Replay
from fivethreefive.record import GameRecord, parse_records
from fivethreefive.server.context import Context
from fivethreefive.server.http.export import FAIR_FORMAT, FairGame
from fivethreefive.table import replay_steps

LONGEST_NUMBER = 5
"""No number of a game has more digits."""


async def read_replay(context: Context, request: Request, language: str) -> Replay:
    """The game of a handed-in record that ``?game=`` names, the last one unless given.

    Raises InvalidRecord, with the line and the rule, where any line of the record is wrong, and
    InvalidInput for what is no record, too long or asked for too often.
    """
    if not context.same_origin(request):
        raise InvalidInput("wrong_origin")
    if not context.replays.take(context.address(request)):
        raise InvalidInput("too_many")
    asked = request.query_params.get("game", "")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) <= LONGEST_NUMBER else None
    name = Catalogue.of(language).say("server.handed_in")
    # Not in the event loop: tables go on while a long record is read.
    return await to_thread(replay_of, await _record(request), name, number)


async def _record(request: Request) -> bytes:
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > LONGEST_RECORD:
            raise InvalidInput("record_too_long", most=LONGEST_RECORD)
    return bytes(body)


def replay_of(data: bytes, name: str, number: int | None = None) -> Replay:
    """One game of a record, or of a game with its proofs; ``name`` is what errors call it."""
    records = list(parse_records(_lines(data), name))
    if not records:
        raise InvalidRecord("bad_line", file=name, line=1, why=InvalidInput("no_game"))
    if number is None:
        number = len(records)
    if not 1 <= number <= len(records):
        raise InvalidInput("no_such_game", file=name, number=number, games=len(records))
    return _replay(records[number - 1], number, len(records))


def _lines(data: bytes) -> list[bytes]:
    """The lines of a record with their ends; a game with its proofs holds them as a list."""
    if FAIR_FORMAT.encode() in data:
        try:
            fair = msgspec.json.decode(data, type=FairGame)
        except (msgspec.MsgspecError, RecursionError, UnicodeError):
            pass  # Then it is read as a record, which says what is wrong.
        else:
            return [line.encode("utf-8", "surrogatepass") + b"\n" for line in fair.record]
    return list(BytesIO(data))


def _replay(record: GameRecord, number: int, games: int) -> Replay:
    header = record.header
    return Replay(
        game=number,
        games=games,
        complete=record.complete,
        started=header.started,
        rules=header.rules,
        names=header.names,
        steps=tuple(replay_steps(header.rules, header.seats, record.game.events, {})),
    )

"""Record files that a browser hands in, read by the rules and told step by step."""

from __future__ import annotations

import gzip
from io import BytesIO

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from fivethreefive.language import Catalogue, InvalidInput, InvalidRecord
from fivethreefive.protocol import LONGEST_RECORD, Replay, encode
from fivethreefive.record import GameRecord, parse_records
from fivethreefive.server.context import Context
from fivethreefive.server.http.export import FAIR_FORMAT, FairGame
from fivethreefive.server.http.requests import read_body
from fivethreefive.table import replay_steps

PACKING = 6
"""Of 9: a higher level takes far longer and saves little."""
LONGEST_NUMBER = 5
"""No number of a game has more digits."""


BYTES_EACH = 32_768
"""So many bytes of a record cost one more of those that an address may have replayed."""


async def read_replay(context: Context, request: Request, language: str) -> Response:
    """An answer with the game of a handed-in record that ``?game=`` names, the last one unless given.

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
    record = await read_body(request, LONGEST_RECORD, "record_too_long")
    if not context.replays.take(context.address(request), len(record) // BYTES_EACH):
        raise InvalidInput("too_many")
    packed = "gzip" in request.headers.get("accept-encoding", "")
    # Not in this process: a thread of it would take turns with the event loop, and tables would wait.
    body = await context.hub.services.workers.read_record(replay_body, record, name, number, packed)
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if packed:  # The middleware leaves alone what is compressed.
        headers["content-encoding"] = "gzip"
    return Response(body, 200, headers, "application/json")


def replay_body(data: bytes, name: str, number: int | None, packed: bool) -> bytes:
    """One game of a record as JSON, compressed where ``packed``; runs in a worker."""
    body = encode(replay_of(data, name, number))
    return gzip.compress(body, PACKING, mtime=0) if packed else body


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

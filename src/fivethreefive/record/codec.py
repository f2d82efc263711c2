"""One line of a game record: what it may hold, its schema, and how it is read strictly.

``record`` makes games of these lines, and its module text says what a record is.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

import msgspec

from fivethreefive.foreign_errors import why_not_decoded
from fivethreefive.language import InvalidInput, InvalidRules
from fivethreefive.rules.options import Rules
from fivethreefive.state import Acted, Dealt, GameEnded, GameEvent, RoundEnded, Started
from fivethreefive.state.events import quote, wrong_value

FORMAT: Final = "fivethreefive"
VERSION: Final = 1
LONGEST_LINE = 1 << 20
"""No line has more bytes, its end included: reading needs little memory, whatever it meets."""


class Seat(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sat at a seat: a name, and the bot's specification unless it was a person."""

    name: str
    bot: str | None = None

    def __post_init__(self) -> None:
        """Refuse text that no file can hold, such as half of a surrogate pair."""
        for text in (self.name, self.bot or ""):
            try:
                text.encode()
            except UnicodeEncodeError:
                raise InvalidInput("not_text", text=ascii(text)) from None


NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""When a simulated game starts: no hour is worth recording, and with one the same seed gave other bytes."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The line a game begins with: format, version, rules in full, seats, and the start in UTC."""

    format: Literal["fivethreefive"]
    version: Literal[1]
    rules: Rules
    seats: tuple[Seat, ...]
    started: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]

    @classmethod
    def new(cls, rules: Rules, seats: Iterable[Seat], started: datetime) -> Header:
        """The header of a game that starts at ``started``, which must know its time zone.

        Raises InvalidInput where it does not, or where there are not as many seats as players.
        """
        if started.utcoffset() is None:
            raise InvalidInput("not_a_time", time=started.isoformat())
        utc = started.astimezone(UTC).replace(tzinfo=None, microsecond=0)
        return cls(FORMAT, VERSION, rules, tuple(seats), utc.isoformat() + "Z")

    @property
    def timed(self) -> bool:
        """Whether the game has a time at which it started; a simulated one has none."""
        return self.started != NO_TIME.strftime("%Y-%m-%dT%H:%M:%SZ")

    def __post_init__(self) -> None:
        """Check what types cannot say; msgspec calls this too when it decodes a line."""
        names, players = len(self.seats), self.rules.players
        if names != players:
            raise InvalidInput("names_not_players", names=names, players=players)
        if not _is_time(self.started):
            raise InvalidInput("not_a_time", time=self.started)

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def event(self) -> Started:
        """The event that this line stands for."""
        return Started(self.rules, self.names)


RecordEvent = Dealt | Acted | RoundEnded | GameEnded
"""What every line but a header holds."""


def _is_time(text: str) -> bool:
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").isoformat() + "Z" == text
    except ValueError:
        return False


def schema() -> dict[str, Any]:
    """The JSON Schema of one line, generated from the types (docs/record.schema.json)."""
    types = (Header, Dealt, Acted, RoundEnded, GameEnded)
    kinds, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    for part in parts.values():
        part["description"] = " ".join(part["description"].split("\n\n")[0].split())
    # A dataclass, as Rules is, cannot forbid what it does not name; reading does (_check_written).
    parts["Rules"]["additionalProperties"] = False
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"One line of a {FORMAT} game record, version {VERSION}",
        "oneOf": list(kinds),
        "$defs": parts,
    }


EVENT_BEGINS = b'{"event":'
"""How the line of an event begins as this package writes it; no header begins so."""
MARK = b"\xef\xbb\xbf"
"""The byte order mark, which some editors write at the beginning of a file."""

KNOWN_LINES: dict[bytes, Acted] = {}
"""Lines of actions that were read and found right, so that the same line need not be read again."""
MOST_KNOWN = 8192
LONGEST_KNOWN = 256

_encoder = msgspec.json.Encoder()
_header_decoder = msgspec.json.Decoder(Header)
_event_decoder: msgspec.json.Decoder[RecordEvent] = msgspec.json.Decoder(RecordEvent)
_REFUSED = (msgspec.MsgspecError, RecursionError)
"""What decoding raises: the second where brackets are nested without end."""


def write_line(said: Header | GameEvent) -> bytes:
    """A line as this package writes it, with its end."""
    return _encoder.encode(said) + b"\n"


def write_game(header: Header, events: Iterable[GameEvent]) -> bytes:
    """All lines of a game; the header stands for its ``Started`` event."""
    return b"".join(map(write_line, (header, *(one for one in events if not isinstance(one, Started)))))


class _Kind(msgspec.Struct):
    """What tells a header from an event, and one version from another."""

    format: Any = msgspec.UNSET
    version: Any = msgspec.UNSET
    event: Any = msgspec.UNSET


_kind_decoder = msgspec.json.Decoder(_Kind)


def header_kind(line: bytes) -> _Kind | None:
    """What a line that means to be a header says of its version; None for any other line."""
    try:
        kind = _kind_decoder.decode(line)  # Three fields only, so that any version of a header is known.
    except _REFUSED:
        return None
    return kind if kind.format is not msgspec.UNSET and kind.event is msgspec.UNSET else None


def without_mark(line: bytes, number: int) -> bytes:
    """A line of a file without the byte order mark, which may stand before the first."""
    return line.removeprefix(MARK) if number == 1 else line


def read_line(line: bytes, before: list[GameEvent]) -> Header | RecordEvent:
    """What a line says that follows the events ``before`` it in its game; none for a first line.

    Raises a FiveThreeFiveError where it says nothing that a record may say there. Whether an event
    fits the game is not its matter.
    """
    if len(line) > LONGEST_LINE:
        raise InvalidInput("line_too_long", most=LONGEST_LINE)
    if not line.strip():
        raise InvalidInput("blank_line")
    if before and not isinstance(before[-1], GameEnded):
        try:  # As an event first, since nearly every line is one.
            event = _event_decoder.decode(line)
        except _REFUSED as error:
            if kind := header_kind(line):
                return _read_header(line, kind)
            raise InvalidInput("not_an_event", why=why_not_decoded(error)) from None
        _check_written(line, event)
        if isinstance(event, Acted) and len(line) <= LONGEST_KNOWN and len(KNOWN_LINES) < MOST_KNOWN:
            KNOWN_LINES[line] = event
        return event
    if kind := header_kind(line):
        return _read_header(line, kind)
    raise InvalidInput("text_after_end", "R21") if before else InvalidInput("no_header")


def _read_header(line: bytes, kind: _Kind) -> Header:
    # The version comes first: in another one the fields may be others too.
    if kind.format != FORMAT:
        raise InvalidInput("unknown_format", format=quote(kind.format), known=FORMAT)
    if kind.version is not msgspec.UNSET and kind.version != VERSION:
        raise InvalidInput("unknown_version", version=quote(kind.version), known=VERSION)
    return _decoded_header(line)


@lru_cache(maxsize=4)  # The games of a simulation all have the same one.
def _decoded_header(line: bytes) -> Header:
    try:
        header = _header_decoder.decode(line)
    except _REFUSED as error:
        raise InvalidInput("not_a_header", why=why_not_decoded(error)) from None
    _check_written(line, header)
    return header


def _check_written(line: bytes, found: Header | RecordEvent) -> None:
    """Refuse what decoding lets pass: a key written twice, rules with unknown or unsorted parts."""
    if _encoder.encode(found) == line[:-1]:
        return  # Written as we write it: nearly always so, and quick to see.
    try:
        said = json.loads(line.decode(), object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        raise InvalidInput("not_a_header", why=why_not_decoded(error)) from None
    if isinstance(found, Header):
        _check_rules(said["rules"], json.loads(_encoder.encode(found.rules)))


def _check_rules(said: dict[str, Any], read: dict[str, Any]) -> None:
    for option, value in said.items():
        if option not in read:
            known = ", ".join(read)
            raise InvalidRules("unknown_option", option=option, known=known)
        if value != read[option]:
            raise wrong_value(option, value, read[option])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    whole = dict(pairs)
    if len(whole) < len(pairs):
        keys = [key for key, _ in pairs]
        raise InvalidInput("key_twice", name=max(keys, key=keys.count))
    return whole

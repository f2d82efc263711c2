"""Messages as JSON, read strictly, and their published schema."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from fivethreefive.foreign_errors import why_not_decoded
from fivethreefive.language import InvalidInput
from fivethreefive.protocol.base import LONGEST_MESSAGE, PROTOCOL
from fivethreefive.protocol.events import Happened
from fivethreefive.protocol.http import BODIES, Create, Problem
from fivethreefive.protocol.replies import Reply
from fivethreefive.protocol.requests import Request

_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_reply_decoder: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)
_encoder = msgspec.json.Encoder()

_LEAVE_OUT_DEFAULTS = {kind.__name__ for kind in (*get_args(Request), *get_args(Happened), Create, Problem)}
"""Messages in which a field may be missing that has its default; the others are sent whole."""


def encode(message: Any) -> bytes:
    """A message, or a body over HTTP, as JSON."""
    return _encoder.encode(message)


def read_request(data: bytes | str) -> Request:
    """What a client says; InvalidInput where it is no message of the protocol."""
    if len(data) > LONGEST_MESSAGE:
        raise InvalidInput("message_too_long", most=LONGEST_MESSAGE)
    try:
        return _decoder.decode(data)
    # Nested without end, JSON is a RecursionError; half of a surrogate pair is a UnicodeError.
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise InvalidInput("bad_message", why=why_not_decoded(error)) from None


class _Kind(msgspec.Struct):
    type: str


def says_hello(data: bytes | str) -> bool:
    """Whether what a client says means to be a hello, even if it cannot be read as one."""
    try:
        return msgspec.json.decode(data[:LONGEST_MESSAGE], type=_Kind).type == "hello"
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return False


def read_reply(data: bytes | str) -> Reply:
    """What the server says; InvalidInput where it is no message of the protocol."""
    try:
        return _reply_decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise InvalidInput("bad_message", why=why_not_decoded(error)) from None


def schema() -> dict[str, Any]:
    """The JSON Schema of every message and body, generated from the types (docs/protocol.schema.json)."""
    (requests, replies, *bodies), parts = msgspec.json.schema_components(
        (Request, Reply, *BODIES), ref_template="#/$defs/{name}"
    )
    for name, part in parts.items():
        if "description" in part:
            part["description"] = " ".join(part["description"].split("\n\n")[0].split())
        # These are sent whole; from the types alone a field with a default would count as optional.
        if name not in _LEAVE_OUT_DEFAULTS and "properties" in part:
            part["required"] = [*part["properties"]]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages of a fivethreefive table, protocol {PROTOCOL}",
        "oneOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Reply"}, *bodies],
        "$defs": parts | {"Request": requests, "Reply": replies},
    }

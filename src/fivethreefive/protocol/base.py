"""What all messages have: the version, the limits, and the words they choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from fivethreefive.validation import LONGEST_NAME, LONGEST_NAME_TEXT

PROTOCOL: Final = 1
"""The version that ``Hello`` names; a client with another one has to reload."""

LONGEST_MESSAGE = 4096
"""No message to the server has more bytes."""

LONGEST_RECORD = 1 << 18
"""The most bytes of a record to be replayed: about twenty games."""

LONGEST_SAY = 200
LONGEST_CONTRIBUTION = 64

Clock = Literal["none", "relaxed", "quick"]
Pace = Literal["instant", "fast", "normal", "slow"]
PACE_MS: Mapping[Pace, int] = {"instant": 0, "fast": 350, "normal": 900, "slow": 1800}
"""How long a bot's play waits, so that people can follow it."""
Language = Literal["en", "es", "nl"]
Phase = Literal["waiting", "playing", "round_over", "game_over"]
SeatKind = Literal["empty", "person", "bot", "remote"]
BeatsCode = Literal["higher_single", "higher_set", "lower_run", "only_larger", "only_adds", "nothing"]
Phrase = Literal[
    "hello", "good_luck", "well_played", "thanks", "oops", "thinking", "your_turn", "again", "bye"
]

Id = Annotated[int, msgspec.Meta(ge=0, le=(1 << 53) - 1)]  # Above that JavaScript's numbers are not exact.
"""A client's own number for a message; the answer repeats it."""

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
PlayerName = Annotated[
    str, msgspec.Meta(max_length=LONGEST_NAME_TEXT, extra_json_schema={"maxCharacters": LONGEST_NAME})
]
"""``maxLength`` bounds its code points, ``maxCharacters`` what a reader counts: a joined picture is one."""
LEAST_TOKEN, MOST_TOKEN = 16, 64
Token = Annotated[str, msgspec.Meta(min_length=LEAST_TOKEN, max_length=MOST_TOKEN)]
Digits = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes as hexadecimal digits."""
Seq = Annotated[int, msgspec.Meta(ge=0)]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Whatever is said in either direction."""

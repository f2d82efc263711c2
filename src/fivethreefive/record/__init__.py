"""Game records: whole games as JSON Lines, written as they happen and read strictly; and positions.

A record is a header line and then one line for each event of the game; many games may follow each
other in one file. Lines are only ever appended, so a game in progress is a valid beginning of one.
Reading repairs and guesses nothing: what is not a record is an InvalidRecord that names the line
and the rule. docs/library/records.md describes the format for people who write other tools.
"""

from fivethreefive.record.codec import (
    FORMAT,
    LONGEST_LINE,
    NO_TIME,
    VERSION,
    Header,
    Seat,
    schema,
    write_game,
    write_line,
)
from fivethreefive.record.files import (
    GameRecord,
    RecordWriter,
    parse_records,
    read_game,
    read_record,
    read_records,
)
from fivethreefive.record.position import Position, read_position, write_observed, write_position
from fivethreefive.record.summary import TRICK_ENDS, GameSummary

__all__ = [
    "FORMAT",
    "LONGEST_LINE",
    "NO_TIME",
    "TRICK_ENDS",
    "VERSION",
    "GameRecord",
    "GameSummary",
    "Header",
    "Position",
    "RecordWriter",
    "Seat",
    "parse_records",
    "read_game",
    "read_position",
    "read_record",
    "read_records",
    "schema",
    "write_game",
    "write_line",
    "write_observed",
    "write_position",
]

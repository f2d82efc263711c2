"""Games of a table as files: the record, and the record with what proves its deals fair."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple

import msgspec

from fivethreefive.bots import LEVELS
from fivethreefive.foreign_errors import why_not_decoded
from fivethreefive.language import FiveThreeFiveError, InvalidInput, InvalidRecord
from fivethreefive.protocol import Reveal
from fivethreefive.record import FORMAT, Header, parse_records, write_game
from fivethreefive.record.codec import Seat as RecordSeat
from fivethreefive.record.codec import header_kind, without_mark
from fivethreefive.rules.melds import Cards
from fivethreefive.server.workers.cooperative import with_pauses
from fivethreefive.state import Dealt, Game
from fivethreefive.table.deals.fair_deals import (
    OPEN_TEXTS,
    REVEALED,
    Scheme,
    bytes_of,
    commitment_of,
    deal,
    is_revealed,
)
from fivethreefive.table.state import PlayedGame, Table

FAIR_FORMAT: Final = "fivethreefive-fair"


class FairGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game with the secrets of its deals: what ``fivethreefive verify`` reads."""

    format: Literal["fivethreefive-fair"]
    version: Literal[1, 2]
    """1 where no deal has contributions that were committed to."""
    reveals: tuple[Reveal, ...]
    """By round."""
    record: tuple[str, ...]
    """The lines of the game's record (docs/library/records.md)."""


def finished_game(table: Table, number: int | None) -> PlayedGame:
    """A finished game of a table by its number from 1, the last one unless given."""
    over = [game for game in table.games if game.game.is_over]
    if number is None and over:
        return over[-1]
    if number is None or not 1 <= number <= len(over):
        raise InvalidInput("no_game_yet")
    return over[number - 1]


def record_file(played: PlayedGame) -> bytes:
    """A game as a record; runs in a thread, since a game may have tens of thousands of events."""
    # Of a bot that the operator offers the name is enough: its command line is nobody else's business.
    seats = [
        RecordSeat(seat.name, None if seat.level is None else LEVELS.get(seat.level, seat.level))
        for seat in played.seats
    ]
    started = datetime.fromtimestamp(played.started / 1000, UTC)
    header = Header.new(played.game.rules, seats, started)
    return write_game(header, with_pauses(played.game.events))


def fair_file(played: PlayedGame) -> bytes:
    """A game with the secrets of its deals, as a file; runs in a thread."""
    lines = tuple(line.decode() for line in record_file(played).splitlines())
    game = FairGame(FAIR_FORMAT, 2, tuple(played.reveals), lines)
    return msgspec.json.format(msgspec.json.encode(game)) + b"\n"


class FairDeals(NamedTuple):
    """What a file proves, and what it leaves open."""

    rounds: int
    """So many were dealt as the secrets say."""
    open_texts: tuple[int, ...]
    """The rounds with contributions in open texts: whoever gave the last one may have chosen the deal."""
    withheld: tuple[tuple[int, int], ...]
    """The round and the seat of each contribution that was committed to and not revealed."""


def check_fair(data: bytes, name: str) -> FairDeals:
    """Deal every round of a fair game file anew.

    Raises InvalidRecord where the file is none, the game is not by the rules or not whole, a hash does not
    fit its secret or contribution, or other cards were dealt than the secret gives.
    """
    try:
        fair = msgspec.json.decode(data, type=FairGame)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        kind = header_kind(without_mark(data.partition(b"\n")[0], 1))
        if kind is not None and kind.format == FORMAT:
            raise InvalidRecord("record_without_proofs", file=name) from None
        raise InvalidRecord("not_a_fair_game", file=name, why=why_not_decoded(error)) from None
    lines = [line.encode() + b"\n" for line in fair.record]
    records = list(parse_records(lines, name))
    if len(records) != 1:
        raise InvalidRecord(
            "not_a_fair_game", file=name, why=InvalidInput("not_one_game", games=len(records))
        )
    game = records[0].game
    dealt = [event for event in game.events if isinstance(event, Dealt)]
    if [reveal.round for reveal in fair.reveals] != [event.round for event in dealt]:
        raise InvalidRecord("reveals_not_rounds", file=name)
    for reveal, event in zip(fair.reveals, dealt, strict=True):
        _check_round(game, reveal, event, dealt[:1] if game.rules.format == "two_hands" else [], name)
    if not records[0].ended:
        raise InvalidRecord("game_not_ended", "R21", file=name)
    return FairDeals(
        len(dealt),
        tuple(
            reveal.round
            for reveal in fair.reveals if reveal.scheme == OPEN_TEXTS and any(reveal.contributions)
        ),
        tuple(
            (reveal.round, seat)
            for reveal in fair.reveals for seat, commitment in enumerate(reveal.commitments)
            if commitment and not reveal.contributions[seat]
        ),
    )  # fmt: skip


def _check_round(game: Game, reveal: Reveal, event: Dealt, first: Iterable[Dealt], name: str) -> None:
    secret = bytes_of(reveal.secret)
    if secret is None or commitment_of(secret) != reveal.commitment:
        raise InvalidRecord("wrong_commitment", file=name, round=event.round)
    if len(reveal.contributions) != game.rules.players:
        raise InvalidRecord("reveals_not_rounds", file=name)
    scheme = _checked_scheme(game, reveal, name)
    leader: int | None = None
    before: Cards = ()
    if event.round > 1:
        # Who leads a later round follows from the rules; the record was checked by them.
        leader, before = event.leader, _cards(first)
    try:
        due = deal(game.rules, secret, reveal.contributions, leader, before, scheme=scheme)
    except FiveThreeFiveError as error:
        raise InvalidRecord("wrong_deal", "R3", file=name, round=event.round) from error
    if due != (event.leader, event.hands):
        raise InvalidRecord("wrong_deal", "R3", file=name, round=event.round)


def _checked_scheme(game: Game, reveal: Reveal, name: str) -> Scheme:
    """How seats contributed to a round; InvalidRecord where a contribution is not what was committed to."""
    if reveal.scheme == OPEN_TEXTS and not reveal.commitments:
        return OPEN_TEXTS
    if reveal.scheme != REVEALED or len(reveal.commitments) != game.rules.players:
        raise InvalidRecord("reveals_not_rounds", file=name)
    for seat, contribution in enumerate(reveal.contributions):
        if contribution and not is_revealed(contribution, reveal.commitments[seat]):
            raise InvalidRecord("wrong_contribution", file=name, round=reveal.round, seat=seat + 1)
    return REVEALED


def _cards(dealt: Iterable[Dealt]) -> Cards:
    return tuple(sorted(card for event in dealt for hand in event.hands for card in hand))

"""What a table is made of in the store: its own events and those of its games, in one sequence.

What the public may know is told apart here, once: ``SecretDrawn`` holds a secret and ``state.Dealt`` all
hands, so neither is ever sent. ``state`` says which public events stand for a stored one. What seats
contribute is in every view, and needs no event of its own.
"""

from __future__ import annotations

import msgspec

from fivethreefive import protocol
from fivethreefive.foreign_errors import why_not_decoded
from fivethreefive.language import InvalidInput
from fivethreefive.state import Acted, Dealt, GameEnded, RoundEnded, Started
from fivethreefive.table.deals.fair_deals import OPEN_TEXTS, Scheme, commitment_of


class SecretDrawn(protocol.TableEvent, frozen=True, tag="drawn"):
    """The secret of a game's next round was drawn (hexadecimal digits); only its hash is published."""

    game: int
    round: int
    secret: str
    scheme: Scheme = OPEN_TEXTS
    """How seats contribute to this deal; tables of earlier versions have a deal to come without it."""

    @property
    def commitment(self) -> str:
        """The hash that is published before the deal."""
        return commitment_of(bytes.fromhex(self.secret))


class ContributionCommitted(protocol.TableEvent, frozen=True, tag="contribution_committed"):
    """A seat published the hash of what it contributes to the next deal, in place of one before."""

    seat: int
    commitment: str


class ContributionsClosed(protocol.TableEvent, frozen=True, tag="contributions_closed"):
    """The commitments of these seats count for the next deal; from now on none can change or be added."""

    seats: tuple[int, ...]


class ContributionRevealed(protocol.TableEvent, frozen=True, tag="contribution_revealed"):
    """A seat revealed what it had committed to (hexadecimal digits)."""

    seat: int
    value: str


Public = (
    protocol.Opened | protocol.Joined | protocol.Left | protocol.BotTook | protocol.Returned
    | protocol.BotSeated | protocol.BotInvited | protocol.NewHost | protocol.Said | protocol.WasReady
    | protocol.Shown | protocol.Contributed | protocol.SlowTurn | protocol.BotVoted | protocol.BotGotTurn
    | protocol.Closed
)  # fmt: skip
"""Stored events that everybody may see as they are."""

SeatEvent = (
    protocol.Joined | protocol.Left | protocol.Said | protocol.Shown | protocol.Contributed
    | ContributionCommitted
)  # fmt: skip
"""Stored events about a seat that anybody may bring about at will: they are counted, and capped."""

SetUp = protocol.BotSeated | protocol.BotInvited | protocol.NewHost
"""Stored events by which a table is set up: they are counted apart, and capped."""

Stored = (
    Public | SecretDrawn | ContributionCommitted | ContributionsClosed | ContributionRevealed
    | Started | Dealt | Acted | RoundEnded | GameEnded
)  # fmt: skip

_decoder: msgspec.json.Decoder[Stored] = msgspec.json.Decoder(Stored)
_encoder = msgspec.json.Encoder()


def write_event(event: Stored) -> str:
    """A stored event as JSON."""
    return _encoder.encode(event).decode()


def read_event(text: str) -> Stored:
    """The event that a stored row holds; InvalidInput where it holds none."""
    try:
        return _decoder.decode(text)
    except msgspec.MsgspecError as error:
        raise InvalidInput("not_an_event", why=why_not_decoded(error)) from None

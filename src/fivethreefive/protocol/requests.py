"""What a client says to a table."""

from __future__ import annotations

from typing import Annotated

import msgspec

from fivethreefive.protocol.base import (
    LONGEST_CONTRIBUTION,
    LONGEST_SAY,
    Digits,
    Id,
    Language,
    Message,
    Phrase,
    PlayerName,
    SeatNumber,
    Seq,
    Token,
)


class Hello(Message, frozen=True, tag="hello"):
    """The first message of a connection; with a ``token`` it takes back the seat the token holds.

    ``since`` is the last seq the client knows: it gets what it missed, or a snapshot.
    """

    protocol: int
    token: Token | None = None
    since: Seq | None = None
    language: Language = "en"


class Sit(Message, frozen=True, tag="sit"):
    """Take a seat under a name: an empty one, or during a game a bot's; the first free unless named."""

    name: PlayerName
    seat: SeatNumber | None = None
    id: Id = 0


class Act(Message, frozen=True, tag="act"):
    """Play an action in its written form; ``turn`` is ``View.turn_number`` as the client saw it.

    The same action for the same turn again, after a double click or a lost answer, is the same move.
    """

    turn: Annotated[int, msgspec.Meta(ge=0)]
    id: Id
    action: Annotated[str, msgspec.Meta(max_length=40)]


class Ask(Message, frozen=True, tag="ask"):
    """Ask whether a written action is legal now, and if not why; answered by ``Why``."""

    id: Id
    action: Annotated[str, msgspec.Meta(max_length=40)]


class Hint(Message, frozen=True, tag="hint"):
    """Ask what to play, in one's own turn and against bots only; answered by ``Hinted``."""

    id: Id


class Say(Message, frozen=True, tag="say"):
    """Say a quick phrase by its key or, where the table allows it, free text."""

    phrase: Phrase | None = None
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_SAY)] | None = None
    id: Id = 0


class Start(Message, frozen=True, tag="start"):
    """Begin the game (host); every seat must be taken."""

    id: Id = 0


class Fill(Message, frozen=True, tag="fill"):
    """Put bots of a level on all empty seats (host)."""

    level: str
    id: Id = 0


class SeatBot(Message, frozen=True, tag="seat_bot"):
    """Put a bot of a level on one seat, or with level null empty a bot's seat (host, before the game)."""

    seat: SeatNumber
    level: str | None
    id: Id = 0


class InviteBot(Message, frozen=True, tag="invite_bot"):
    """Keep a seat for a remote bot (host); ``Invited`` answers with the token it connects with."""

    seat: SeatNumber
    id: Id = 0


class Leave(Message, frozen=True, tag="leave"):
    """Leave the seat: emptied before the game, played by a bot during it. The token can take it back."""

    id: Id = 0


class Back(Message, frozen=True, tag="back"):
    """Take one's own seat back from the bot that plays it."""

    id: Id = 0


class VoteBot(Message, frozen=True, tag="vote_bot"):
    """Vote for a bot to play the slow turn of another seat; more than half of the others decide."""

    id: Id = 0


class TakeOver(Message, frozen=True, tag="take_over"):
    """Let a bot play for the person whose turn is slow, until they come back (host)."""

    id: Id = 0


class Ready(Message, frozen=True, tag="ready"):
    """Ask for the next round now: it is dealt when all people who are there have asked.

    Where several are there it is also dealt by itself, after a while.
    """

    id: Id = 0


class Rematch(Message, frozen=True, tag="rematch"):
    """Play another game with the same seats, once a game is over (any seated person)."""

    id: Id = 0


class Show(Message, frozen=True, tag="show"):
    """Let spectators see one's hand, or no more."""

    spectators: bool
    id: Id = 0


class Contribute(Message, frozen=True, tag="contribute"):
    """Add a text to the next deal, as earlier versions did; refused, because the last one could choose."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_CONTRIBUTION)]
    id: Id = 0


class CommitContribution(Message, frozen=True, tag="commit"):
    """Publish the SHA-256 of 32 random bytes of one's own, which are to decide the next deal too.

    Another one before the contributions are closed takes its place.
    """

    commitment: Digits
    id: Id = 0


class RevealContribution(Message, frozen=True, tag="reveal"):
    """Reveal these bytes, once ``Fairness.closed`` says that all commitments are fixed."""

    value: Digits
    id: Id = 0


class Catch(Message, frozen=True, tag="catch"):
    """Ask for what was missed after seq ``since``; answered by an ``Update`` or a ``Snapshot``."""

    since: Seq


class Ping(Message, frozen=True, tag="ping"):
    """Ask for a ``Pong`` with the same id."""

    id: Id = 0


Request = (
    Hello | Sit | Act | Ask | Hint | Say | Start | Fill | SeatBot | InviteBot | Leave | Back | VoteBot
    | TakeOver | Ready | Rematch | Show | Contribute | CommitContribution | RevealContribution | Catch
    | Ping
)  # fmt: skip
"""What a client may send."""

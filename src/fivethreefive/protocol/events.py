"""What happened at a table, as everybody may know it: for animation and the log."""

from __future__ import annotations

import msgspec

from fivethreefive.observation import TrickEnd
from fivethreefive.protocol.base import Phrase
from fivethreefive.protocol.views import TableOptions
from fivethreefive.rules.actions import Action


class TableEvent(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="event"
):
    """What happened at a table; who reads only views misses nothing but the log."""


class Opened(TableEvent, frozen=True, tag="opened"):
    """The table was made."""

    code: str
    options: TableOptions


class Joined(TableEvent, frozen=True, tag="joined"):
    """A person (or remote bot) took a seat."""

    seat: int
    name: str
    remote: bool = False


class Left(TableEvent, frozen=True, tag="left"):
    """A person left the seat; during a game a bot plays it from now on."""

    seat: int


class BotTook(TableEvent, frozen=True, tag="bot_took"):
    """A bot plays for a seat: the clock ran out, the person was absent too long, or the host decided it."""

    seat: int


class SlowTurn(TableEvent, frozen=True, tag="slow_turn"):
    """The turn of a seat has lasted so long, without a clock, that the others may let a bot play it."""

    seat: int


class BotVoted(TableEvent, frozen=True, tag="bot_voted"):
    """A seat voted for a bot to play the turn of the seat that is slow."""

    seat: int


class BotGotTurn(TableEvent, frozen=True, tag="bot_got_turn"):
    """A bot plays this one turn of a seat, since more than half of the others voted for it."""

    seat: int


class Returned(TableEvent, frozen=True, tag="returned"):
    """A person has the own seat back."""

    seat: int


class BotSeated(TableEvent, frozen=True, tag="bot_seated"):
    """A bot sits on a seat; without a level the seat is empty again."""

    seat: int
    level: str | None = None
    name: str = ""


class BotInvited(TableEvent, frozen=True, tag="bot_invited"):
    """A seat is kept for a remote bot, under a name until it says its own."""

    seat: int
    name: str = ""


class NewHost(TableEvent, frozen=True, tag="new_host"):
    """A seat has the host's rights."""

    seat: int


class Said(TableEvent, frozen=True, tag="said"):
    """A seat said a phrase or a text; the text is plain, never markup."""

    seat: int
    phrase: Phrase | None = None
    text: str | None = None


class WasReady(TableEvent, frozen=True, tag="was_ready"):
    """A seat asked for the next round."""

    seat: int


class Shown(TableEvent, frozen=True, tag="shown"):
    """A seat lets spectators see its hand, or no more."""

    seat: int
    spectators: bool


class Committed(TableEvent, frozen=True, tag="committed"):
    """The hash of the next round's secret was published."""

    game: int
    round: int
    commitment: str


class Contributed(TableEvent, frozen=True, tag="contributed"):
    """A seat contributes to the next deal: the hash of its contribution, in earlier versions a text."""

    seat: int
    text: str


class Revealed(TableEvent, frozen=True, tag="revealed"):
    """The secret of a round that is over, for everybody to check."""

    round: int
    secret: str


class GameBegan(TableEvent, frozen=True, tag="game_began"):
    """A game began, the first or a rematch."""

    game: int


class RoundDealt(TableEvent, frozen=True, tag="round_dealt"):
    """A round was dealt; the viewer's own cards are in the view."""

    round: int
    leader: int


class Moved(TableEvent, frozen=True, tag="moved"):
    """A seat acted; ``end`` where that ended the trick or the round."""

    seat: int
    action: Action
    cards_left: int
    end: TrickEnd | None = None


class RoundOver(TableEvent, frozen=True, tag="round_over"):
    """A round ended: who went out, and the points by seat."""

    winner: int
    points: tuple[int, ...]


class GameOver(TableEvent, frozen=True, tag="game_over"):
    """A game ended: the scores by seat and who share the win."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Closed(TableEvent, frozen=True, tag="closed"):
    """The table was closed."""


Happened = (
    Opened | Joined | Left | BotTook | Returned | BotSeated | BotInvited | NewHost | Said | WasReady
    | Shown | Committed | Contributed | Revealed | GameBegan | RoundDealt | Moved | RoundOver
    | GameOver | SlowTurn | BotVoted | BotGotTurn | Closed
)  # fmt: skip

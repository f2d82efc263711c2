"""The messages of a table, and nothing but their types: what the page, a remote bot and the server say.

One message is one JSON object with a ``type``, over a WebSocket or, for bots, a line of standard
input and output. A client knows no rules: every ``Update`` carries the complete ``View`` of what its
one seat (or a spectator) may know and do, legal actions included, so the newest view alone is enough
to draw the table. Events are for animation and the log. docs/protocol.md tells it for people.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from fivethreefive.language import InvalidInput
from fivethreefive.observation import Observation, Played
from fivethreefive.rules.actions import Action
from fivethreefive.rules.melds import Cards
from fivethreefive.rules.options import Rules

PROTOCOL: Final = 1
"""The version that ``Hello`` names; a client with another one is told to reload."""

LONGEST_MESSAGE = 4096
"""No message to the server has more bytes."""

LONGEST_NAME = 20
LONGEST_SAY = 200
LONGEST_CONTRIBUTION = 64

Clock = Literal["none", "relaxed", "quick"]
Pace = Literal["instant", "fast", "normal", "slow"]
Language = Literal["en", "es", "nl"]
Phase = Literal["waiting", "playing", "round_over", "game_over"]
SeatKind = Literal["empty", "person", "bot", "remote"]
BeatsCode = Literal["higher_single", "higher_set", "lower_run", "only_larger", "only_adds", "nothing"]
Phrase = Literal[
    "hello", "good_luck", "well_played", "thanks", "oops", "thinking", "your_turn", "again", "bye"
]

Id = Annotated[int, msgspec.Meta(ge=0, le=(1 << 53) - 1)]
"""A client's own number for a message; the answer repeats it."""

SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=5)]
Token = Annotated[str, msgspec.Meta(min_length=16, max_length=64)]
Seq = Annotated[int, msgspec.Meta(ge=0)]


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Whatever is said in either direction."""


# Client to server.


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

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]
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


class Ready(Message, frozen=True, tag="ready"):
    """Ask for the next round now: it is dealt when all persons who are there have asked, or by itself."""

    id: Id = 0


class Rematch(Message, frozen=True, tag="rematch"):
    """Play another game with the same seats, once a game is over (any seated person)."""

    id: Id = 0


class Show(Message, frozen=True, tag="show"):
    """Let spectators see one's hand, or no more."""

    spectators: bool
    id: Id = 0


class Contribute(Message, frozen=True, tag="contribute"):
    """Add one's own randomness to the next deal: any printable text."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_CONTRIBUTION)]
    id: Id = 0


class Catch(Message, frozen=True, tag="catch"):
    """Ask for what was missed after seq ``since``; answered by an ``Update`` or a ``Snapshot``."""

    since: Seq


class Ping(Message, frozen=True, tag="ping"):
    """Ask for a ``Pong`` with the same id."""

    id: Id = 0


Request = (
    Hello | Sit | Act | Ask | Say | Start | Fill | SeatBot | InviteBot | Leave | Back | Ready
    | Rematch | Show | Contribute | Catch | Ping
)  # fmt: skip
"""What a client may send."""


# What a view is made of.


class TableOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is set up."""

    rules: Rules
    clock: Clock = "none"
    pace: Pace = "normal"
    language: Language = "en"
    chat: bool = False
    """Whether free text may be said, and not only phrases."""


class SeatView(msgspec.Struct, frozen=True):
    """One seat as everybody sees it."""

    kind: SeatKind
    """``remote`` is a bot that connects from outside."""
    name: str = ""
    level: str | None = None
    """A bot's level."""
    online: bool = False
    """Whether a person or a remote bot is connected; bots of the house always are."""
    played_by_bot: bool = False
    """Whether a bot plays for the person (or remote bot) who left or stays away."""
    host: bool = False
    shows_hand: bool = False
    ready: bool = False
    """Whether the person asked for the next round, or the rematch."""
    contributed: bool = False
    """Whether the seat added to the randomness of the next deal."""


class Beats(msgspec.Struct, frozen=True):
    """What overwrites the central meld, whatever one's hand."""

    code: BeatsCode
    """``only_larger``: only melds of more cards; ``nothing``: nothing overwrites or adds to it."""
    size: int
    """How many cards it takes, for higher_single, higher_set and lower_run; else the meld's own size."""
    larger: bool
    """Whether melds of more cards overwrite it too (option ``overwrite``)."""
    adds: bool
    """Whether cards of this deck can be added to it."""


class TrickEnd(msgspec.Struct, frozen=True):
    """Why a trick ended (R15 to R19) and the seat that leads next; with R19 the seat that went out."""

    rule: str
    seat: int


class Reveal(msgspec.Struct, frozen=True):
    """What proves a deal fair, once its round is over (docs/fair-deals.md)."""

    round: int
    commitment: str
    secret: str
    """64 hexadecimal digits."""
    contributions: tuple[str, ...]
    """By seat; empty text where a seat added nothing."""


class Fairness(msgspec.Struct, frozen=True):
    """The hash published before the next or current deal, and what earlier rounds of the game reveal."""

    commitment: str | None
    round: int
    """The round that ``commitment`` is for."""
    reveals: tuple[Reveal, ...]


class Can(msgspec.Struct, frozen=True):
    """What this viewer may do now; everything else is refused."""

    sit: tuple[int, ...] = ()
    """Seats that may be taken: empty ones, and bots' during a game."""
    act: bool = False
    start: bool = False
    fill: bool = False
    seat_bot: tuple[int, ...] = ()
    """Seats whose bot may be changed, emptied or put there, or that a remote bot can be invited to."""
    leave: bool = False
    back: bool = False
    ready: bool = False
    rematch: bool = False
    show: bool = False
    contribute: bool = False
    say: bool = False
    chat: bool = False


class View(msgspec.Struct, frozen=True):
    """Everything one seat, or a spectator, may know and do: the newest one is all that is needed."""

    code: str
    phase: Phase
    options: TableOptions
    seats: tuple[SeatView, ...]
    you: int | None
    """The viewer's seat; null for a spectator."""
    watchers: int
    """How many spectators are there."""
    game: int
    """The number of the game at this table, from 1; 0 before the first."""
    turn_number: int
    """How many actions were played at this table, in all its games: ``Act.turn``."""
    points: tuple[tuple[int, ...], ...]
    """The points by seat of each round of this game that is over."""
    scores: tuple[int, ...]
    """Their sums."""
    winners: tuple[int, ...] | None
    """The seats that share the win, once the game is over."""
    clock_ms: int | None
    """What is left of the time of the seat to play, or until the next round deals itself; null: no end."""
    clock_running: bool
    fair: Fairness
    observation: Observation | None
    """The round as this viewer may know it, legal actions included; null before the first deal."""
    beats: Beats | None
    """What overwrites the central meld; null where nothing lies there."""
    laid_by: tuple[int, ...]
    """The seat that played each card of ``observation.table``."""
    trick: tuple[Played, ...]
    """The trick so far: ``[seat, action]``, in order."""
    last_trick: tuple[Played, ...]
    """The trick before it in this round, once there is one."""
    last_trick_end: TrickEnd | None
    hands: tuple[Cards | None, ...]
    """Hands this viewer may see: its own, for spectators those shown, all once the round is over."""
    can: Can


# Events: what happened, as everybody may know it.


class TableEvent(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="event"
):
    """What happened at a table; who reads only views loses nothing but the story."""


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
    """A bot plays for a seat whose person stayed away longer than the clock allows."""

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
    """A seat added to the randomness of the next deal."""

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
    | GameOver | Closed
)  # fmt: skip


# Server to client.


class Welcome(Message, frozen=True, tag="welcome"):
    """Answers ``Hello`` and ``Sit``: the viewer's seat, and a new token where it just sat down."""

    protocol: int
    code: str
    seat: int | None = None
    token: str | None = None
    id: int = 0


class Snapshot(Message, frozen=True, tag="snapshot"):
    """The table as of ``seq``; replaces whatever the client knew."""

    seq: int
    view: View


class Update(Message, frozen=True, tag="update"):
    """What happened after ``since`` up to ``seq``, and the view now.

    Where ``since`` is not the client's last seq, it may ``Catch`` the events; the view is right anyway.
    """

    since: int
    seq: int
    events: tuple[Happened, ...]
    view: View


class Refused(Message, frozen=True, tag="refused"):
    """A message that was not done: the code and its parameters, the rule and the sentence."""

    id: int
    code: str
    rule: str
    sentence: str
    parameters: dict[str, int | str] = {}


class Done(Message, frozen=True, tag="done"):
    """A message that was done and is stored; its update is on its way, or was sent before."""

    id: int
    seq: int


class Why(Message, frozen=True, tag="why"):
    """Answers ``Ask``: why an action is not legal; code ``""`` where it is."""

    id: int
    code: str = ""
    rule: str = ""
    sentence: str = ""
    parameters: dict[str, int | str] = {}


class Invited(Message, frozen=True, tag="invited"):
    """Answers ``InviteBot``: the token that a remote bot connects with."""

    id: int
    seat: int
    token: str


class Pong(Message, frozen=True, tag="pong"):
    """Answers ``Ping``."""

    id: int


class Bye(Message, frozen=True, tag="bye"):
    """The last message of a connection: why it ends, and whether the client should come back by itself.

    Codes: reload, replaced, slow, restart, store_failed, closed, no_such_table, too_many, bad_message,
    no_hello.
    """

    code: str
    sentence: str
    retry: bool


Reply = Welcome | Snapshot | Update | Refused | Done | Why | Invited | Pong | Bye
"""What the server may send."""


# Over plain HTTP, without a ``type``.


class Create(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of POST /api/tables."""

    rules: dict[str, Any] = {}
    """Options of ``Rules`` that differ from the plain game, such as players."""
    bots: tuple[str | None, ...] = ()
    """The level of the bot at each seat, null for a seat left open; shorter lists leave the rest open."""
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None = None
    """Who makes the table sits at its first open seat; null to make it only."""
    start: bool = False
    """Begin at once: for a game against bots."""
    clock: Clock = "none"
    pace: Pace = "normal"
    language: Language = "en"
    chat: bool = False


class Created(msgspec.Struct, frozen=True):
    """Answers POST /api/tables."""

    code: str
    link: str
    """Where friends go: ``/t/CODE`` at this server."""
    seat: int | None
    token: str | None
    """What the browser keeps to take the seat back."""


class Summary(msgspec.Struct, frozen=True):
    """Answers GET /api/tables/CODE: what the join page shows."""

    code: str
    phase: Phase
    options: TableOptions
    seats: tuple[SeatView, ...]


class Config(msgspec.Struct, frozen=True):
    """Answers GET /api/config: what can be chosen here."""

    protocol: int
    levels: tuple[str, ...]
    phrases: tuple[str, ...]
    clocks: dict[str, int | None]
    """Seconds a turn."""
    paces: dict[str, int]
    """Milliseconds before a bot's play is shown."""
    longest_name: int
    longest_say: int


class Problem(msgspec.Struct, frozen=True):
    """Answers a request over HTTP that was refused."""

    code: str
    rule: str
    sentence: str


_decoder: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_reply_decoder: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)
_encoder = msgspec.json.Encoder()


def encode(message: Any) -> bytes:
    """A message, or a body over HTTP, as JSON."""
    return _encoder.encode(message)


def read_request(data: bytes | str) -> Request:
    """What a client says; InvalidInput where it is no message of the protocol."""
    if len(data) > LONGEST_MESSAGE:
        raise InvalidInput("message_too_long", most=LONGEST_MESSAGE)
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise InvalidInput("bad_message", why=str(error)) from None


def read_reply(data: bytes | str) -> Reply:
    """What the server says; InvalidInput where it is no message of the protocol."""
    try:
        return _reply_decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise InvalidInput("bad_message", why=str(error)) from None


BODIES = (Create, Created, Summary, Config, Problem)


def schema() -> dict[str, Any]:
    """The JSON Schema of every message and body, generated from the types (docs/protocol.schema.json)."""
    (requests, replies, *bodies), parts = msgspec.json.schema_components(
        (Request, Reply, *BODIES), ref_template="#/$defs/{name}"
    )
    for part in parts.values():
        if "description" in part:
            part["description"] = " ".join(part["description"].split("\n\n")[0].split())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages of a fivethreefive table, protocol {PROTOCOL}",
        "oneOf": [{"$ref": "#/$defs/Request"}, {"$ref": "#/$defs/Reply"}, *bodies],
        "$defs": parts | {"Request": requests, "Reply": replies},
    }

"""What a view is made of: everything one seat, or a spectator, may know and do."""

from __future__ import annotations

import msgspec

from fivethreefive.observation import Observation, Played, TrickEnd
from fivethreefive.protocol.base import BeatsCode, Clock, Language, Pace, Phase, SeatKind
from fivethreefive.rules.melds import Cards
from fivethreefive.rules.options import Rules


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
    """Whether the seat has committed to a contribution to the next deal."""


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


class Reveal(msgspec.Struct, frozen=True):
    """What proves a deal fair, once its round is over (docs/host/fair-deals.md)."""

    round: int
    commitment: str
    secret: str
    """64 hexadecimal digits."""
    contributions: tuple[str, ...]
    """By seat; empty text where a seat added nothing."""
    scheme: int = 1
    """1: the contributions are texts; 2: they were committed to, and are 64 hexadecimal digits."""
    commitments: tuple[str, ...] = ()
    """By seat, for scheme 2: the hash of the contribution; empty text where a seat committed to none."""


class Fairness(msgspec.Struct, frozen=True):
    """The hash published before the next or current deal, and what earlier rounds of the game reveal."""

    commitment: str | None
    round: int
    """The round that ``commitment`` is for."""
    reveals: tuple[Reveal, ...]
    scheme: int = 1
    """That of ``Reveal``, for this round."""
    commitments: tuple[str, ...] = ()
    """By seat, the hash of what it contributes to this round; empty text where there is none."""
    closed: bool = False
    """Whether ``commitments`` cannot change any more."""


class Can(msgspec.Struct, frozen=True):
    """What this viewer may do now; everything else is refused."""

    sit: tuple[int, ...] = ()
    """Seats that may be taken: empty ones, and bots' during a game."""
    act: bool = False
    hint: bool = False
    """Whether a hint may be asked for: in one's own turn, against bots only."""
    hint_in_turn: bool = False
    """Whether a hint may be asked for whenever it is one's own turn."""
    start: bool = False
    fill: bool = False
    seat_bot: tuple[int, ...] = ()
    """Seats whose bot may be changed, emptied or put there, or that a remote bot can be invited to."""
    leave: bool = False
    back: bool = False
    vote_bot: bool = False
    """Whether one may vote for a bot to play this turn of another seat, which has lasted too long."""
    take_over: bool = False
    """Whether the host may let a bot take the seat whose turn has lasted too long."""
    ready: bool = False
    rematch: bool = False
    show: bool = False
    commit: bool = False
    """Whether a contribution to the next deal may be committed to."""
    reveal: bool = False
    """Whether it is to be revealed now."""
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
    last_table: Cards
    """The central meld as it lay when that trick ended; empty before the first has ended."""
    last_laid_by: tuple[int, ...]
    """The seat that played each card of ``last_table``."""
    hands: tuple[Cards | None, ...]
    """Hands this viewer may see: its own, for spectators those shown, all once the round is over."""
    can: Can
    waits_for: tuple[int, ...] = ()
    """The seats that the table waits for: to start, to play, or of the people there to be ready."""

"""What may be done at a table: each command checks, and adds the events that follow to the table.

A command refused raises a FiveThreeFiveError and has changed nothing. A command done has changed the
table in memory and returns its events; nobody may be told of them before they are stored, and where
storing fails the table in memory is thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from fivethreefive.bots import LEVELS
from fivethreefive.language import IllegalAction, InvalidInput
from fivethreefive.protocol import (
    BotInvited,
    BotSeated,
    BotTook,
    Closed,
    Contributed,
    Joined,
    Left,
    NewHost,
    Opened,
    Phrase,
    Returned,
    Said,
    Shown,
    TableOptions,
    WasReady,
)
from fivethreefive.rules.melds import Cards
from fivethreefive.server import fair
from fivethreefive.server.asides import check_length, check_more, check_set_up, may_add
from fivethreefive.server.events import Aside, Drawn, SetUp, Stored
from fivethreefive.server.levels import bot_name, check_level
from fivethreefive.server.table import Seat, Table
from fivethreefive.server.words import clean_name, clean_text, look
from fivethreefive.state import Acted, Dealt, GameEvent, Started

Draw = Callable[[], bytes]
"""Where secrets come from: 32 random bytes a call."""


@dataclass
class Sitting:
    """A table that is being played at: commands add to it."""

    table: Table
    draw: Draw
    levels: Mapping[str, str] = field(default_factory=lambda: LEVELS)
    """The levels of bots that may be asked for."""
    fresh: list[tuple[int, Stored]] = field(default_factory=list)
    """Events added and not yet taken, each with its time."""

    def take(self) -> list[tuple[int, Stored]]:
        """The events added since they were last taken."""
        fresh, self.fresh = self.fresh, []
        return fresh

    def add(self, now: int, event: Stored) -> None:
        """Add an event to the table."""
        self.table.add(now, event)
        self.fresh.append((now, event))


def _aside(sitting: Sitting, now: int, event: Aside) -> None:
    """Add what is not part of the game, as long as the table has room for it."""
    check_more(sitting.table, event.seat)
    sitting.add(now, event)


def _arrange(sitting: Sitting, now: int, event: SetUp) -> None:
    """Add what the host sets up, as long as the table has room for it."""
    check_set_up(sitting.table)
    sitting.add(now, event)


def open_table(
    code: str, options: TableOptions, draw: Draw, now: int, levels: Mapping[str, str] = LEVELS
) -> Sitting:
    """A new table, with the commitment to its first deal published."""
    sitting = Sitting(Table(), draw, levels)
    sitting.add(now, Opened(code, options))
    _commit(sitting, now, 1, 1)
    return sitting


def set_up(sitting: Sitting, bots: Sequence[str | None], now: int) -> None:
    """Put bots on a new table's seats by level; None leaves a seat open."""
    if len(bots) > len(sitting.table.seats):
        raise InvalidInput("too_many_bots", bots=len(bots), seats=len(sitting.table.seats))
    for seat, level in enumerate(bots):
        if level is not None:
            _seat_bot(sitting, seat, check_level(level, sitting.levels), now)


# Seats.


def may_sit(table: Table) -> tuple[int, ...]:
    """The seats that a newcomer may take.

    In a round of which spectators were shown a hand nobody can come in: whoever does may have seen it,
    also where it is hidden again.
    """
    if table.closed or (table.phase == "playing" and table.seen):
        return ()
    seats = enumerate(table.seats)
    return tuple(number for number, seat in seats if seat.kind in ("empty", "bot"))


def sit(sitting: Sitting, name: str, seat: int | None, now: int) -> int:
    """Seat a person; the seat it got: the one asked for, else an empty one, else a bot's."""
    table = sitting.table
    free = may_sit(table)
    if not free:
        seen = table.phase == "playing" and table.seen and not table.closed
        raise InvalidInput("hand_is_shown" if seen else "no_seat_free")
    if seat is None:
        seat = min(free, key=lambda number: (table.seats[number].kind != "empty", number))
    if seat not in free:
        raise InvalidInput("seat_taken", seat=seat)
    name = clean_name(name)
    _check_name(table, name, seat)
    if _has_host(table):
        _aside(sitting, now, Joined(seat, name))
    else:
        check_set_up(table)
        sitting.add(now, Joined(seat, name))
        sitting.add(now, NewHost(seat))
    return seat


def name_remote(sitting: Sitting, seat: int, name: str, now: int) -> None:
    """A remote bot says its name."""
    name = clean_name(name)
    _check_name(sitting.table, name, seat)
    if sitting.table.seats[seat].name != name:
        _aside(sitting, now, Joined(seat, name, remote=True))


def _check_name(table: Table, name: str, seat: int) -> None:
    if look(name) in (look(other.name) for number, other in enumerate(table.seats) if number != seat):
        raise InvalidInput("name_taken", name=name)


def leave(sitting: Sitting, seat: int, now: int) -> None:
    """Leave a seat; the host's rights go to the next person there."""
    table = sitting.table
    if not table.seats[seat].held or table.seats[seat].left:
        raise InvalidInput("not_seated")
    sitting.add(now, Left(seat))
    if table.host == seat:
        _pass_host(sitting, seat, now)


def _has_host(table: Table) -> bool:
    """Whether a person who has not left has the host's rights."""
    if table.host is None:
        return False
    seat = table.seats[table.host]
    return seat.kind == "person" and not seat.left


def _pass_host(sitting: Sitting, seat: int, now: int) -> None:
    seats = sitting.table.seats
    for step in range(1, len(seats)):
        other = (seat + step) % len(seats)
        if seats[other].kind == "person" and not seats[other].played_by_bot:
            sitting.add(now, NewHost(other))
            return


def come_back(sitting: Sitting, seat: int, now: int) -> None:
    """Give a seat back to its holder; nothing happens where it has it."""
    if sitting.table.seats[seat].left:
        check_more(sitting.table, seat)
    _return(sitting, seat, now)


def may_come_back(table: Table, seat: int) -> bool:
    """Whether a bot stands in for a seat's holder, who may have it back now."""
    return table.seats[seat].played_by_bot and (not table.seats[seat].left or may_add(table, seat))


def _return(sitting: Sitting, seat: int, now: int) -> None:
    if sitting.table.seats[seat].played_by_bot:
        sitting.add(now, Returned(seat))
        if not _has_host(sitting.table):
            sitting.add(now, NewHost(seat))


def bot_took(sitting: Sitting, seat: int, now: int) -> None:
    """Let a bot play for a seat whose holder stays away."""
    if sitting.table.seats[seat].held and not sitting.table.seats[seat].played_by_bot:
        sitting.add(now, BotTook(seat))


# What the host may do.


def may_set_up(table: Table, seat: int | None) -> bool:
    """Whether a seat has the host's rights over a table that waits."""
    return seat is not None and seat == table.host and table.phase == "waiting" and not table.closed


def may_change(table: Table, seat: int | None) -> tuple[int, ...]:
    """The seats whose bot the host may choose now."""
    if not may_set_up(table, seat):
        return ()
    return tuple(
        number for number, other in enumerate(table.seats) if other.kind in ("empty", "bot", "remote")
    )


def may_start(table: Table, seat: int | None) -> bool:
    """Whether the seat may begin the game now."""
    return may_set_up(table, seat) and all(other.kind != "empty" for other in table.seats)


def start(sitting: Sitting, seat: int, now: int) -> None:
    """Begin the first game."""
    _check_host(sitting.table, seat)
    if not may_start(sitting.table, seat):
        raise InvalidInput("seats_empty")
    deal(sitting, now)


def fill(sitting: Sitting, seat: int, level: str, now: int) -> None:
    """Put bots on all empty seats."""
    _check_host(sitting.table, seat)
    check_level(level, sitting.levels)
    empty = [number for number, other in enumerate(sitting.table.seats) if other.kind == "empty"]
    check_set_up(sitting.table, len(empty))
    for number in empty:
        _seat_bot(sitting, number, level, now)


def seat_bot(sitting: Sitting, seat: int, where: int, level: str | None, now: int) -> None:
    """Put a bot on a seat, or empty a bot's seat."""
    _check_change(sitting.table, seat, where)
    if level is not None:
        _seat_bot(sitting, where, check_level(level, sitting.levels), now)
    elif sitting.table.seats[where].kind != "empty":
        _arrange(sitting, now, BotSeated(where))


def invite_bot(sitting: Sitting, seat: int, where: int, now: int) -> None:
    """Keep a seat for a remote bot."""
    _check_change(sitting.table, seat, where)
    _arrange(sitting, now, BotInvited(where, bot_name(_names(sitting.table))))


def _seat_bot(sitting: Sitting, seat: int, level: str, now: int) -> None:
    _arrange(sitting, now, BotSeated(seat, level, bot_name(_names(sitting.table))))


def _names(table: Table) -> list[str]:
    return [seat.name for seat in table.seats]


def _check_host(table: Table, seat: int) -> None:
    if seat != table.host:
        raise InvalidInput("host_only")
    if not may_set_up(table, seat):
        raise InvalidInput("game_began")


def _check_change(table: Table, seat: int, where: int) -> None:
    _check_host(table, seat)
    if where not in may_change(table, seat):
        raise InvalidInput("seat_taken", seat=where)


# Playing.


def act(sitting: Sitting, seat: int, turn: int, action: str, now: int) -> int:
    """Play an action for the turn that ``turn`` numbers; the seq of the move.

    The same seat's same action for a turn that has passed is that move again: nothing more happens.
    """
    table = sitting.table
    moves = table.moves
    if turn < len(moves):
        before, text, seq = moves[turn]
        if (before, text) == (seat, action):
            return seq
        raise InvalidInput("turn_passed")
    if table.phase != "playing" or table.closed:
        raise InvalidInput("not_playing")
    round_ = table.games[-1].game.round
    if turn > len(moves) or round_.turn != seat:
        raise IllegalAction("not_your_turn", "R9a")
    if refused := round_.why_illegal(action):
        raise refused
    if table.seats[seat].played_by_bot:
        sitting.add(now, Returned(seat))
    _play(sitting, seat, action, now)
    return table.moves[-1][2]


def act_for(sitting: Sitting, seat: int, turn: int, action: str, now: int) -> bool:
    """Play a bot's action, unless that turn has passed or is a person's again; whether it was played."""
    table = sitting.table
    bots = table.seats[seat].kind == "bot" or table.seats[seat].played_by_bot
    if table.turn != seat or turn != len(table.moves) or table.closed or not bots:
        return False
    _play(sitting, seat, action, now)
    return True


def _play(sitting: Sitting, seat: int, action: str, now: int) -> None:
    table = sitting.table
    game = table.games[-1].game
    known = len(game.events)
    sitting.add(now, Acted(seat, action))
    for event in game.events[known + 1 :]:
        sitting.add(now, event)
    if table.phase == "round_over":
        _commit(sitting, now, len(table.games), game.rounds + 1)
    elif table.phase == "game_over":
        _commit(sitting, now, len(table.games) + 1, 1)


def deal(sitting: Sitting, now: int) -> None:
    """Deal the round that comes next, of this game or of a new one, under the committed secret."""
    table = sitting.table
    drawn, game = table.drawn, table.game
    assert drawn is not None
    assert table.phase != "playing"
    rules = table.options.rules
    leader: int | None = None
    before: Cards = ()
    if drawn.round > 1:
        assert game is not None
        leader = game.next_leader()
        if rules.format == "two_hands":
            before = _dealt_in(game.events)
    else:
        sitting.add(now, Started(rules, tuple(_names(table))))
    contributions = tuple(seat.contribution for seat in table.seats)
    secret = bytes.fromhex(drawn.secret)
    leader, hands = fair.deal(rules, secret, contributions, leader, before)
    sitting.add(now, Dealt(drawn.round, hands, leader))


def _dealt_in(events: Sequence[GameEvent]) -> Cards:
    dealt = next(event for event in events if isinstance(event, Dealt))
    return tuple(sorted(card for hand in dealt.hands for card in hand))


def _commit(sitting: Sitting, now: int, game: int, round_: int) -> None:
    sitting.add(now, Drawn(game, round_, sitting.draw().hex()))


def ask_ready(sitting: Sitting, seat: int, phase: str, now: int) -> None:
    """Ask for the next round in phase ``round_over``, or for a rematch in ``game_over``."""
    if sitting.table.phase != phase or sitting.table.closed:
        raise InvalidInput("not_now")
    if phase == "game_over":
        check_length(sitting.table)
    if not sitting.table.seats[seat].ready:
        _return(sitting, seat, now)
        sitting.add(now, WasReady(seat))


# The rest.


def show(sitting: Sitting, seat: int, spectators: bool, now: int) -> None:
    """Let spectators see a seat's hand, or no more."""
    if sitting.table.seats[seat].shows != spectators:
        _aside(sitting, now, Shown(seat, spectators))


def may_contribute(table: Table, seat: Seat) -> bool:
    """Whether a seat may still add to the randomness of the next deal."""
    return table.phase != "playing" and not table.closed and not seat.contribution


def contribute(sitting: Sitting, seat: int, text: str, now: int) -> None:
    """Add a seat's own randomness to the next deal, once a round."""
    if not may_contribute(sitting.table, sitting.table.seats[seat]):
        raise InvalidInput("not_now")
    _aside(sitting, now, Contributed(seat, clean_text(text)))


def say(sitting: Sitting, seat: int, phrase: Phrase | None, text: str | None, now: int) -> None:
    """Say a phrase, or a text where the table allows it."""
    if (phrase is None) == (text is None):
        raise InvalidInput("bad_text")
    if text is not None:
        if not sitting.table.options.chat:
            raise InvalidInput("no_chat")
        text = clean_text(text)
    _aside(sitting, now, Said(seat, phrase, text))


def close(sitting: Sitting, now: int) -> None:
    """Close the table for good."""
    if not sitting.table.closed:
        sitting.add(now, Closed())

"""What may be done at a table: each command checks, and adds the events that follow to the session.

A command refused raises a FiveThreeFiveError and has changed nothing. A command done has changed the
table in memory; nobody may be told of it before its events are stored, and where storing fails the
table in memory is thrown away. ``now`` is the time that the events carry, in milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fivethreefive import protocol
from fivethreefive.language import IllegalAction, InvalidInput
from fivethreefive.state import Acted, Dealt, Started
from fivethreefive.table.abilities import (
    PERSON,
    Abilities,
    check_able,
    check_turn,
    hand_is_known,
    may_commit,
    may_reveal,
    may_seat_bot,
    may_set_up,
    may_sit,
    may_start,
    may_take_over,
    may_vote_bot,
)
from fivethreefive.table.deals.dealers import Dealer, NextDeal
from fivethreefive.table.deals.fair_deals import REVEALED, Scheme, is_revealed
from fivethreefive.table.events import (
    ContributionCommitted,
    ContributionRevealed,
    ContributionsClosed,
    SecretDrawn,
)
from fivethreefive.table.quotas import check_event_quota, check_seat_quota, check_set_up_quota, is_used_up
from fivethreefive.table.session import Session
from fivethreefive.table.state import Table
from fivethreefive.table.text_validation import clean_name, clean_text, look_alike


def perform(  # noqa: PLR0912 - one case for each request
    session: Session,
    seat: int | None,
    request: protocol.Request,
    now: int,
    abilities: Abilities = PERSON,
    online: Collection[int] = (),
) -> int | None:
    """Do what a seat's request asks for; a seq where the answer is about an older event.

    The holders of ``online`` seats are there: their contributions to a deal are waited for.

    Raises a FiveThreeFiveError where the seat may not do that, now or with these ``abilities``.
    """
    if seat is None:
        raise InvalidInput("not_seated")
    check_able(abilities, request)
    match request:
        case protocol.Act(turn, _, action):
            return act(session, seat, turn, action, now)
        case protocol.Say():
            say(session, seat, request.phrase, request.text, now)
        case protocol.Start():
            start(session, seat, now, online)
        case protocol.Fill():
            fill(session, seat, request.level, now)
        case protocol.SeatBot():
            seat_bot(session, seat, request.seat, request.level, now)
        case protocol.Leave():
            leave(session, seat, now)
        case protocol.Back():
            come_back(session, seat, now)
        case protocol.VoteBot():
            vote_bot(session, seat, now)
        case protocol.TakeOver():
            take_over(session, seat, now)
        case protocol.Ready():
            ask_ready(session, seat, "round_over", now)
        case protocol.Rematch():
            ask_ready(session, seat, "game_over", now)
        case protocol.Show():
            show(session, seat, request.spectators, now)
        case protocol.Contribute():
            raise InvalidInput("contribution_needs_hash")
        case protocol.CommitContribution():
            commit_contribution(session, seat, request.commitment, now)
        case protocol.RevealContribution():
            reveal_contribution(session, seat, request.value, now)
        case _:
            raise InvalidInput("not_now")
    return None


def open_table(
    code: str,
    options: protocol.TableOptions,
    dealer: Dealer,
    now: int,
    levels: Collection[str] = (),
    bot_names: Sequence[str] = (),
) -> Session:
    """A new table, with the commitment to its first deal published; the rest as in ``Session``."""
    session = Session(Table(), dealer, levels, bot_names)
    session.add(now, protocol.Opened(code, options))
    _draw(session, now, 1, 1)
    return session


def seat_bots(session: Session, bots: Sequence[str | None], now: int) -> None:
    """Put bots on a new table's seats by level; None leaves a seat open."""
    if len(bots) > len(session.table.seats):
        raise InvalidInput("too_many_bots", bots=len(bots), seats=len(session.table.seats))
    for seat, level in enumerate(bots):
        if level is not None:
            _seat_bot(session, seat, check_level(level, session.levels), now)


def check_level(level: str, levels: Collection[str]) -> str:
    """The level itself; InvalidInput where there is none of that name."""
    if level not in levels:
        raise InvalidInput("unknown_level", level=level, known=", ".join(levels))
    return level


# Seats.


def sit(session: Session, name: str, seat: int | None, now: int) -> int:
    """Seat a person; the seat it got: the one asked for, else an empty one, else a bot's."""
    table = session.table
    free = may_sit(table)
    if not free:
        hidden = hand_is_known(table) and not table.closed
        raise InvalidInput("hand_is_shown" if hidden else "no_seat_free")
    if seat is None:
        seat = min(free, key=lambda number: (table.seats[number].kind != "empty", number))
    if seat not in free:
        raise InvalidInput("seat_taken", seat=seat)
    name = clean_name(name)
    _check_name(table, name, seat)
    if _has_host(table):  # Anybody can do this on and on, so it counts against the seat.
        session.add_seat_event(now, protocol.Joined(seat, name))
    else:
        check_set_up_quota(table)
        session.add(now, protocol.Joined(seat, name))
        session.add(now, protocol.NewHost(seat))
    return seat


def name_remote(session: Session, seat: int, name: str, now: int) -> None:
    """Give a remote bot the name that it says."""
    name = clean_name(name)
    _check_name(session.table, name, seat)
    if session.table.seats[seat].name != name:
        session.add_seat_event(now, protocol.Joined(seat, name, remote=True))


def _check_name(table: Table, name: str, seat: int) -> None:
    others = (other.name for number, other in enumerate(table.seats) if number != seat)
    if any(look_alike(name, other) for other in others):
        raise InvalidInput("name_taken", name=name)


def leave(session: Session, seat: int, now: int) -> None:
    """Leave a seat; the host's rights go to the next person there."""
    table = session.table
    if not table.seats[seat].held or table.seats[seat].left:
        raise InvalidInput("not_seated")
    session.add(now, protocol.Left(seat))
    if table.host == seat:
        _pass_host(session, seat, now)


def _has_host(table: Table) -> bool:
    """Whether a person who has not left has the host's rights."""
    if table.host is None:
        return False
    seat = table.seats[table.host]
    return seat.kind == "person" and not seat.left


def _pass_host(session: Session, seat: int, now: int) -> None:
    seats = session.table.seats
    for step in range(1, len(seats)):  # In playing order, as people at a table would.
        other = (seat + step) % len(seats)
        if seats[other].person_plays:
            session.add(now, protocol.NewHost(other))
            return


def come_back(session: Session, seat: int, now: int) -> None:
    """Give a seat back to its holder; nothing happens where it has it."""
    if session.table.seats[seat].left:
        check_seat_quota(session.table, seat)
    _return(session, seat, now)


def _return(session: Session, seat: int, now: int) -> None:
    if session.table.seats[seat].played_by_bot:
        session.add(now, protocol.Returned(seat))
        if not _has_host(session.table):
            session.add(now, protocol.NewHost(seat))


def let_bot_take(session: Session, seat: int, now: int) -> None:
    """Let a bot play for a seat whose holder stays away."""
    if session.table.seats[seat].held and not session.table.seats[seat].played_by_bot:
        session.add(now, protocol.BotTook(seat))


def vote_bot(session: Session, seat: int, now: int) -> None:
    """Vote for a bot to play the turn of another seat."""
    if not may_vote_bot(session.table, seat):
        raise InvalidInput("nobody_is_slow")
    session.add(now, protocol.BotVoted(seat))


# What the host may do.


def start(session: Session, seat: int, now: int, online: Collection[int] = ()) -> None:
    """Begin the first game."""
    _check_host(session.table, seat)
    if not may_start(session.table, seat):
        raise InvalidInput("seats_empty")
    begin_deal(session, online, now)


def take_over(session: Session, seat: int, now: int) -> None:
    """Let a bot play for the person whose turn is slow, until they come back."""
    turn = session.table.turn
    if turn is None or not may_take_over(session.table, seat):
        raise InvalidInput("nobody_is_slow" if seat == session.table.host else "host_only")
    let_bot_take(session, turn, now)


def fill(session: Session, seat: int, level: str, now: int) -> None:
    """Put bots on all empty seats."""
    _check_host(session.table, seat)
    check_level(level, session.levels)
    empty = [number for number, other in enumerate(session.table.seats) if other.kind == "empty"]
    check_set_up_quota(session.table, len(empty))  # For all of them before any: nothing is half done.
    for number in empty:
        _seat_bot(session, number, level, now)


def seat_bot(session: Session, seat: int, where: int, level: str | None, now: int) -> None:
    """Put a bot on a seat, or empty a bot's seat."""
    _check_change(session.table, seat, where)
    if level is not None:
        _seat_bot(session, where, check_level(level, session.levels), now)
    elif session.table.seats[where].kind != "empty":
        session.add_set_up(now, protocol.BotSeated(where))


def invite_bot(session: Session, seat: int, where: int, now: int) -> None:
    """Keep a seat for a remote bot."""
    _check_change(session.table, seat, where)
    session.add_set_up(now, protocol.BotInvited(where, _free_bot_name(session)))


def _seat_bot(session: Session, seat: int, level: str, now: int) -> None:
    session.add_set_up(now, protocol.BotSeated(seat, level, _free_bot_name(session)))


def _free_bot_name(session: Session) -> str:
    taken = [seat.name for seat in session.table.seats]
    # There are more names here than seats, so that one is always free, whatever people call themselves.
    names = (*session.bot_names, *(f"{name} 2" for name in session.bot_names), *map(str, range(1, 8)))
    return next(name for name in names if not any(look_alike(name, other) for other in taken))


def _check_host(table: Table, seat: int) -> None:
    if seat != table.host:
        raise InvalidInput("host_only")
    if not may_set_up(table, seat):
        raise InvalidInput("game_began")


def _check_change(table: Table, seat: int, where: int) -> None:
    _check_host(table, seat)
    if where not in may_seat_bot(table, seat):
        raise InvalidInput("seat_taken", seat=where)


# Playing.


def act(session: Session, seat: int, turn: int, action: str, now: int) -> int:
    """Play an action for the turn that ``turn`` numbers; the seq of the move.

    The same seat's same action for a turn that has passed is that move again: nothing more happens.
    """
    table = session.table
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
    # Whoever plays is back, and need not say so first: refused where coming back is.
    come_back(session, seat, now)
    _play(session, seat, action, now)
    return table.moves[-1][2]


def act_for(session: Session, seat: int, turn: int, action: str, now: int) -> bool:
    """Play a bot's action, unless that turn has passed or is a person's again; whether it was played."""
    table = session.table
    if table.turn != seat or turn != len(table.moves) or table.closed or not table.bot_plays(seat):
        return False
    _play(session, seat, action, now)
    return True


def _play(session: Session, seat: int, action: str, now: int) -> None:
    table = session.table
    session.add(now, Acted(seat, action))
    for event in table.following:
        session.add(now, event)
    if table.phase == "round_over":
        _draw(session, now, len(table.games), table.games[-1].game.rounds + 1)
    elif table.phase == "game_over":
        _draw(session, now, len(table.games) + 1, 1)


def why_illegal(table: Table, seat: int | None, action: str) -> IllegalAction | None:
    """Why an action of the seat to play is not legal; None where it is.

    Raises InvalidInput where it is not the seat's turn.
    """
    check_turn(table, seat)
    return table.games[-1].game.round.why_illegal(action)


def begin_deal(session: Session, online: Collection[int], now: int) -> None:
    """Close the contributions of those who are there, to be revealed next; where there are none, deal."""
    table = session.table
    seats = [(number, seat) for number, seat in enumerate(table.seats) if seat.commitment]
    counted = tuple(number for number, seat in seats if number in online and seat.person_plays)
    if counted:
        session.add(now, ContributionsClosed(counted))
    else:
        deal(session, now)


def deal(session: Session, now: int) -> None:
    """Deal the round that comes next, of this game or of a new one."""
    table = session.table
    assert table.phase != "playing"
    next_ = next_deal(table)
    if next_.round == 1:
        session.add(now, Started(next_.rules, tuple(seat.name for seat in table.seats)))
    leader, hands = session.dealer.deal(next_)
    session.add(now, Dealt(next_.round, hands, leader))


def close_if_used_up(session: Session, now: int) -> None:
    """Close a table whose game does not end: its points may be too few for its target, for years."""
    table = session.table
    if table.phase == "round_over" and is_used_up(table) and not table.closed:
        session.add(now, protocol.Closed())


def next_deal(table: Table) -> NextDeal:
    """The round that comes next, as a dealer has to know it."""
    secret: bytes | None = None
    scheme: Scheme = REVEALED
    if table.drawn is not None:
        secret, scheme = bytes.fromhex(table.drawn.secret), table.drawn.scheme
    contributions = tuple(seat.contribution for seat in table.seats)
    drawn = secret, scheme, contributions
    if table.phase != "round_over":
        return NextDeal(table.options.rules, len(table.games) + 1, 1, None, (), *drawn)
    played, number = table.games[-1], len(table.games)
    game = played.game
    return NextDeal(
        table.options.rules, number, game.rounds + 1, game.next_leader(), played.dealt_before, *drawn
    )


def _draw(session: Session, now: int, game: int, round_: int) -> None:
    if secret := session.dealer.draw():
        session.add(now, SecretDrawn(game, round_, secret.hex(), REVEALED))


def ask_ready(session: Session, seat: int, phase: str, now: int) -> None:
    """Ask for the next round in phase ``round_over``, or for a rematch in ``game_over``."""
    if session.table.phase != phase or session.table.closed:
        raise InvalidInput("not_now")
    if phase == "game_over":  # Only a rematch: a game that has begun can always be finished.
        check_event_quota(session.table)
    if not session.table.seats[seat].ready:
        _return(session, seat, now)
        session.add(now, protocol.WasReady(seat))


# The rest.


def show(session: Session, seat: int, spectators: bool, now: int) -> None:
    """Let spectators see a seat's hand, or no more."""
    if session.table.seats[seat].shows != spectators:
        session.add_seat_event(now, protocol.Shown(seat, spectators))


def commit_contribution(session: Session, seat: int, commitment: str, now: int) -> None:
    """Publish the hash of what a seat contributes to the next deal, in place of one before."""
    if not may_commit(session.table, session.table.seats[seat]):
        raise InvalidInput("not_now")
    if session.table.seats[seat].commitment != commitment:
        session.add_seat_event(now, ContributionCommitted(seat, commitment))


def reveal_contribution(session: Session, seat: int, value: str, now: int) -> None:
    """Reveal what a seat has committed to; the last one that is waited for has the round dealt."""
    table = session.table
    if not may_reveal(table, seat):
        raise InvalidInput("not_now")
    if not is_revealed(value, table.seats[seat].commitment):
        raise InvalidInput("not_your_contribution")
    session.add(now, ContributionRevealed(seat, value))
    if not any(may_reveal(table, other) for other in table.contributors):
        deal(session, now)


def say(session: Session, seat: int, phrase: protocol.Phrase | None, text: str | None, now: int) -> None:
    """Say a phrase, or a text where the table allows it."""
    if (phrase is None) == (text is None):
        raise InvalidInput("bad_text")
    if text is not None:
        if not session.table.options.chat:
            raise InvalidInput("no_chat")
        text = clean_text(text)
    session.add_seat_event(now, protocol.Said(seat, phrase, text))

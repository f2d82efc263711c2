"""What each viewer may do at a table now: commands refuse, and views offer, by the same answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from fivethreefive import protocol
from fivethreefive.language import InvalidInput
from fivethreefive.table.deals.fair_deals import REVEALED
from fivethreefive.table.quotas import has_event_quota, has_seat_quota
from fivethreefive.table.state import Table, TableSeat

Ability = Literal[
    "sit", "act", "hint", "start", "fill", "seat_bot", "leave", "back", "vote_bot", "take_over",
    "ready", "rematch", "show", "commit", "reveal", "say",
]  # fmt: skip
Abilities = frozenset[Ability]

NEEDED: Mapping[type[Any], Ability] = {
    protocol.Sit: "sit",
    protocol.Act: "act",
    protocol.Hint: "hint",
    protocol.Start: "start",
    protocol.Fill: "fill",
    protocol.SeatBot: "seat_bot",
    protocol.InviteBot: "seat_bot",
    protocol.Leave: "leave",
    protocol.Back: "back",
    protocol.VoteBot: "vote_bot",
    protocol.TakeOver: "take_over",
    protocol.Ready: "ready",
    protocol.Rematch: "rematch",
    protocol.Show: "show",
    protocol.Contribute: "commit",
    protocol.CommitContribution: "commit",
    protocol.RevealContribution: "reveal",
    protocol.Say: "say",
}
"""The ability that each request needs."""

PERSON: Abilities = frozenset(NEEDED.values())
"""A person at a server's table."""
REMOTE_BOT: Abilities = frozenset(("sit", "act", "leave", "back"))
"""A bot that connects from outside; it sits down to say its name."""
ALONE: Abilities = frozenset(("act", "hint", "ready", "rematch"))
"""The only person at a table on their own machine: nobody to talk to, and no host's tools."""


def check_able(abilities: Abilities, request: protocol.Request) -> None:
    """Raise InvalidInput where a viewer with these abilities may never make this request."""
    if NEEDED.get(type(request)) not in abilities:
        never = {REMOTE_BOT: "not_for_bots", ALONE: "only_bots_here"}
        raise InvalidInput(never.get(abilities, "not_now"))


def can_do(table: Table, viewer: int | None, abilities: Abilities = PERSON) -> protocol.Can:
    """What a seat, or with None a spectator, may do now, of what ``abilities`` allow at all."""
    if table.closed:
        return protocol.Can()
    if viewer is None:
        return protocol.Can(sit=may_sit(table) if "sit" in abilities else ())
    if table.seats[viewer].kind == "remote":  # Also where a person uses the token of a bot.
        abilities &= REMOTE_BOT
    now = {name: value for name, value in _now(table, viewer).items() if name in abilities}
    hints = "hint" in abilities and _among_bots(table, viewer)
    return protocol.Can(**now, hint_in_turn=hints, chat=bool(now.get("say")) and table.options.chat)


def _now(table: Table, number: int) -> dict[Ability, Any]:
    seat = table.seats[number]
    more = has_seat_quota(table, number)
    return {
        "act": table.turn == number and (not seat.played_by_bot or may_come_back(table, number)),
        "hint": may_hint(table, number),
        "start": may_start(table, number),
        "fill": may_set_up(table, number) and any(other.kind == "empty" for other in table.seats),
        "seat_bot": may_seat_bot(table, number),
        "leave": not seat.left,
        "back": may_come_back(table, number),
        "vote_bot": may_vote_bot(table, number),
        "take_over": may_take_over(table, number),
        "ready": table.next_round_follows and not seat.ready,
        # A table keeps all its events, so rematches have to end some day.
        "rematch": table.phase == "game_over" and not seat.ready and has_event_quota(table),
        "show": more,
        "commit": more and may_commit(table, seat),
        "reveal": may_reveal(table, number),
        "say": more,
    }


def may_sit(table: Table) -> tuple[int, ...]:
    """The seats that a newcomer may take.

    In a round of which spectators were shown a hand nobody can come in: whoever does may have seen it,
    also where it is hidden again.
    """
    if table.closed or hand_is_known(table):
        return ()
    return _of_kind(table, "empty", "bot")


def hand_is_known(table: Table) -> bool:
    """Whether spectators were shown a hand of the round that goes on."""
    return table.phase == "playing" and table.hand_was_shown


def may_come_back(table: Table, seat: int) -> bool:
    """Whether a bot stands in for a seat's holder, who may have it back now."""
    return table.seats[seat].played_by_bot and (not table.seats[seat].left or has_seat_quota(table, seat))


def may_vote_bot(table: Table, seat: int) -> bool:
    """Whether a seat may vote for a bot to play the turn of another seat, which is slow."""
    votes = table.seats[seat].person_plays and seat not in table.votes
    return votes and _others_wait(table, seat)


def may_take_over(table: Table, seat: int) -> bool:
    """Whether the host may let a bot take the seat whose turn is slow."""
    return seat == table.host and _others_wait(table, seat)


def _others_wait(table: Table, seat: int) -> bool:
    return table.slow and table.turn not in (None, seat) and not table.bot_has_turn and not table.closed


def may_set_up(table: Table, seat: int | None) -> bool:
    """Whether the seat may set up the table: it is the host's, and no game has begun."""
    if seat is None or seat != table.host or table.closed:
        return False
    return table.phase == "waiting" and not table.contributors


def may_seat_bot(table: Table, seat: int | None) -> tuple[int, ...]:
    """The seats whose bot the host may choose now."""
    return _of_kind(table, "empty", "bot", "remote") if may_set_up(table, seat) else ()


def may_start(table: Table, seat: int | None) -> bool:
    """Whether the seat may begin the first game now."""
    return may_set_up(table, seat) and not _of_kind(table, "empty")


def may_commit(table: Table, seat: TableSeat) -> bool:
    """Whether a person may still commit to a contribution to the next deal, where that is drawn at all."""
    if table.phase == "playing" or table.closed or table.contributors or not seat.person_plays:
        return False
    if table.drawn is None or table.drawn.scheme != REVEALED:
        return False
    return table.phase == "game_over" or not seat.withheld


def may_reveal(table: Table, seat: int) -> bool:
    """Whether a seat's contribution is waited for."""
    return seat in table.contributors and not table.seats[seat].contribution and not table.closed


def may_hint(table: Table, seat: int | None) -> bool:
    """Whether a seat may be told what to play: in its turn, where all others are bots of the house."""
    return seat is not None and table.turn == seat and not table.closed and _among_bots(table, seat)


def check_hint(table: Table, seat: int | None) -> None:
    """Raise InvalidInput where a seat may not be told what to play."""
    if seat is None:
        raise InvalidInput("not_seated")
    if not _among_bots(table, seat):
        raise InvalidInput("hint_among_people")
    check_turn(table, seat)
    if not may_hint(table, seat):
        raise InvalidInput("not_now")


def check_turn(table: Table, seat: int | None) -> None:
    """Raise InvalidInput, with what is the matter, where it is not a seat's turn; None is a spectator."""
    if table.phase == "game_over":
        raise InvalidInput("game_is_over", "R21")
    if table.phase != "playing":
        raise InvalidInput("game_not_begun" if table.phase == "waiting" else "not_playing")
    if seat is None:
        raise InvalidInput("not_seated")
    if table.turn != seat:
        raise InvalidInput("not_your_turn", "R9a")


def _among_bots(table: Table, seat: int) -> bool:
    others = (other.kind for number, other in enumerate(table.seats) if number != seat)
    return table.seats[seat].kind == "person" and all(kind == "bot" for kind in others)


def _of_kind(table: Table, *kinds: protocol.SeatKind) -> tuple[int, ...]:
    return tuple(number for number, seat in enumerate(table.seats) if seat.kind in kinds)

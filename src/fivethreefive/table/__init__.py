"""One table, pure and synchronous: no clock, no chance, no I/O.

A ``Table`` is the fold of its events. A ``Session`` goes on with one: ``commands`` check what is asked for
and add the events that follow; a ``Dealer`` that was handed in deals. ``view`` says what a viewer may know
and do, ``wait_of`` what comes next by itself; how long that takes is for whoever has a clock.

Servers, games on one machine, program bots and replays all use this package.

A game on this machine, a person at seat 0 against bots::

    session = local_session(rules, seats, 0, SeededDealer(seed), level_of)
    commands.deal(session, now)
    while (wait := wait_of(session.table, online={0})) is not None:
        ...  # a bot's turn: commands.act_for; the next deal: commands.deal
    commands.perform(session, 0, request, now, ALONE)
    view(session.table, 0, Presence(online={0}), ALONE)
"""

from __future__ import annotations

from fivethreefive.table.abilities import (
    ALONE,
    NEEDED,
    PERSON,
    REMOTE_BOT,
    Abilities,
    check_able,
    check_hint,
    may_come_back,
)
from fivethreefive.table.deals.dealers import Dealer, FairDealer, NextDeal, SeededDealer
from fivethreefive.table.deals.fair_deals import SECRET_BYTES
from fivethreefive.table.quotas import is_used_up
from fivethreefive.table.replay import TableReplay, replay_steps
from fivethreefive.table.session import Session, local_session, resume
from fivethreefive.table.state import PlayedGame, Table
from fivethreefive.table.trick import beats
from fivethreefive.table.views import Presence, decision_view, summary, view
from fivethreefive.table.waiting import Wait, wait_of

__all__ = [
    "ALONE",
    "NEEDED",
    "PERSON",
    "REMOTE_BOT",
    "SECRET_BYTES",
    "Abilities",
    "Dealer",
    "FairDealer",
    "NextDeal",
    "PlayedGame",
    "Presence",
    "SeededDealer",
    "Session",
    "Table",
    "TableReplay",
    "Wait",
    "beats",
    "check_able",
    "check_hint",
    "decision_view",
    "is_used_up",
    "local_session",
    "may_come_back",
    "replay_steps",
    "resume",
    "summary",
    "view",
    "wait_of",
]

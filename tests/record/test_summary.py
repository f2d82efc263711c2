"""What the compiled engine says of a game: it accepts the same games as the objects do, and counts them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from fivethreefive import Game, InvalidRecord, Rules
from fivethreefive.record import TRICK_ENDS
from fivethreefive.record.summary import GameSummary, summarize
from fivethreefive.rules.setup import OpenTrick, dealt_row, position_row
from fivethreefive.rules.tables import compile_rules
from fivethreefive.state import Acted, Dealt, GameEnded, GameEvent, RoundEnded
from fivethreefive.state.replay import steps
from support.record_cases import VARIANTS, play

SEEDS = range(3)


@cache
def events_of(variant: str, seed: int) -> tuple[GameEvent, ...]:
    return tuple(play(VARIANTS[variant], seed).events)


def counted(game: Game, given: int) -> GameSummary:
    """The same counts from what the objects say of each step."""
    players = range(game.rules.players)
    rounds = 0
    points, decisions, passes, tricks = Counter(), Counter(), Counter(), Counter()  # type: ignore[var-annotated]
    acted: list[tuple[int, str, str | None]] = []
    for step in steps(game.events) if len(game.events) > 1 else ():
        match step.event:
            case Acted(seat=seat, text=text):
                acted.append((seat, text, step.ended))
            case RoundEnded(points=scored):
                rounds += 1
                points.update(dict(enumerate(scored)))
                decisions.update(seat for seat, _, _ in acted)
                passes.update(seat for seat, text, _ in acted if text == "pass")
                tricks.update(ended for _, _, ended in acted if ended)
                acted.clear()
    return GameSummary(
        rounds, game.is_over, game.is_over and given == len(game.events), game.winners or (),
        tuple(points[seat] for seat in players), tuple(decisions[seat] for seat in players),
        tuple(passes[seat] for seat in players), tuple(tricks[rule] for rule in TRICK_ENDS),
    )  # fmt: skip


def both_agree(rules: Rules, events: list[GameEvent]) -> bool:
    """Whether the events are a game's; the compiled engine and the objects have to say the same."""
    found = summarize(rules, events)
    try:
        game = Game.from_events(events)
    except InvalidRecord:
        assert found is None
        return False
    assert found == counted(game, len(events))
    return True


@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_games_and_all_their_beginnings(variant: str) -> None:
    for seed in SEEDS:
        events = list(events_of(variant, seed))
        assert both_agree(VARIANTS[variant], events)
        for end in range(2, len(events), 7):
            assert both_agree(VARIANTS[variant], events[:end])
        for end in range(len(events) - 4, len(events)):
            assert both_agree(VARIANTS[variant], events[:end])


def test_a_game_of_which_nothing_is_dealt() -> None:
    rules = Rules(3)
    zeros = (0,) * 3
    found = summarize(rules, [play(rules, 1).events[0]])
    assert found == GameSummary(0, False, False, (), zeros, zeros, zeros, (0,) * 5)


NUMBERS = st.sampled_from([-1, 0, 1, 2, 3, 5, 6, 7, 255, 256, 2**31, 2**63, 10**30])


@st.composite
def changed(draw: st.DrawFn) -> tuple[Rules, list[GameEvent]]:
    """A game of which a few events are changed, moved, repeated or left out."""
    variant = draw(st.sampled_from(list(VARIANTS)))
    events = list(events_of(variant, draw(st.sampled_from(SEEDS))))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(1, len(events) - 1))
        match draw(st.sampled_from(["change", "change", "swap", "repeat", "drop", "stop", "move"])):
            case "change":
                events[place] = draw(other(events[place], events))
            case "swap":
                there = draw(st.integers(1, len(events) - 1))
                events[place], events[there] = events[there], events[place]
            case "repeat":
                events.insert(place, events[place])
            case "move":
                events.insert(place, events[draw(st.integers(1, len(events) - 1))])
            case "drop" if len(events) > 3:
                del events[place]
            case "stop" if place > 2:
                del events[place:]
    return VARIANTS[variant], events


@st.composite
def other(draw: st.DrawFn, event: GameEvent, events: list[GameEvent]) -> GameEvent:
    """An event of the same kind that says something else."""
    field = draw(st.sampled_from(event.__struct_fields__))
    value: Any = getattr(event, field)
    if isinstance(value, int):
        value = draw(NUMBERS)
    elif isinstance(value, str):
        texts = sorted({one.text for one in events if isinstance(one, Acted)})
        value = draw(st.sampled_from([*texts, "", "x", "pass ", "1-1", "4-3", ">", "1-2-3-4"]))
    elif field == "hands":
        value = tuple(tuple(hand) for hand in draw(hands(value)))
    else:
        value = draw(st.lists(NUMBERS, max_size=7).map(tuple))
    return replace(event, **{field: value})


@st.composite
def hands(draw: st.DrawFn, dealt: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    changing = [list(hand) for hand in dealt]
    hand = draw(st.sampled_from(changing))
    match draw(st.sampled_from(["card", "all", "swap", "order", "more", "fewer", "none", "exchange"])):
        case "card":
            hand[draw(st.integers(0, len(hand) - 1))] = draw(st.integers(-1, 17))
            if draw(st.booleans()):
                hand.sort()
        case "all":
            hand[:] = [draw(st.integers(1, 15))] * len(hand)
        case "swap":
            changing.reverse()
        case "order":
            hand.reverse()
        case "more":
            hand.append(hand[-1])
        case "fewer":
            hand.pop()
        case "none":
            changing.pop()
        case "exchange":  # Of two seats, so that it is a deal still.
            there = draw(st.sampled_from(changing))
            hand[0], there[-1] = there[-1], hand[0]
            hand.sort()
            there.sort()
    return changing


@given(changed())
def test_the_compiled_engine_accepts_what_the_objects_accept(case: tuple[Rules, list[GameEvent]]) -> None:
    both_agree(*case)


def test_a_deal_of_too_many_equal_cards_is_refused_however_many() -> None:
    """A count of a packed hand has four bits: sixteen cards of one rank look like one of the next."""
    for copies in (1, 2, 5):
        rules = Rules(2, deal=13, copies=4) if copies != 5 else Rules(2, deal=32, copies=5)
        tables = compile_rules(rules)
        for rank in rules.ranks:
            assert dealt_row(tables, [(rank,) * rules.deal] * 2, 0) is None


def test_a_deal_is_the_row_of_its_position() -> None:
    for variant, rules in VARIANTS.items():
        dealt = events_of(variant, 1)[1]
        assert isinstance(dealt, Dealt)
        tables = compile_rules(rules)
        row = position_row(tables, dealt.hands, dealt.leader, OpenTrick(), ())
        assert dealt_row(tables, dealt.hands, dealt.leader) == row


def test_some_games_end_and_some_do_not() -> None:
    """The games above are of every kind."""
    ends = {type(events_of(variant, seed)[-1]) for variant in VARIANTS for seed in SEEDS}
    assert ends == {GameEnded}

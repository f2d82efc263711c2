"""Reading a written action, and saying why it is not legal, or why it ends the trick."""

from __future__ import annotations

from fivethreefive.cards import read_cards, write_cards
from fivethreefive.language import IllegalAction, InvalidCards
from fivethreefive.rules import melds
from fivethreefive.rules.actions import FIRST_ADD, MAKES, MELDS, PASS_ACTION, PREFIX, Action, ActionKind
from fivethreefive.rules.melds import Cards, Meld
from fivethreefive.rules.options import Rules


def read_action(text: str) -> tuple[ActionKind, Cards]:
    """The kind and the cards that a written action names, whether or not it is legal.

    Raises IllegalAction where ``text`` is no written form (see "Written form" in the rules).
    """
    if text == "pass":
        return "pass", ()
    kind: ActionKind = {">": "overwrite", "+": "add"}.get(text[:1], "lead")  # type: ignore[assignment]
    try:
        cards = read_cards(text if kind == "lead" else text[1:])
    except InvalidCards as error:
        raise IllegalAction(error.code, error.rule, **error.parameters) from None
    if not cards:
        raise IllegalAction("not_cards", text=text)
    return kind, cards


def why_illegal(rules: Rules, hand: Cards, central: Meld | None, text: str) -> IllegalAction | None:
    """Why a written action is not legal for ``hand`` on ``central``; None where it is legal."""
    try:
        kind, cards = read_action(text)
    except IllegalAction as error:
        return error
    if (kind == "lead") != (central is None):
        return _other_kind(rules, hand, central, kind, cards)
    if refused := _refuse_cards(rules, hand, kind, cards):
        return refused
    if kind == "pass":
        return None
    if central is None:
        refused = melds.refuse_lead(rules, cards)
    else:
        refuse = melds.refuse_overwrite if kind == "overwrite" else melds.refuse_add
        refused = refuse(rules, central, cards)
    written = PREFIX[kind] + write_cards(cards)
    # Records have one text for each action, so the same cards in another order are refused.
    if refused is None and text != written:
        return IllegalAction("not_as_written", text=text, written=written)
    return refused


def written_here(id_: int, central: Meld | None) -> str:
    """The written form that an action of the catalogue has on ``central``, legal or not.

    Raises IllegalAction for an add of what cannot be made there.
    """
    made = MELDS[MAKES[id_]]
    if made is None:
        return str(PASS_ACTION)
    if id_ < FIRST_ADD:
        return PREFIX["lead" if central is None else "overwrite"] + write_cards(made.cards)
    if central is None:
        raise IllegalAction("nothing_to_add_to", "R9")
    added = melds.cards_to_add(central.cards, made.cards)
    if not added:
        table, whole = write_cards(central.cards), write_cards(made.cards)
        raise IllegalAction("not_made_here", "R11", table=table, whole=whole)
    return PREFIX["add"] + write_cards(added)


def _other_kind(
    rules: Rules, hand: Cards, central: Meld | None, kind: ActionKind, cards: Cards
) -> IllegalAction:
    """That this table wants another kind of action, and which of them the same cards are."""
    written = write_cards(cards)

    def is_legal(other: ActionKind) -> bool:
        return why_illegal(rules, hand, central, PREFIX[other] + written) is None

    if central is None:
        if kind == "pass":
            return IllegalAction("leader_may_not_pass", "R9")
        if is_legal("lead"):
            return IllegalAction("nothing_on_table", "R9", cards=written)
        return IllegalAction("nothing_to_follow", "R9")
    table, both = write_cards(central.cards), (is_legal("overwrite"), is_legal("add"))
    if not any(both):
        return IllegalAction("nobody_leads", "R9", table=table)
    code = {(True, False): "say_overwrite", (False, True): "say_add"}.get(both, "say_which")
    return IllegalAction(code, "R12", cards=written, table=table)


def _refuse_cards(rules: Rules, hand: Cards, kind: ActionKind, cards: Cards) -> IllegalAction | None:
    for card in cards:
        if card not in rules.ranks:
            return IllegalAction("rank_not_in_deck", "R1", card=card)
    if too_many := melds.refuse_count(cards):
        return too_many
    if missing := melds.cards_missing(hand, cards):
        rule = {"lead": "R9", "overwrite": "R10", "add": "R11"}[kind]
        return IllegalAction("not_in_hand", rule, cards=write_cards(cards), missing=write_cards(missing))
    return None


def end_rule(rules: Rules, action: Action) -> str | None:
    """The rule by which a play ends its trick at once (R16, R17 or R18), if one does."""
    makes = melds.meld_of(rules, action.makes)
    if not action.ends_trick or makes is None:
        return None
    if action.kind == "overwrite":
        return melds.overwrite_ends_trick(action.cards)
    return melds.add_ends_trick(rules, makes, action.cards)

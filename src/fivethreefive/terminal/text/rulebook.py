"""The rules as they are played under given options, good enough to learn the game from.

The sentences are the catalogue's. Numbers come from the options and examples from the compiled
tables, so that they hold for the deck and the variants in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from fivethreefive.cards import write_cards
from fivethreefive.rules.actions import Action
from fivethreefive.rules.explain import end_rule
from fivethreefive.rules.melds import Cards, Kind, meld_of
from fivethreefive.rules.options import Rules
from fivethreefive.terminal.text.console import Console
from fivethreefive.terminal.text.game_text import possible


def show_rules(console: Console, rules: Rules) -> None:
    """Write the rules as played under ``rules``."""
    console.line(console.paint(console.text("rules.title", players=rules.players), "strong"))
    written = console.text("rules.heading_written"), [console.text("rules.written")]
    for heading, sentences in [*Rulebook(console, rules).sections(), written]:
        console.heading(heading)
        for sentence in sentences:
            console.line(sentence, hang=2 if sentence.startswith("- ") else 0)
    console.line()


class Rulebook:
    """The sections of the rules, each as paragraphs; a paragraph that starts with "- " is an item."""

    def __init__(self, console: Console, rules: Rules) -> None:
        self.console = console
        self.text = console.text
        self.rules = rules
        self.leads = possible(rules, ())

    def sections(self) -> Iterator[tuple[str, Iterable[str]]]:
        """The headings, each with its paragraphs; how plays are typed is not among them."""
        rules, text = self.rules, self.text
        yield (
            text("rules.heading_aim"),
            [text("rules.aim"), text(f"rules.game_{rules.format}", target=rules.target)],
        )
        yield text("rules.heading_cards"), self.cards()
        yield text("rules.heading_melds"), self.melds()
        yield text("rules.heading_strength"), self.strength()
        yield text("rules.heading_turn"), self.turn()
        yield text("rules.heading_end"), self.end()
        two_hands = [text("rules.round_two_hands")] if rules.format == "two_hands" else []
        yield text("rules.heading_round"), [text("rules.round"), *two_hands]

    def cards(self) -> Iterator[str]:
        """The deck, the points, the deal and who leads a round."""
        rules, text = self.rules, self.text
        yield text(
            "rules.deck", deck=rules.deck_size, count=rules.copies, groups=self.console.hand(rules.ranks)
        )
        yield self.points()
        dealt = rules.players * rules.deal * (2 if rules.format == "two_hands" else 1)
        deal = text(f"rules.deal_{rules.format}", deal=rules.deal)
        if rest := rules.deck_size - dealt:
            deal += " " + text("rules.rest", count=rest)
        yield deal
        yield f"{text('rules.first_leader')} {text(f'rules.next_leader_{rules.next_leader}')}"

    def points(self) -> str:
        """What each card costs."""
        rules, listed = self.rules, []
        for value in sorted(set(rules.points.values())):
            named = " ".join(self.console.card(rank) for rank in rules.ranks if rules.points[rank] == value)
            listed.append(self.text("rules.points_on", count=value, cards=named))
        return self.text("rules.points", points="; ".join(listed))

    def melds(self) -> Iterator[str]:
        """The types of meld that this deck has."""
        yield self.text("rules.melds")
        yield self.text("rules.single")
        if self._of("set"):
            yield self.text("rules.set", copies=self.rules.copies)
        if self._of("run"):
            yield self.text("rules.run")
            gaps = [self.text("rules.gap", a=a, b=b) for a, b in pairwise(self.rules.ranks) if b > a + 1]
            if gaps:
                yield self.text("rules.gaps", gaps=", ".join(gaps))

    def strength(self) -> Iterator[str]:
        """Which meld beats which: the one thing that newcomers get wrong."""
        low, high = self.rules.ranks[0], self.rules.ranks[-1]
        if low != high:
            key = "rules.higher" if self._of("set") else "rules.higher_single"
            weak_set, strong_set = write_cards((low, low)), write_cards((high, high))
            yield self.text(key, weak=low, strong=high, weak_set=weak_set, strong_set=strong_set)
        for size in (3, 2):
            if len(runs := [cards for cards in self._of("run") if len(cards) == size]) > 1:
                yield self.text("rules.lower", weak=write_cards(runs[-1]), strong=write_cards(runs[0]))
                break
        yield self.text("rules.equal")

    def turn(self) -> Iterator[str]:
        """What a player may do."""
        text = self.text
        yield text("rules.turn")
        yield text("rules.lead")
        yield f"{text('rules.overwrite')} {text(f'rules.overwrite_{self.rules.overwrite}')}"
        add = [text("rules.add")]
        if both := self._both_ends():
            table, action = both
            add.append(text("rules.add_both", table=write_cards(table), cards=write_cards(action.cards)))
        yield " ".join(add)
        yield text("rules.pass")
        if either := self._either():
            table, over, added = either
            yield text(
                "rules.either", table=write_cards(table), cards=write_cards(over.cards),
                over=over, add=added, makes=write_cards(added.makes),
            )  # fmt: skip

    def end(self) -> Iterator[str]:
        """When a trick is over."""
        rules = self.rules
        ends = {end_rule(rules, a) for lead in self.leads for a in possible(rules, lead.cards)}
        yield self.text("rules.end")
        yield self.text("rules.end_passed")
        if "R16" in ends:
            yield self.text("rules.end_set", copies=rules.copies)
        if "R17" in ends:
            yield self.text("rules.end_run")
        if "R18" in ends:
            yield self.text("rules.end_eight")
            yield self.text("rules.eight_led")

    def _of(self, kind: Kind) -> list[Cards]:
        melds = [(meld_of(self.rules, lead.cards), lead.cards) for lead in self.leads]
        return [cards for meld, cards in melds if meld is not None and meld.kind == kind]

    def _both_ends(self) -> tuple[Cards, Action] | None:
        for table in reversed(self._of("run")):
            for action in possible(self.rules, table):
                if action.kind == "add" and action.cards[0] < table[0] and action.cards[-1] > table[-1]:
                    return table, action
        return None

    def _either(self) -> tuple[Cards, Action, Action] | None:
        for table in self._of("single")[len(self.rules.ranks) // 6 :]:
            plays = possible(self.rules, table)
            for over in plays:
                for add in plays:
                    if (over.kind, add.kind, over.cards) == ("overwrite", "add", add.cards):
                        return table, over, add
        return None

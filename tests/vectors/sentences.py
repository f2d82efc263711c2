"""What clients say of a view, an event or an action, by the keys of the catalogues, in every language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from fivethreefive import Round, Rules
from fivethreefive.language import LANGUAGES, Catalogue
from fivethreefive.protocol import (
    Advised,
    Beats,
    BotGotTurn,
    BotTook,
    BotVoted,
    Can,
    Closed,
    Fairness,
    Happened,
    Joined,
    Left,
    Mistake,
    Moved,
    NewHost,
    Opened,
    Reason,
    Returned,
    RoundDealt,
    RoundOver,
    Said,
    SeatView,
    SlowTurn,
    TableOptions,
    TrickEnd,
    View,
    WasReady,
    encode,
)
from fivethreefive.rules.actions import Action

ME, BEN, CLEO = range(3)
RULES = Rules(3, deal=6)
SEATS = (
    SeatView("person", "Ana", online=True, host=True),
    SeatView("bot", "Ben", level="easy", online=True),
    SeatView("person", "Cleo", online=True),
)


class Text(NamedTuple):
    """A sentence of the catalogue, with what it is filled with: texts too, or several joined by a key."""

    key: str
    parameters: dict[str, Any] = {}  # noqa: RUF012 # never changed

    def say(self, language: str) -> str:
        """The sentence in a language."""
        filled = {
            name: value.say(language) if isinstance(value, Text | Joint) else value
            for name, value in self.parameters.items()
        }
        return Catalogue.of(language).say(self.key, **filled)


class Joint(NamedTuple):
    """Texts with something between them."""

    between: str
    texts: tuple[Any, ...]  # Of texts, joints and plain ones

    def say(self, language: str) -> str:
        """The texts in a language."""
        return self.between.join(
            text if isinstance(text, str) else text.say(language) for text in self.texts
        )


def text(key: str, **parameters: Any) -> Text:
    """A sentence of the catalogue."""
    return Text(key, parameters)


def everywhere(said: Text | Joint | str) -> dict[str, str]:
    """A text in every language."""
    return {language: said if isinstance(said, str) else said.say(language) for language in LANGUAGES}


def figure(written: str) -> Joint:
    """Numbers as English writes them, with the decimal sign of each language."""
    first, *others = written.split(".")
    sign = text("page.decimal_sign")
    return Joint("", (first, *(part for other in others for part in (sign, other))))


YOU = text("play.you")
EASY = text("page.level_easy")


def position(hand: tuple[int, ...], table: tuple[int, ...] = (), turn: int = ME) -> Round:
    """A round in the middle of which somebody is to play; Cleo played last."""
    hands = [hand, (7, 7, 9), (1, 2, 8)]
    if not table:
        return Round(RULES, hands, leader=turn)
    return Round(RULES, hands, table=table, last=CLEO if turn != CLEO else BEN, turn=turn)


def view(round_: Round, you: int | None = ME) -> View:
    """The table as Ana sees it, or a spectator."""
    observation = round_.observe(you)
    return View(
        code="BCDFGH", phase="playing", options=TableOptions(RULES), seats=SEATS, you=you, watchers=0,
        game=1, turn_number=4, points=(), scores=(0, 0, 0), winners=None, clock_ms=None,
        clock_running=False, fair=Fairness(None, 1, ()), observation=observation, beats=None,
        laid_by=(CLEO,) * len(observation.table), trick=(), last_trick=(), last_trick_end=None,
        last_table=(), last_laid_by=(), hands=(None,) * 3,
        can=Can(act=observation.turn == you),
    )  # fmt: skip


LEADING = view(position((1, 2, 4, 9)))
FOLLOWING = view(position((4, 4, 5, 9), table=(3,)))
WAITING = view(position((4, 4, 5, 9), table=(3,), turn=BEN))
WATCHING = view(position((4, 4, 5, 9), table=(3,), turn=BEN), you=None)


VIEWS = {"leading": LEADING, "following": FOLLOWING, "waiting": WAITING, "watching": WATCHING}


def case(name: str, seen: View, asked: dict[str, Any], said: Any, **changes: Any) -> dict[str, Any]:
    """One vector: a view (by its name where others have it too), what is asked of it, and what is said."""
    names = [name for name, view in VIEWS.items() if view is seen]
    shown = {"view": names[0]} if names else {"view": seen}
    vector: dict[str, Any] = json.loads(
        encode({"name": name, **shown, "changes": changes, **asked, "says": said})
    )
    return vector


def log() -> Iterator[dict[str, Any]]:
    """The lines of the log for an event; each has its kind."""

    def lines(event: Happened, *said: tuple[Text | Joint, str], seen: View = FOLLOWING) -> dict[str, Any]:
        says = {lang: [[each.say(lang), kind] for each, kind in said] for lang in LANGUAGES}
        who = "watching" if seen.you is None else "playing"
        return case(f"{type(event).__name__}, {who}", seen, {"event": event}, says)

    lead, over = Action(0, "lead", (3, 4), (3, 4)), Action(0, "overwrite", (2, 3), (2, 3))
    add, none = Action(0, "add", (1, 5), (1, 2, 3, 4, 5), ends_trick=True), Action(0, "pass")
    yield lines(Moved(BEN, lead, 3), (text("play.deed_lead", name="Ben", cards="3-4"), "play"))
    yield lines(Moved(ME, over, 2), (text("play.deed_overwrite_you", cards="2-3"), "play"))
    yield lines(
        Moved(ME, over, 2), (text("play.deed_overwrite", name="Ana", cards="2-3"), "play"), seen=WATCHING
    )
    for rule in ("R15", "R16", "R17", "R18", "R19"):
        yield lines(
            Moved(BEN, add, 1, TrickEnd(rule, BEN)),
            (
                text(
                    "play.deed_add",
                    name="Ben",
                    cards=text("play.and", first="1", last="5"),
                    makes="1-2-3-4-5",
                ),
                "play",
            ),
            (text(f"play.end_{rule}", name="Ben"), "end"),
        )
        yield lines(
            Moved(CLEO, none, 1, TrickEnd(rule, ME)),
            (text("play.deed_pass", name="Cleo"), "play"),
            (text(f"play.end_{rule}_you"), "end"),
        )
    yield lines(RoundDealt(2, BEN), (text("play.round", round=2), "round"))
    yield lines(
        RoundOver(BEN, (1, 0, 7)),
        (text("page.log_points", name=YOU, count=1), "play"),
        (text("page.log_points", name="Cleo", count=7), "play"),
    )
    yield lines(Said(BEN, phrase="thanks"), (Joint("", ("Ben: ", text("page.phrase_thanks"))), "talk"))
    yield lines(Said(ME, text="<b>Hi</b>"), (Joint("", (YOU, ": <b>Hi</b>")), "talk"))
    yield lines(Joined(CLEO, "Cleo"), (text("page.log_joined", name="Cleo"), "people"))
    yield lines(Joined(ME, "Ana"), (text("page.log_joined_you"), "people"))
    people = ((Left, "left"), (BotTook, "bot_took"), (Returned, "returned"), (SlowTurn, "slow_turn"),
              (BotVoted, "bot_voted"), (BotGotTurn, "bot_got_turn"))  # fmt: skip
    for kind, key in people:
        yield lines(kind(CLEO), (text(f"page.log_{key}", name="Cleo"), "people"))
        yield lines(kind(ME), (text(f"page.log_{key}_you"), "people"))
        yield lines(kind(ME), (text(f"page.log_{key}", name="Ana"), "people"), seen=WATCHING)
    yield lines(Closed(), (text("page.log_closed"), "people"))
    for unsaid in (NewHost(BEN), WasReady(BEN), Opened("BCDFGH", TableOptions(RULES))):
        yield lines(unsaid)


def labels() -> Iterator[dict[str, Any]]:
    """What the button of an action says; the hand has four cards, or two."""

    def label(name: str, action: Action, *said: Text, seen: View = FOLLOWING) -> dict[str, Any]:
        return case(name, seen, {"action": action}, everywhere(Joint(" - ", said)))

    two = view(position((4, 5), table=(3,)))
    ends, out = text("play.note_ends"), text("page.do_out")
    both = text("play.and", first="4", last="5")
    yield label("pass", Action(0, "pass"), text("play.label_pass"))
    yield label("lead", Action(0, "lead", (4, 5), (4, 5)), text("page.do_lead", cards="4-5"))
    yield label("overwrite", Action(0, "overwrite", (4,), (4,)), text("page.do_overwrite", cards="4"))
    yield label("add one card", Action(0, "add", (4,), (3, 4)), text("page.do_add", cards="4"))
    yield label("add two", Action(0, "add", (4, 5), (3, 4, 5)), text("page.do_add", cards=both))
    three = text("play.and", first="3, 3", last="3")
    yield label(
        "add three, which ends the trick",
        Action(0, "add", (3, 3, 3), (3, 3, 3, 3), ends_trick=True),
        text("page.do_add", cards=three),
        ends,
    )
    yield label(
        "go out", Action(0, "add", (4, 5), (3, 4, 5)), text("page.do_add", cards=both), out, seen=two
    )
    last = Action(0, "overwrite", (4, 5), (4, 5), ends_trick=True)
    yield label("go out and end the trick", last, text("page.do_overwrite", cards="4-5"), out, seen=two)


def prompts() -> Iterator[dict[str, Any]]:
    """The line above the buttons, for the cards that are chosen."""

    def prompt(name: str, seen: View, chosen: tuple[int, ...], said: Text | str, **changes: Any) -> Any:
        return case(name, seen, {"chosen": chosen}, everywhere(said), **changes)

    adds = view(position((4, 5, 13, 13), table=(2, 3)))
    overwrites = view(position((15, 15, 15), table=(13,)))
    stuck = view(position((1, 1), table=(15,)))
    many = view(position((2, 3, 3, 3, 4, 5)))
    yield prompt("a lead", LEADING, (), text("page.your_lead"))
    yield prompt("overwrite or add", FOLLOWING, (), text("page.your_turn"))
    yield prompt("only overwrite", overwrites, (), text("page.your_turn_overwrite"))
    yield prompt("only add", adds, (), text("page.your_turn_add"))
    yield prompt("only pass", stuck, (), text("page.only_pass"))
    yield prompt("another's turn", WAITING, (), text("page.turn_of", name="Ben"))
    yield prompt("watching", WATCHING, (), text("page.turn_of", name="Ben"))
    yield prompt("the round is over", WAITING, (), "", phase="round_over")
    yield prompt("two meanings (R12)", FOLLOWING, (4,), text("page.which_way"))
    yield prompt("a play that may grow", FOLLOWING, (5,), text("page.may_add", cards="4"))
    yield prompt("no play yet", adds, (5,), text("page.still_needs", cards="4"))
    yield prompt("no play has room", FOLLOWING, (4, 9), "")
    yield prompt("a play that is whole", LEADING, (1, 2), "")
    four = text("page.or", first="2, 3, 4", last="2-4")
    yield prompt("many ways on, of which four are named", many, (3,), text("page.may_add", cards=four))


def tables() -> Iterator[dict[str, Any]]:
    """What is said in the middle of the table, beside the meld and of the trick before."""
    end = TrickEnd("R18", BEN)

    def about(name: str, seen: View, what: str, said: Text | Joint | str, **changes: Any) -> dict[str, Any]:
        return case(name, seen, {"about": what}, everywhere(said), **changes)

    empty = view(position((1, 2, 4, 9), turn=BEN))
    yield about("you lead", LEADING, "centre", text("page.you_lead"))
    yield about("another leads", empty, "centre", text("page.leads", name="Ben"))
    yield about(
        "why the trick ended", empty, "centre", text("play.end_R18", name="Ben"), last_trick_end=end
    )
    yield about("a meld lies there", FOLLOWING, "centre", "", last_trick_end=end)
    yield about("the first trick", FOLLOWING, "last_trick", "")
    last = Joint(" \u00b7 ", (text("page.last_trick"), text("play.end_R18", name="Ben")))
    yield about("a trick before", FOLLOWING, "last_trick", last, last_trick_end=end)
    yield about("between two tricks", empty, "last_trick", "", last_trick_end=end)
    ways = {
        Beats("higher_single", 1, False, True): ("beat_single", "beat_add"),
        Beats("higher_set", 2, False, False): ("beat_pair",),
        Beats("higher_set", 3, True, True): ("beat_set", "beat_larger", "beat_add"),
        Beats("lower_run", 3, False, True): ("beat_run", "beat_add"),
        Beats("only_larger", 3, True, True): ("beat_larger", "beat_add"),
        Beats("only_adds", 4, False, True): ("beat_only_add",),
        Beats("nothing", 4, False, False): ("beat_nothing",),
    }
    for beats, keys in ways.items():
        texts = tuple(text(f"play.{key}", size=beats.size) for key in keys)
        yield about(f"beats: {beats.code}", FOLLOWING, "beats", Joint(", ", texts), beats=beats)
    one = {"winners": (ME,), "scores": (1, 21, 8), "phase": "game_over"}
    yield about("you win", FOLLOWING, "winners", text("play.wins_you", count=1), **one)
    yield about("Ana wins", WATCHING, "winners", text("play.wins", name="Ana", count=1), **one)
    shared = {"winners": (ME, CLEO), "scores": (4, 21, 4), "phase": "game_over"}
    names = text("play.and", first=YOU, last="Cleo")
    yield about(
        "two share the win", FOLLOWING, "winners", text("play.share", names=names, count=4), **shared
    )


def seats() -> Iterator[dict[str, Any]]:
    """What stands under the name of a seat, and what kind of bot sits there."""

    def seat(name: str, who: SeatView, note: Text | str, level: Text | str = "") -> dict[str, Any]:
        says = {"note": everywhere(note), "level": everywhere(level)}
        return case(name, FOLLOWING, {"seat": CLEO}, says, seats=(*SEATS[:CLEO], who))

    remote = text("page.remote_bot")
    yield seat("there", SeatView("person", "Cleo", online=True), "")
    yield seat("away", SeatView("person", "Cleo"), text("page.offline"))
    replaced = SeatView("person", "Cleo", played_by_bot=True)
    yield seat("replaced", replaced, text("page.bot_plays_for", name="Cleo"))
    yield seat("bot", SeatView("bot", "Cleo", level="easy", online=True), "", EASY)
    yield seat("bot of another level", SeatView("bot", "Cleo", level="mine", online=True), "", "mine")
    yield seat("bot from outside", SeatView("remote", "Cleo", online=True), remote)
    yield seat("away bot from outside", SeatView("remote", "Cleo"), text("page.offline"))


def analyses() -> Iterator[dict[str, Any]]:
    """What a review says of a mistake, and what a hint says of a play."""
    names = ("Ana", "Ben", "Cleo")
    over, none = Action(0, "overwrite", (9, 9), (9, 9)), Action(0, "pass")
    played, best = Advised(none, -0.5, 0.1, 1.75, 0.2, False), Advised(over, 1.25, 0.0, 0.0, 0.0, True)
    deeds = text("play.deed_pass", name="Ana"), text("play.deed_overwrite", name="Ana", cards="9-9")

    def mistake(name: str, why: Reason | None, *said: Text) -> dict[str, Any]:
        one = Mistake(1, 5, ME, (7, 7), CLEO, (9, 9), played, best, why)
        better = text("review.better", deed=deeds[1])
        says = everywhere(Joint(" ", (deeds[0], better, *said)))
        return case(name, WATCHING, {"mistake": one, "names": names}, says)

    yield mistake("a mistake", Reason("unbeatable"), text("why.unbeatable"))
    yield mistake("a mistake without a reason", None)
    for left in (1, 2):
        given: dict[str, int | str] = {"cards": "8-9", "points": 7, "count": left}
        yield mistake(
            f"a reason with a count of {left}", Reason("in_time", given), text("why.in_time", **given)
        )

    def figures(advised: Advised, *said: Text | Joint) -> dict[str, Any]:
        return case("figures", WATCHING, {"advised": advised}, everywhere(Joint("; ", said)))

    yield figures(played, figure("-0.50 ± 0.10"), text("hint.cost", cost=figure("1.75 ± 0.20")))
    yield figures(best, figure("+1.25"), text("hint.as_good"))
    yield figures(
        Advised(none, 0.0, 0.0, 1.25, 0.0, False), figure("0.00"), text("hint.cost", cost=figure("1.25"))
    )


def sentences() -> list[dict[str, Any]]:
    """The views that several have, then all of them."""
    views = {"name": "views", "views": json.loads(encode(VIEWS))}
    return [views, *log(), *labels(), *prompts(), *tables(), *seats(), *analyses()]

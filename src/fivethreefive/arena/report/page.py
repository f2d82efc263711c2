"""The report of a tournament as one HTML page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from fivethreefive.arena.ratings import START
from fivethreefive.arena.report import formatting as words
from fivethreefive.arena.standings import Duel, Standings
from fivethreefive.arena.statistics import Interval
from fivethreefive.language import Catalogue
from fivethreefive.report import html, plots
from fivethreefive.report.formatting import signed
from fivethreefive.report.plots import PlotRow

MOST_FAULTS = 100
"""The report lists no more forfeits; result.json has them all."""


def report(found: Standings, catalogue: Catalogue) -> str:
    """The page in the language of ``catalogue``."""
    page = _Page(found, catalogue)
    sections = [
        page.standings(),
        page.less(),
        page.ratings(),
        page.duels(),
        page.times(),
        page.forfeits(),
        page.method(),
    ]
    title = page.say("title", bots=", ".join(found.plan.bots))
    return html.page(catalogue.language, title, page.introduction(), filter(None, sections))


class _Page:
    def __init__(self, found: Standings, catalogue: Catalogue) -> None:
        self.found = found
        self.catalogue = catalogue
        self.level = words.level(catalogue, found.plan)

    def say(self, key: str, **parameters: object) -> str:
        return self.catalogue.say(f"arena.{key}", **parameters)

    def introduction(self) -> Iterator[str]:
        yield html.paragraph(words.summary(self.catalogue, self.found), "soft")
        if variant := words.variant(self.found.plan.rules):
            yield html.paragraph(self.say("variant", options=variant), "soft")
        if ending := words.ending(self.catalogue, self.found):
            yield html.paragraph(ending)

    def standings(self) -> str:
        heads = [self.say(key) for key in ("bot", "points")]
        heads += [self.level, self.say("less"), self.level, self.say("wins"), self.level]
        heads += [self.say("rating"), self.say("forfeits")]
        said = self.catalogue
        rows = [
            [
                bot.bot,
                words.unsigned(said, bot.points.mean), words.between(said, bot.points, words.unsigned),
                signed(said, bot.less.mean), words.between(said, bot.less),
                words.share(said, bot.wins.mean), words.between(said, bot.wins, words.share),
                words.rated(said, bot.rating), str(bot.forfeits.total()),
            ]
            for bot in self.found.bots
        ]  # fmt: skip
        table = html.table(self.say("standings"), heads, rows)
        return html.section(self.say("standings"), self.say("standings_text"), table, whole=True)

    def less(self) -> str:
        rows = [self._row(bot.bot, bot.less) for bot in self.found.bots]
        return self._figure("less_long", "less_text", rows, "less")

    def ratings(self) -> str:
        rows = [
            PlotRow(
                bot.bot, words.rated(self.catalogue, bot.rating), bot.rating.mu,
                bot.rating.mu - bot.rating.half, bot.rating.mu + bot.rating.half,
            )
            for bot in self.found.bots
        ]  # fmt: skip
        return self._figure("rating", "rating_text", rows, "rating", START)

    def duels(self) -> str:
        duels = self.found.duels
        both = [*duels, *map(_turned, duels)]
        rows: list[PlotRow] = []
        for bot in self.found.bots:
            met = {duel.opponent: duel.less for duel in both if duel.bot == bot.bot}
            rows.append(PlotRow(bot.bot))
            rows += [
                self._row(self.say("against", opponent=other.bot), met[other.bot])
                for other in self.found.bots
                if other.bot in met
            ]
        table = html.table(
            self.say("duels"),
            [self.say("bot"), self.say("opponent"), self.say("less"), self.level],
            [
                [
                    duel.bot, duel.opponent,
                    signed(self.catalogue, duel.less.mean), words.between(self.catalogue, duel.less),
                ]
                for duel in duels
            ],
            text_columns=2,
        )  # fmt: skip
        plot = plots.dots(
            self.say("duels"), self.say("duels_text"), rows, "duels", write=self.catalogue.number
        )
        parts = [f"<figure>{plot}</figure>", self._details(table)]
        return html.section(self.say("duels"), self.say("duels_text"), "\n".join(parts))

    def times(self) -> str:
        timed = [bot for bot in self.found.bots if bot.decisions]
        duration = partial(words.duration, self.catalogue)
        rows = [
            PlotRow(
                bot.bot, f"{duration(bot.median)} / {duration(bot.slow)}",
                bot.median, bot.median, bot.slow,
            )
            for bot in timed
        ]  # fmt: skip
        if not rows:
            return ""
        plot = plots.times(self.say("times"), self.say("times_text"), rows, "times", duration)
        table = html.table(
            self.say("times"),
            [self.say(key) for key in ("bot", "decisions", "median", "slow")],
            [[bot.bot, str(bot.decisions), duration(bot.median), duration(bot.slow)] for bot in timed],
        )
        parts = [f"<figure>{plot}</figure>", self._details(table)]
        return html.section(self.say("times"), self.say("times_text"), "\n".join(parts))

    def forfeits(self) -> str:
        faults = self.found.faults
        if not faults:
            return ""
        rows = [
            [f.bot, self.say(f"why_{f.forfeit.why}"), f.forfeit.detail, str(f.deal), str(f.game)]
            for f in faults[:MOST_FAULTS]
        ]
        heads = [self.say(key) for key in ("bot", "why", "detail", "deal", "game")]
        table = html.table(self.say("forfeits"), heads, rows, text_columns=3, long_column=2)
        text = self.say("forfeits_text", shown=len(rows), all=len(faults))
        return html.section(self.say("forfeits"), text, table, whole=True)

    def method(self) -> str:
        plan = self.found.plan
        texts = [self.say("method_games" if plan.games else "method_rounds")]
        texts.append(self.say(f"method_seating_{plan.seating}"))
        texts.append(self.say("method_any_time" if plan.until_clear else "method_t"))
        texts.append(self.say("method_rating"))
        paragraphs = "\n".join(map(html.paragraph, texts))
        return html.section(self.say("method"), None, paragraphs, whole=True)

    def _row(self, label: str, interval: Interval) -> PlotRow:
        return PlotRow(label, signed(self.catalogue, interval.mean), *interval)

    def _figure(self, key: str, text: str, rows: Sequence[PlotRow], name: str, middle: float = 0.0) -> str:
        title, described = self.say(key), self.say(text)
        plot = plots.dots(title, described, rows, name, middle, write=self.catalogue.number)
        cells = [[row.label, row.value, self._ends(row)] for row in rows]
        table = html.table(title, [self.say("bot"), title, self.level], cells)
        return html.section(title, described, f"<figure>{plot}</figure>\n{self._details(table)}")

    def _ends(self, row: PlotRow) -> str:
        assert row.mean is not None
        return words.between(self.catalogue, Interval(row.mean, row.low, row.high), words.unsigned)

    def _details(self, table: str) -> str:
        return html.details(self.say("same_figures"), table)


def _turned(duel: Duel) -> Duel:
    """A duel as the opponent sees it."""
    mean, low, high = duel.less
    less = Interval(-mean, None if high is None else -high, None if low is None else -low)
    return Duel(duel.opponent, duel.bot, less)

"""The report as one HTML page: no script, no font and no picture from anywhere else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from importlib import resources

from fivethreefive.arena.ratings import START
from fivethreefive.arena.report import plots, words
from fivethreefive.arena.report.plots import Row
from fivethreefive.arena.standings import Duel, Standings
from fivethreefive.arena.statistics import Interval
from fivethreefive.language import Catalogue

MOST_FAULTS = 100
"""The report lists no more forfeits; result.json has them all."""

Cells = Sequence[str]


def report(found: Standings, catalogue: Catalogue) -> str:
    """The page in the language of ``catalogue``."""
    page = _Page(found, catalogue)
    style = resources.files(__package__).joinpath("style.css").read_text("utf-8")
    title = escape(page.say("title", bots=", ".join(found.plan.bots)))
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{catalogue.language}">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
            "style-src 'unsafe-inline'\">",
            f"<title>{title}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            "<header>",
            f"<h1>{title}</h1>",
            *page.introduction(),
            "</header>",
            "<main>",
            *page.standings(),
            *page.less(),
            *page.ratings(),
            *page.duels(),
            *page.times(),
            *page.forfeits(),
            *page.method(),
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


class _Page:
    """The sections of a report."""

    def __init__(self, found: Standings, catalogue: Catalogue) -> None:
        self.found = found
        self.catalogue = catalogue
        self.level = words.level(catalogue, found.plan)

    def say(self, key: str, **parameters: object) -> str:
        return self.catalogue.say(f"arena.{key}", **parameters)

    def introduction(self) -> Iterator[str]:
        yield f'<p class="soft">{escape(words.summary(self.catalogue, self.found))}</p>'
        if variant := words.variant(self.found.plan.rules):
            yield f'<p class="soft">{escape(self.say("variant", options=variant))}</p>'
        if ending := words.ending(self.catalogue, self.found):
            yield f"<p>{escape(ending)}</p>"

    def standings(self) -> Iterator[str]:
        heads = [self.say(key) for key in ("bot", "points")]
        heads += [self.level, self.say("less"), self.level, self.say("wins"), self.level]
        heads += [self.say("rating"), self.say("forfeits")]
        rows = [
            [
                bot.bot,
                f"{bot.points.mean:.2f}", words.between(self.catalogue, bot.points, sign=False),
                words.signed(bot.less.mean), words.between(self.catalogue, bot.less),
                words.share(bot.wins), words.share_between(self.catalogue, bot.wins),
                words.rated(bot.rating), str(bot.forfeits.total()),
            ]
            for bot in self.found.bots
        ]  # fmt: skip
        table = _table(self.say("standings"), heads, rows)
        yield from _section(self.say("standings"), self.say("standings_text"), table, whole=True)

    def less(self) -> Iterator[str]:
        rows = [self._row(bot.bot, bot.less) for bot in self.found.bots]
        yield from self._figure("less_long", "less_text", rows, "less")

    def ratings(self) -> Iterator[str]:
        rows = [
            Row(
                bot.bot, words.rated(bot.rating), bot.rating.mu,
                bot.rating.mu - bot.rating.half, bot.rating.mu + bot.rating.half,
            )
            for bot in self.found.bots
        ]  # fmt: skip
        yield from self._figure("rating", "rating_text", rows, "rating", START)

    def duels(self) -> Iterator[str]:
        duels = self.found.duels
        both = [*duels, *map(_turned, duels)]
        rows: list[Row] = []
        for bot in self.found.bots:
            met = {duel.opponent: duel.less for duel in both if duel.bot == bot.bot}
            rows.append(Row(bot.bot))
            rows += [
                self._row(self.say("against", opponent=other.bot), met[other.bot])
                for other in self.found.bots
                if other.bot in met
            ]
        table = _table(
            self.say("duels"),
            [self.say("bot"), self.say("opponent"), self.say("less"), self.level],
            [
                [
                    duel.bot, duel.opponent,
                    words.signed(duel.less.mean), words.between(self.catalogue, duel.less),
                ]
                for duel in duels
            ],
            text_columns=2,
        )  # fmt: skip
        plot = plots.dots(self.say("duels"), self.say("duels_text"), rows, "duels")
        parts = [f"<figure>{plot}</figure>", self._details(table)]
        yield from _section(self.say("duels"), self.say("duels_text"), "\n".join(parts))

    def times(self) -> Iterator[str]:
        timed = [bot for bot in self.found.bots if bot.decisions]
        rows = [
            Row(
                bot.bot, f"{words.duration(bot.median)} / {words.duration(bot.slow)}",
                bot.median, bot.median, bot.slow,
            )
            for bot in timed
        ]  # fmt: skip
        if not rows:
            return
        plot = plots.times(self.say("times"), self.say("times_text"), rows, "times", words.duration)
        table = _table(
            self.say("times"),
            [self.say(key) for key in ("bot", "decisions", "median", "slow")],
            [
                [bot.bot, str(bot.decisions), words.duration(bot.median), words.duration(bot.slow)]
                for bot in timed
            ],
        )
        parts = [f"<figure>{plot}</figure>", self._details(table)]
        yield from _section(self.say("times"), self.say("times_text"), "\n".join(parts))

    def forfeits(self) -> Iterator[str]:
        faults = self.found.faults
        if not faults:
            return
        rows = [
            [f.bot, self.say(f"why_{f.forfeit.why}"), f.forfeit.detail, str(f.deal), str(f.game)]
            for f in faults[:MOST_FAULTS]
        ]
        heads = [self.say(key) for key in ("bot", "why", "detail", "deal", "game")]
        table = _table(self.say("forfeits"), heads, rows, text_columns=3, long_column=2)
        text = self.say("forfeits_text", shown=len(rows), all=len(faults))
        yield from _section(self.say("forfeits"), text, table, whole=True)

    def method(self) -> Iterator[str]:
        plan = self.found.plan
        texts = [self.say("method_games" if plan.games else "method_rounds")]
        texts.append(self.say(f"method_seating_{plan.seating}"))
        texts.append(self.say("method_any_time" if plan.until_clear else "method_t"))
        texts.append(self.say("method_rating"))
        paragraphs = "\n".join(f"<p>{escape(text)}</p>" for text in texts)
        yield from _section(self.say("method"), None, paragraphs, whole=True)

    def _row(self, label: str, interval: Interval) -> Row:
        return Row(label, words.signed(interval.mean), *interval)

    def _figure(
        self, key: str, text: str, rows: Sequence[Row], name: str, middle: float = 0.0
    ) -> Iterator[str]:
        title, described = self.say(key), self.say(text)
        plot = plots.dots(title, described, rows, name, middle)
        cells = [[row.label, row.value, self._ends(row)] for row in rows]
        table = _table(title, [self.say("bot"), title, self.level], cells)
        yield from _section(title, described, f"<figure>{plot}</figure>\n{self._details(table)}")

    def _ends(self, row: Row) -> str:
        assert row.mean is not None
        return words.between(self.catalogue, Interval(row.mean, row.low, row.high), sign=False)

    def _details(self, table: str) -> str:
        return f"<details><summary>{escape(self.say('same_figures'))}</summary>\n{table}\n</details>"


def _turned(duel: Duel) -> Duel:
    """A duel as the opponent sees it."""
    mean, low, high = duel.less
    less = Interval(-mean, None if high is None else -high, None if low is None else -low)
    return Duel(duel.opponent, duel.bot, less)


def _section(title: str, text: str | None, content: str, *, whole: bool = False) -> Iterator[str]:
    yield '<section class="whole">' if whole else "<section>"
    yield f"<h2>{escape(title)}</h2>"
    if text:
        yield f'<p class="soft">{escape(text)}</p>'
    yield content
    yield "</section>"


def _table(
    caption: str,
    heads: Cells,
    rows: Iterable[Cells],
    text_columns: int = 1,
    long_column: int | None = None,
) -> str:
    """A table that scrolls by itself where it is too wide, by keyboard too."""

    def kind(column: int) -> str:
        if column == long_column:
            return ' class="text long"'
        return ' class="text"' if column < text_columns else ""

    head = "".join(f'<th scope="col"{kind(i)}>{escape(text)}</th>' for i, text in enumerate(heads))
    body = [
        "<tr>"
        + f'<th scope="row" class="text">{escape(row[0])}</th>'
        + "".join(f"<td{kind(i)}>{escape(text)}</td>" for i, text in enumerate(row) if i)
        + "</tr>"
        for row in rows
    ]
    return "\n".join(
        [
            f'<div class="wide" role="region" tabindex="0" aria-label="{escape(caption)}">',
            f"<table>\n<caption>{escape(caption)}</caption>",
            f"<thead><tr>{head}</tr></thead>\n<tbody>",
            *body,
            "</tbody>\n</table>\n</div>",
        ]
    )

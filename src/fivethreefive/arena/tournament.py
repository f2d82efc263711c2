"""A tournament from its plan to its standings: plays the games that are missing and keeps their results."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial

from fivethreefive.arena.game_runner import Maker, Outcome, PlayedGame, lost, patience, play
from fivethreefive.arena.ray_runner import Cluster
from fivethreefive.arena.report import report
from fivethreefive.arena.results import Results
from fivethreefive.arena.schedule import TournamentPlan
from fivethreefive.arena.scores import Scores
from fivethreefive.arena.standings import Standings, as_csv, as_json, clear_after, standings, times_as_json
from fivethreefive.bots import make_bot
from fivethreefive.language import Catalogue, FiveThreeFiveError
from fivethreefive.process_pool import LostTask, ProcessPool, Work

RESULT, TABLE, TIMES, REPORT = "result.json", "result.csv", "times.json", "report.html"


Runner = ProcessPool[int, PlayedGame] | Cluster[int, PlayedGame]
"""What plays games of the schedule, in any order: processes here, or on other machines."""


def here(plan: TournamentPlan, jobs: int, make: Maker | None = None, *, recorded: bool = False) -> Runner:
    """Processes of this machine that play games of a plan, with bots that ``make`` makes.

    Unless given, that is ``make_bot``, which gives programs the limit of the plan. ``recorded`` is whether
    the games' records are wanted too.
    """
    return ProcessPool(jobs, _work(plan, make, recorded=recorded), patience(plan))


def on_ray(
    plan: TournamentPlan,
    address: str,
    jobs: int | None,
    make: Maker | None = None,
    *,
    recorded: bool = False,
) -> Runner:
    """As ``here``, on up to ``jobs`` processors of the Ray cluster at an address; none means all."""
    return Cluster(address, jobs, _work(plan, make, recorded=recorded), patience(plan))


def _work(plan: TournamentPlan, make: Maker | None, *, recorded: bool) -> Work[int, PlayedGame]:
    return partial(play, plan, make or partial(make_bot, limit=plan.limit), recorded=recorded)


class Tournament:
    """A tournament that is played on from what its results hold."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.plan = results.plan
        self.scores = Scores(self.plan)
        self.played = 0
        """How many games have a result."""
        self._looked = 0
        self._clear: int | None = None
        self._has = bytearray(self.plan.total)  # A byte a game, of which there can be 50 million.
        for outcome in results.played():
            self._take(outcome)

    def _take(self, outcome: Outcome) -> None:
        self._has[outcome.game] = 1
        self.played += 1
        self.scores.add(outcome)
        if self.plan.until_clear and self._clear is None:
            self._clear, self._looked = clear_after(self.plan, self.scores, self._looked)

    @property
    def deals(self) -> int:
        """How many deals count: those complete, up to the one after which all was clear."""
        return self.scores.complete if self._clear is None else self._clear

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be played."""
        return self._clear is not None or self.played == self.plan.total

    def run(
        self, runner: Runner, keep_record: Callable[[bytes], None] = lambda _record: None
    ) -> Iterator[int]:
        """Play what is left; yields after each game how many have a result.

        ``keep_record`` is given the record of each game that has one, in the order in which they are
        finished. Raises FiveThreeFiveError where a process dies again and again with no bot to blame, or a
        result cannot be kept.
        """
        if self.is_over:
            return
        with runner:
            for game, played in runner.run(self._left()):
                if isinstance(played, LostTask):
                    if played.who is None:
                        raise FiveThreeFiveError("worker_died", games=self.played)
                    done = PlayedGame(lost(self.plan, game, played))
                else:
                    done = played
                self.results.add(done.outcome)  # Before it counts: what is shown can be resumed.
                if done.record:
                    keep_record(done.record)
                self._take(done.outcome)
                yield self.played
                if self.is_over:
                    return

    def _left(self) -> Iterator[int]:
        game = self._has.find(0)
        while game >= 0:
            yield game
            game = self._has.find(0, game + 1)

    def conclude(self, catalogue: Catalogue) -> Standings | None:
        """The standings as far as the tournament is, and all files made of them; None before any deal."""
        if not self.deals:
            return None
        found = standings(self.plan, self.scores, self.deals)
        write = self.results.write
        write(RESULT, json.dumps(as_json(found), indent=2, ensure_ascii=False) + "\n")
        write(TABLE, as_csv(found))
        write(TIMES, json.dumps(times_as_json(found), indent=2, ensure_ascii=False) + "\n")
        write(REPORT, report(found, catalogue))
        return found

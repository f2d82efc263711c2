"""What record files say about players, rounds and tricks, counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from fivethreefive.record import GameRecord
from fivethreefive.state import Acted, Dealt, GameEnded, RoundEnded
from fivethreefive.state.replay import steps

TRICK_ENDS = ("R15", "R16", "R17", "R18", "R19")
"""The rules by which a trick is over; R19 where the round ended with it."""


@dataclass
class PlayerCount:
    """One player over all games; another name or another bot is another player."""

    games: int = 0
    """Finished games."""
    wins: float = 0.0
    """A shared win is divided among those who share it."""
    rounds: int = 0
    points: int = 0
    decisions: int = 0
    passes: int = 0


@dataclass
class Counts:
    """The counts over all games added so far; rounds are those that ended."""

    games: int = 0
    finished: int = 0
    rounds: int = 0
    decisions: int = 0
    players: defaultdict[tuple[str, str | None], PlayerCount] = field(
        default_factory=lambda: defaultdict(PlayerCount)
    )
    tricks: Counter[str] = field(default_factory=Counter)

    def add(self, record: GameRecord) -> None:
        """Count a game; a round that did not end is left out."""
        self.games += 1
        if record.last_line == record.first_line:
            return  # Nothing was dealt.
        players = [self.players[seat.name, seat.bot] for seat in record.header.seats]
        acted: list[tuple[int, bool]] = []
        ended: Counter[str] = Counter()
        for step in steps(record.game.events):
            match step.event:
                case Dealt():
                    acted, ended = [], Counter()
                case Acted(seat=seat, text=text):
                    acted.append((seat, text == "pass"))
                    ended.update([step.ended] if step.ended else [])
                case RoundEnded(points=points):  # Only now: a round that was left off counts for nothing.
                    self._end_round(players, points, acted)
                    self.tricks += ended
                case GameEnded(winners=winners):
                    self._end_game(players, winners)

    def _end_round(
        self, players: list[PlayerCount], points: tuple[int, ...], acted: list[tuple[int, bool]]
    ) -> None:
        self.rounds += 1
        self.decisions += len(acted)
        for player, scored in zip(players, points, strict=True):
            player.rounds += 1
            player.points += scored
        for seat, passed in acted:
            players[seat].decisions += 1
            players[seat].passes += passed

    def _end_game(self, players: list[PlayerCount], winners: tuple[int, ...]) -> None:
        self.finished += 1
        for seat, player in enumerate(players):
            player.games += 1
            player.wins += (seat in winners) / len(winners)

    def as_json(self) -> dict[str, Any]:
        """The counts and their averages as plain JSON types."""
        return {
            "games": self.games,
            "finished": self.finished,
            "rounds": self.rounds,
            "decisions": self.decisions,
            "decisions_per_round": self.decisions / max(self.rounds, 1),
            "players": [
                {
                    "name": name,
                    "bot": bot,
                    "games": count.games,
                    "wins": count.wins,
                    "rounds": count.rounds,
                    "points": count.points,
                    "points_per_round": count.points / max(count.rounds, 1),
                    "decisions": count.decisions,
                    "passes": count.passes,
                }
                for (name, bot), count in self.players.items()
            ],
            "tricks": {rule: self.tricks[rule] for rule in TRICK_ENDS},
        }

"""What record files say about players, rounds and tricks, counted."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from fivethreefive.record import TRICK_ENDS, GameRecord


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
        found = record.summary
        self.rounds += found.rounds
        self.decisions += sum(found.decisions)
        self.finished += found.complete
        self.tricks.update(dict(zip(TRICK_ENDS, found.tricks, strict=True)))
        for seat, sitting in enumerate(record.header.seats):
            player = self.players[sitting.name, sitting.bot]
            player.rounds += found.rounds
            player.points += found.points[seat]
            player.decisions += found.decisions[seat]
            player.passes += found.passes[seat]
            if found.complete:
                player.games += 1
                player.wins += (seat in found.winners) / len(found.winners)

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

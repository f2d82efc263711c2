"""What a client does for fair deals without its person: it contributes, and checks what becomes of that.

It commits to random bytes of its own, reveals them once no commitment can change any more, and afterwards
compares the round's proof with what it saw before it revealed them (docs/host/fair-deals.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from fivethreefive.protocol import CommitContribution, Request, Reveal, RevealContribution, View
from fivethreefive.table.deals.fair_deals import commitment_of

Problem = Literal["contribution_left_out", "commitments_changed"]


class Promise(NamedTuple):
    """What all had committed to when a client revealed its contribution."""

    game: int
    round: int
    commitment: str
    """The server's."""
    commitments: tuple[str, ...]
    """By seat."""
    seat: int
    value: str


class Contributor:
    """Contributes to the deals of one table."""

    def __init__(self, draw: Callable[[], bytes]) -> None:
        """``draw`` gives 32 random bytes that nobody else can know or foresee."""
        self._draw = draw
        self._value = b""
        self._for: str | None = None
        """The server's commitment that the value is for."""
        self._sent: Request | None = None
        """The last message on this connection: it is not said twice."""
        self._promise: Promise | None = None

    def reconnected(self) -> None:
        """The line is a new one: what was sent may be lost."""
        self._sent = None

    def answer(self, view: View) -> Request | None:
        """What to say to the server after a view; None where there is nothing to say."""
        request = self._request(view)
        if request is None or request == self._sent:
            return None
        self._sent = request
        return request

    def _request(self, view: View) -> Request | None:
        fair = view.fair
        if view.you is None or fair.commitment is None:
            return None
        if view.can.commit:
            # What was revealed once is never used again, whatever the server shows.
            if self._for != fair.commitment or self._is_revealed:
                self._value, self._for = self._draw(), fair.commitment
            mine = commitment_of(self._value)
            return None if fair.commitments[view.you] == mine else CommitContribution(mine)
        if view.can.reveal and fair.closed and self._for == fair.commitment:
            return self._reveal(view, view.you)
        return None

    @property
    def _is_revealed(self) -> bool:
        return self._promise is not None and self._promise.value == self._value.hex()

    def _reveal(self, view: View, seat: int) -> Request | None:
        fair, value = view.fair, self._value.hex()
        if fair.commitment is None or fair.commitments[seat] != commitment_of(self._value):
            return None  # Another client committed at this seat: it can reveal, and this one cannot.
        if not self._is_revealed:
            self._promise = Promise(*_round_of(view), fair.commitment, fair.commitments, seat, value)
        return RevealContribution(value)

    def problem(self, view: View) -> Problem | None:
        """What is wrong with the deal that was contributed to, or with its proof; said once."""
        promise, fair = self._promise, view.fair
        if promise is None:
            return None
        if _round_of(view) == (promise.game, promise.round):
            now = (fair.commitment, fair.commitments, fair.closed)
            if now == (promise.commitment, promise.commitments, True):
                return None
            self._promise, self._for = None, None
            return "commitments_changed"  # As where a server begins anew because it does not like the deal.
        if view.game != promise.game:
            return None
        proof = next((reveal for reveal in fair.reveals if reveal.round == promise.round), None)
        if proof is None:
            return None
        self._promise, self._for = None, None
        return _compare(promise, proof)


def _round_of(view: View) -> tuple[int, int]:
    """The game and the round that ``view.fair.commitment`` is for."""
    return view.game + (view.phase in ("waiting", "game_over")), view.fair.round


def _compare(promise: Promise, proof: Reveal) -> Problem | None:
    if (proof.commitment, proof.commitments) != (promise.commitment, promise.commitments):
        return "commitments_changed"
    return None if proof.contributions[promise.seat] == promise.value else "contribution_left_out"

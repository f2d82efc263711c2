"""Work in a thread of this process that lets the event loop go on."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")

ITEMS_AT_ONCE = 50
"""After so many items a thread lets others go on; without that it would only every 5 milliseconds."""
PAUSE_SECONDS = 0.0001


def with_pauses(items: Iterable[Item]) -> Iterator[Item]:
    """The items, with pauses in which the event loop can go on; for work that is done in a thread."""
    for number, item in enumerate(items, 1):
        yield item
        if number % ITEMS_AT_ONCE == 0:
            time.sleep(PAUSE_SECONDS)

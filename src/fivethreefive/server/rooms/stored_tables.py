"""Tables as they are stored, for who reads one that nobody plays at: read once, and kept for a while."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable

from fivethreefive.language import InvalidInput
from fivethreefive.server.storage.store import Store
from fivethreefive.server.storage.writer import Writer
from fivethreefive.server.workers.cooperative import with_pauses
from fivethreefive.table import Table
from fivethreefive.table.events import Stored

MOST_EVENTS = 100_000
"""Events of the tables that are kept, some hundreds of bytes each."""
BUSY_SECONDS = 5.0
"""Who has to wait longer for the tables of others is told to ask again."""

Timed = tuple[int, Stored]
"""An event and its time."""
Charge = Callable[[int], None]


def folded(events: Iterable[Timed], before: Table | None = None) -> Table:
    """The table that events tell, which may go on from an earlier state of it; runs in a thread."""
    table = Table() if before is None else before.copy()  # Somebody may be reading the other.
    table.add_stored(with_pauses(events))
    return table


class StoredTables:
    """The tables that were read last; one is read at a time, however many are asked for."""

    def __init__(self, store: Store, writer: Writer) -> None:
        self.store = store
        self.writer = writer
        self._kept: OrderedDict[int, Table] = OrderedDict()
        """By number: a code may be given anew after its table was deleted."""
        self._lock = asyncio.Lock()

    async def read(self, code: str, charge: Charge) -> Table | None:
        """A table as it is stored, None where there is none with the code.

        ``charge`` is told how many events are about to be read, and raises where they are too many.
        InvalidInput where too many tables are read.
        """
        try:
            async with asyncio.timeout(BUSY_SECONDS):
                await self._lock.acquire()
        except TimeoutError:
            raise InvalidInput("too_busy") from None
        try:
            found = await self.writer.read(self.store.last_event, code)
            if found is None:
                return None
            id_, last = found
            table = self._kept.get(id_)
            if table is None or table.seq != last:
                known = table.seq if table else 0
                charge(last - known)
                events = await self.writer.read(self.store.events_after, id_, known)
                table = await asyncio.to_thread(folded, events, table)
            self._keep(id_, table)
            return table
        finally:
            self._lock.release()

    def _keep(self, id_: int, table: Table) -> None:
        self._kept[id_] = table
        self._kept.move_to_end(id_)  # What was read last is dropped last.
        while len(self._kept) > 1 and sum(kept.seq for kept in self._kept.values()) > MOST_EVENTS:
            self._kept.popitem(last=False)

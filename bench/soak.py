"""What a server keeps of every move: its memory while the same tables are played at for long.

``python -m bench.soak --minutes 60`` is the long case; by default it is short. The tables are those of
``bench.server``. What a table keeps grows with its moves, up to 50,000 events; what is printed for the last
interval is what is left once everything that is kept only once is there.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from typing import Any

from bench._report import report
from bench.server import SEATS, Load, Server, sit_down

INTERVALS = 6


async def run(clients: int, minutes: float, rate: float) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), None)
        try:
            return await measure(server, clients // SEATS, minutes * 60, rate)
        finally:
            server.process.terminate()
            server.process.wait(30)
            assert server.process.stdout is not None
            server.process.stdout.close()


async def measure(server: Server, tables: int, seconds: float, rate: float) -> list[dict[str, Any]]:
    await asyncio.sleep(3)  # The bots' processes start meanwhile.
    load = Load(tables, rate)
    load.measuring = True
    listening = await sit_down(load, server, [server.create(number) for number in range(tables)])
    rows, began, before, moves = [], time.perf_counter(), server.resident(), len(load.waits)
    for _ in range(INTERVALS):
        await asyncio.sleep(seconds / INTERVALS)
        resident, played = server.resident(), len(load.waits)
        rows.append(
            {
                "minutes": (time.perf_counter() - began) / 60,
                "moves": played,
                "MB in all": resident / 1024 / 1024,
                "bytes/move": (resident - before) / max(1, played - moves),
            }
        )
        before, moves = resident, played
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    return rows


def main(clients: int = 80, minutes: float = 1, rate: float = 0) -> None:
    report("soak", asyncio.run(run(clients, minutes, rate)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=80)
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument(
        "--rate", type=float, default=0, help="moves a second, 0 for as many as are answered"
    )
    asked = parser.parse_args()
    main(asked.clients, asked.minutes, asked.rate)

"""How every measurement prints its figures: a table for people, one line of JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table


def report(name: str, rows: Sequence[dict[str, Any]]) -> None:
    """Print ``rows``, mappings with the same keys, as a table and then as JSON."""
    table = Table(box=None, pad_edge=False)
    for column in rows[0]:
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(*(_cell(value) for value in row.values()))
    Console().print(table)
    print(json.dumps({name: rows}))


def less(gains: npt.NDArray[np.float64]) -> dict[str, Any]:
    """The columns of what a bot takes less by the deal: the mean, with its 95% interval."""
    mean, half = float(gains.mean()), float(1.96 * gains.std(ddof=1) / np.sqrt(len(gains)))
    return {"points a round less": mean, "95% from": mean - half, "to": mean + half}


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.2f}" if abs(value) < 1000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) else str(value)

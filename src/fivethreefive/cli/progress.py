"""A bar that shows how far a long run is and what time it has left."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(label: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """A bar on standard error while that is a terminal; yields what to call with how much is done.

    Whoever does not know the total beforehand gives it in each call.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _total=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = label, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done, all_=total: bar.update(task, completed=done, total=all_)

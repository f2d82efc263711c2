"""Databases that hang instead of failing, and let go when a test says so."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fivethreefive.server.storage.store import Store
from support.databases import postgresql_folder

LONG = 60.0


class HangingStore:
    """Lets the functions of a store hang, before they do anything or after they did it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.begun = threading.Event()
        """Whether a function hangs."""
        self._go_on = threading.Event()

    @contextmanager
    def hang(self, *names: str, done: bool = False) -> Iterator[None]:
        """Let some functions hang; with ``done`` they do their work before they do."""
        self.begun.clear()
        self._go_on.clear()
        working = {name: getattr(self.store, name) for name in names}
        for name, function in working.items():
            setattr(self.store, name, self._hanging(function, done))
        try:
            yield
        finally:
            for name, function in working.items():
                setattr(self.store, name, function)
            self._go_on.set()

    def _hanging(self, function: Any, done: bool) -> Any:
        def hang(*arguments: Any) -> Any:
            answer = function(*arguments) if done else None
            self.begun.set()
            assert self._go_on.wait(LONG)
            return answer if done else function(*arguments)

        return hang


@contextmanager
def silent_server(greeting: bytes = b"") -> Iterator[int]:
    """A server that takes every connection, greets where it has a greeting, and then says nothing."""
    listening = socket.create_server(("127.0.0.1", 0))
    taken: list[socket.socket] = []

    def serve() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            taken.append(connection)
            if greeting:
                connection.recv(4096)
                connection.sendall(greeting)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join(LONG)
        for connection in taken:
            connection.close()


@contextmanager
def stopped_postgresql() -> Iterator[None]:
    """Stop all processes of the tests' PostgreSQL server, as a machine that has no time for it does."""
    first = int((postgresql_folder() / "data/postmaster.pid").read_text().split()[0])
    os.kill(first, signal.SIGSTOP)  # First, so that it starts no others.
    stopped = [first, *_children(first)]
    for process in stopped:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in reversed(stopped):
            os.kill(process, signal.SIGCONT)


def _children(parent: int) -> list[int]:
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:  # It has ended meanwhile.
            continue
        if int(fields[1]) == parent:
            found.append(int(status.parent.name))
    return found

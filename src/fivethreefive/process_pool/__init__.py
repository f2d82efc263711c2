"""Processes of our own that work is handed to: ended where they are late, replaced where they die.

``ProcessPool`` is for a program that waits for results, ``AsyncProcessPool`` for an event loop that must
not. Both are made of ``Worker`` processes, which end with their parent, however that ends.
"""

from fivethreefive.process_pool.async_pool import AsyncProcessPool, NoAnswer
from fivethreefive.process_pool.pool import LostTask, ProcessPool
from fivethreefive.process_pool.worker import Watchdog, Work, Worker

__all__ = ["AsyncProcessPool", "LostTask", "NoAnswer", "ProcessPool", "Watchdog", "Work", "Worker"]

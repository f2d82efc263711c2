"""Pools of processes: one that takes too long is ended, and one that dies is replaced.

``ProcessPool`` is for a program that waits for results, ``AsyncProcessPool`` for an event loop that must
not wait. Both consist of ``Worker`` processes, which end when their parent ends, however that happens.
"""

from fivethreefive.process_pool.async_pool import AsyncProcessPool, NoAnswer
from fivethreefive.process_pool.pool import LostTask, ProcessPool
from fivethreefive.process_pool.worker import Watchdog, Work, Worker

__all__ = ["AsyncProcessPool", "LostTask", "NoAnswer", "ProcessPool", "Watchdog", "Work", "Worker"]

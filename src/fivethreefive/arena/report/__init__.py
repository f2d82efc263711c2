"""The report of a tournament: one page that needs nothing else."""

from fivethreefive.arena.report.page import report

__all__ = ["report"]

"""What every test shares: Hypothesis profiles, and the rule that CI accepts no unnamed skip."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from support.server_process import Running

IN_CI = os.environ.get("CI") == "true"
NO_SKIPS = os.environ.get("NO_SKIPS") == "true"
"""Set by .ci/run, which installs whatever a test needs: there, every test has to run."""

NAMED_SKIPS = {
    "no-browser": "The page is tested in the system's Chromium, where there is one.",
    "no-c-compiler": "The comparison with C needs a C compiler, which a player's machine may lack.",
    "no-other-browser": "The page is tested in Debian's Firefox and WebKit too, where they are.",
    "no-postgresql": "The store is tested on PostgreSQL too where its server is installed.",
    "no-terminal": "A test of the screen needs a pseudo-terminal, which some systems do not have.",
}
"""Why CI lets a test be skipped, as in ``pytest.skip("no-c-compiler: cc not found")``."""


@pytest.fixture
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what is kept for a user go to a folder of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server of the module's own, which ends in order and without a mistake of the program."""
    from support.server_process import (
        Running,  # Here, since the tests of this file copy it to where no other is.
    )

    running = Running(tmp_path_factory.mktemp("server"))
    yield running
    assert running.end() == 0
    assert "Traceback" not in running.log.read_text()


# No deadline: the first example of a test may have to compile the kernel.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if IN_CI else "dev")


Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


def fail_unnamed_skip(report: Report) -> Report:
    """Turn a skip without a named reason into a failure, where this is CI."""
    if not ((IN_CI or NO_SKIPS) and report.skipped) or hasattr(report, "wasxfail"):
        return report
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    name, _, detail = reason.removeprefix("Skipped: ").partition(":")
    if NO_SKIPS:
        report.outcome = "failed"
        report.longrepr = f"{reason}\nHere every test has to run."
    elif name not in NAMED_SKIPS or not detail.strip():
        report.outcome = "failed"
        report.longrepr = f"{reason}\nCI needs one of these reasons: {', '.join(NAMED_SKIPS)}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Look at every test's report where it is made, so that xdist's workers are covered too."""
    return fail_unnamed_skip((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Look at every file's report: a whole module can be skipped while it is collected."""
    return fail_unnamed_skip((yield))

"""What compiled code may lean on: only what the cache's fingerprint covers (rules/jit.py)."""

from __future__ import annotations

import ast
import errno
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import pytest
from numba.core import caching, event

import fivethreefive
from fivethreefive.rules import jit

PACKAGE = Path(fivethreefive.__file__).parent
KERNELS = sorted(PACKAGE.rglob("*kernel.py"))
ALLOWED = {"__future__", "typing", "math", "numpy", "fivethreefive.rules.jit"}


def modules_of(source: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
            found |= {name if name.endswith("kernel") else str(node.module) for name in names}
    return found


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda path: path.stem)
def test_a_kernel_imports_nothing_whose_change_would_go_unnoticed(kernel: Path) -> None:
    assert {name for name in modules_of(kernel) if not name.endswith("kernel")} <= ALLOWED


def test_an_edit_of_any_kernel_changes_the_fingerprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kernel in KERNELS:
        copy = tmp_path / kernel.relative_to(PACKAGE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(kernel.read_bytes())
    monkeypatch.setattr(jit, "PACKAGE", tmp_path)
    before = jit._fingerprint()
    assert jit._fingerprint() == before
    for kernel in tmp_path.rglob("*kernel.py"):
        kernel.write_text(kernel.read_text("utf-8") + "\n# changed\n", "utf-8")
        after = jit._fingerprint()
        assert after != before
        before = after


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "x")


def test_kernels_are_kept_where_there_is_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bases = [tmp_path / "full", tmp_path / "free"]
    monkeypatch.setattr(jit, "_bases", lambda: iter(bases))
    new_file = tempfile.TemporaryFile

    @contextmanager
    def limited_file(dir: Path) -> Iterator[Any]:
        with new_file(dir=dir) as file:
            limited = SimpleNamespace(write=write_what_fits, flush=file.flush)
            yield limited if dir.parent == bases[0] else file

    def write_what_fits(data: bytes) -> None:
        if data:
            full()

    monkeypatch.setattr(tempfile, "TemporaryFile", limited_file)
    folder = jit._cache_folder()
    assert folder is not None
    assert folder.parent == bases[1]
    (bases[0] / folder.name / "kept").touch()
    assert jit._cache_folder() == bases[0] / folder.name, "what is kept there can be read"


def double(number: int) -> int:
    return 2 * number


def test_a_kernel_runs_where_it_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "CACHE_FOLDER", None if numba.config.DISABLE_JIT else tmp_path)
    monkeypatch.setattr(caching.IndexDataCacheFile, "save", full)
    assert jit.jit(double)(4) == 8


def test_whoever_asks_is_told_once_that_something_is_compiled() -> None:
    told: list[str] = []
    jit.before_compiling(lambda: told.append("compiling"))
    try:
        for _ in range(2):
            with event.trigger_event("numba:compile"):
                assert told == ["compiling"]
    finally:
        event._registered["numba:compile"].pop()

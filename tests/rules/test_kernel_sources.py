"""What compiled code may lean on: only what the cache's fingerprint covers (rules/jit.py)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from numba.core import event

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


def test_whoever_asks_is_told_once_that_something_is_compiled() -> None:
    told: list[str] = []
    jit.before_compiling(lambda: told.append("compiling"))
    try:
        for _ in range(2):
            with event.trigger_event("numba:compile"):
                assert told == ["compiling"]
    finally:
        event._registered["numba:compile"].pop()

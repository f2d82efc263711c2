"""The kernels give the same results compiled, compiled with checked bounds, and as plain Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numba
import pytest

from fivethreefive import cards
from fivethreefive.rules import jit, kernel
from fivethreefive.rules.seeding import random_stream
from support.kernel_results import results
from support.paths import TESTS

MODES = {
    "compiled": {"NUMBA_DISABLE_JIT": "0"},
    "compiled, bounds checked": {"NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "1"},
    "plain Python": {"NUMBA_DISABLE_JIT": "1"},
}


@pytest.fixture(scope="module")
def here() -> dict[str, Any]:
    """The results of this process, as JSON has them."""
    found: dict[str, Any] = json.loads(json.dumps(results()))
    return found


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_gives_the_same_results(mode: str, here: dict[str, Any]) -> None:
    """One process a mode; where bounds are checked, nothing reads or writes beyond an array."""
    kept = {name: value for name, value in os.environ.items() if name != "NUMBA_BOUNDSCHECK"}
    run = subprocess.run(
        [sys.executable, "-m", "support.kernel_results"],
        cwd=TESTS,
        env=kept | MODES[mode],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    printed = json.loads(run.stdout)
    assert printed["beyond"] == (None if mode == "compiled" else "IndexError")
    for name, found in here.items():
        assert printed["results"][name] == found, name
    assert printed["results"].keys() == here.keys()


def test_the_kernel_knows_cards_as_the_rest_does() -> None:
    """It imports nothing, so it says these numbers again."""
    assert kernel.GUARD == cards.GUARD
    assert len(cards.RANKS) == kernel.RANK_COUNT
    assert len(cards.RANKS) * cards.MOST_COPIES == kernel.MOST_CARDS


@pytest.mark.parametrize("n", [1, 3, 52, 3 * 2**29])
def test_numbers_below_are_fair(n: int) -> None:
    """Each number exactly as likely: of the last n, plain scaling would give every third too seldom.

    Chi-square with 2 degrees of freedom; the bound is passed once in a million times.
    """
    rng = random_stream(535)
    drawn = [kernel.below(rng, n) for _ in range(3000)]
    assert all(0 <= number < n for number in drawn)
    if n % 3 == 0:
        found = [sum(number % 3 == rest for number in drawn) for rest in range(3)]
        assert sum((count - 1000) ** 2 / 1000 for count in found) < 28


# Bits


WORDS = (1, 2, 3, 0b1011000, 2**32, 2**62 + 2**61, 2**63 - 1)


def bits(word: int) -> tuple[int, int]:
    return jit.count_bits(word), jit.lowest_bit(word)


@pytest.mark.parametrize("compiled", [False, True])
def test_counting_bits(compiled: bool) -> None:
    function = numba.njit(bits) if compiled else bits
    found = [function(word) for word in WORDS]
    assert found == [(1, 0), (1, 1), (2, 0), (3, 3), (1, 32), (2, 61), (63, 0)]


# Where compiled code is kept


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one kernel in a folder of it."""
    folder = tmp_path / "package"
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "kernel.py").write_text("x = 1\n", "utf-8")
    monkeypatch.setattr(jit, "PACKAGE", folder)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    return folder


def test_a_changed_kernel_is_compiled_anew(package: Path) -> None:
    before = jit._cache_folder()
    assert before is not None
    assert before.is_relative_to(package)
    assert jit._cache_folder() == before
    (package / "rules" / "kernel.py").write_text("x = 2\n", "utf-8")
    changed = jit._cache_folder()
    (package / "other_kernel.py").write_text("y = 1\n", "utf-8")
    assert len({before, changed, jit._cache_folder()}) == 3


def test_another_module_compiles_nothing_anew(package: Path) -> None:
    before = jit._cache_folder()
    (package / "rules" / "melds.py").write_text("y = 1\n", "utf-8")
    assert jit._cache_folder() == before


def test_checked_code_is_kept_apart(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = jit._cache_folder()
    monkeypatch.setattr(numba.config, "BOUNDSCHECK", 1)
    assert jit._cache_folder() != before


def test_a_new_folder_clears_away_those_unused_for_a_month(package: Path) -> None:
    before = jit._cache_folder()
    assert before is not None
    ages = {"kernel-old": 31, "kernel-young": 29, "other-old": 31}
    for name, days in ages.items():
        (before.parent / name).mkdir()
        (before.parent / name / "index").write_text("", "utf-8")
        then = time.time() - days * 24 * 3600
        os.utime(before.parent / name, (then, then))
    assert jit._cache_folder() == before
    assert (before.parent / "kernel-old").exists()
    (package / "rules" / "kernel.py").write_text("x = 2\n", "utf-8")
    assert jit._cache_folder() != before
    assert {name for name in ages if (before.parent / name).exists()} == {"kernel-young", "other-old"}
    assert before.exists()


@pytest.mark.usefixtures("package")
def test_a_folder_named_by_the_user_is_the_only_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "named"))
    folder = jit._cache_folder()
    assert folder is not None
    assert folder.parent == tmp_path / "named"
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert jit._cache_folder() is None


def test_what_cannot_be_written_to_is_left_for_the_users_own_folder(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (package / "__pycache__").write_text("a file, so no folder can be made here", "utf-8")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *_args, **_kwargs: tmp_path / "own")
    folder = jit._cache_folder()
    assert folder is not None
    assert folder.parent == tmp_path / "own"


@pytest.fixture
def cache_dir(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The folder that the user chose for other packages."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    return str(tmp_path)


@pytest.mark.parametrize("folder", ["somewhere", None])
def test_the_folder_of_other_packages_is_left_alone(
    folder: str | None, cache_dir: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "CACHE_FOLDER", folder and tmp_path / folder)
    for decorate in (jit.jit, jit.jit_inline):
        function = decorate(bits)
        assert jit.plain(function) is bits
        assert cache_dir == numba.config.CACHE_DIR


def test_a_function_that_is_not_compiled_is_plain_already() -> None:
    assert jit.plain(bits) is bits


COMPILES = """
from fivethreefive.rules import jit, kernel
jit.before_compiling(lambda: print("compiling"))
for hand in (0, 1):
    assert kernel.hand_size(hand) == hand
"""


def test_compiling_is_announced_once_and_only_where_something_is_compiled(tmp_path: Path) -> None:
    due = "" if numba.config.DISABLE_JIT else "compiling\n"
    for said in (due, ""):
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
        command = [sys.executable, "-c", COMPILES]
        assert (
            subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
            == said
        )

"""How the kernels are compiled: one decorator, one cache that cannot go stale, and two bit counts.

Numba keeps compiled code in a cache folder but does not notice an edit in a file that a compiled
function calls into. So the folder is named by a hash of everything compiled code depends on, and a
changed kernel gets a new, empty one. Compiled functions live in modules named ``*kernel.py``.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs
from llvmlite import ir
from numba import types
from numba.core import event
from numba.extending import intrinsic, overload

Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent.parent
ROOM = 1 << 20  # Compiled, the kernels take some megabytes.
UNUSED_SECONDS = 30 * 24 * 3600  # Every edit of a kernel leaves a folder behind that nobody opens again.


def _fingerprint() -> str:
    # With bounds checked the same sources compile to other code, which Numba would not tell apart.
    digest = hashlib.sha256(f"{numba.__version__} {numba.config.BOUNDSCHECK}".encode())
    # This file too: what it overloads is compiled into the kernels.
    for source in sorted([*PACKAGE.rglob("*kernel.py"), Path(__file__)]):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _bases() -> Iterator[Path]:
    if named := os.environ.get("NUMBA_CACHE_DIR"):
        yield Path(named)
        return
    yield PACKAGE / "__pycache__"
    # Whoever runs an installed package may not be allowed to write beside it.
    yield platformdirs.user_cache_path("fivethreefive", appauthor=False)


def _cache_folder() -> Path | None:
    """The first folder that can be written to, or None: then kernels are compiled in every process."""
    for base in _bases():
        folder = base / f"kernel-{_fingerprint()}"
        try:
            if not folder.is_dir():
                folder.mkdir(parents=True, exist_ok=True)
                _remove_unused(base)
            room = 0 if any(folder.iterdir()) else ROOM  # What is kept already can be read on a full disk.
            with tempfile.TemporaryFile(dir=folder) as file:  # Permissions do not show a read-only disk.
                file.write(bytes(room))
                file.flush()
            return folder
        except OSError:
            continue
    return None


def _remove_unused(base: Path) -> None:
    for folder in base.glob("kernel-*"):
        if time.time() - folder.stat().st_mtime > UNUSED_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


CACHE_FOLDER = None if numba.config.DISABLE_JIT else _cache_folder()


def jit(function: Function) -> Function:
    """Compile ``function`` with Numba, without the interpreter's lock, and keep the result on disk.

    Under NUMBA_DISABLE_JIT=1 the function stays plain Python and gives the same results.
    """
    return _compiled(function)


def jit_inline(function: Function) -> Function:
    """The same for a small function on the hot path: its code is copied into each caller's.

    Without this, random play runs at half the speed (bench/kernel.py).
    """
    return _compiled(function, forceinline=True)


def _compiled(function: Function, **options: Any) -> Function:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(CACHE_FOLDER or before)  # Read once, where a function is declared.
    try:
        cached = CACHE_FOLDER is not None
        # NumPy's error model: no test for zero before each division. Kernels never divide by zero.
        compiled = numba.njit(nogil=True, error_model="numpy", cache=cached, **options)(function)
        if cached:
            _save_where_possible(compiled)
    finally:
        # Other packages' compiled functions keep the folder their user chose.
        numba.config.CACHE_DIR = before
    return cast(Function, compiled)


def _save_where_possible(compiled: Any) -> None:  # pragma: no cover - only what is compiled is saved
    """Let a kernel also be used where it cannot be kept, as on a disk that is full by now."""
    if numba.config.DISABLE_JIT:
        return
    save = compiled._cache.save_overload

    def save_overload(signature: Any, result: Any) -> None:
        with suppress(OSError):
            save(signature, result)

    compiled._cache.save_overload = save_overload


def before_compiling(tell: Callable[[], None]) -> None:
    """Call ``tell`` before a kernel is compiled in this process, once; what the cache holds is not."""
    event.register("numba:compile", _Once(tell))


class _Once(event.Listener):  # type: ignore[misc]
    def __init__(self, tell: Callable[[], None]) -> None:
        self.tell = tell
        self.told = False

    def on_start(self, _event: event.Event) -> None:
        if not self.told:
            self.told = True
            self.tell()

    def on_end(self, _event: event.Event) -> None:
        pass  # Numba's class demands the method.


def plain(function: Function) -> Function:
    """The same function as ordinary Python, for single decisions on lists of plain integers."""
    return cast(Function, getattr(function, "py_func", function))


def count_bits(word: int) -> int:
    """How many bits of a word are set (words stay below 2 to the 63)."""
    return int(word).bit_count()


def lowest_bit(word: int) -> int:
    """The place of the lowest set bit of a word that is not 0."""
    word = int(word)
    return (word & -word).bit_length() - 1


def write_eight(row: Any, start: int, word: int) -> None:
    """Write the eight bytes of a word, the lowest first, into an array of int8 from ``row[start]`` on."""
    for i in range(8):
        row[start + i] = word >> 8 * i & 255


# Compiled code gets the following in place of the loops above: each is one instruction of the processor.


@intrinsic
def _ctpop(_context: Any, _word: Any) -> Any:  # pragma: no cover - run by the compiler alone
    return types.int64(types.int64), lambda _c, builder, _s, args: builder.ctpop(args[0])


@intrinsic
def _cttz(_context: Any, _word: Any) -> Any:  # pragma: no cover - run by the compiler alone
    any_result_for_0 = ir.Constant(ir.IntType(1), 1)
    return types.int64(types.int64), lambda _c, builder, _s, args: builder.cttz(args[0], any_result_for_0)


@overload(count_bits)
def _count_bits(word: Any) -> Any:
    def compiled(word: Any) -> Any:
        return _ctpop(word)

    return compiled


@overload(lowest_bit)
def _lowest_bit(word: Any) -> Any:
    def compiled(word: Any) -> Any:
        return _cttz(word)

    return compiled


@intrinsic
def _store_eight(_context: Any, _row: Any, _start: Any, _word: Any) -> Any:  # pragma: no cover
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row, start, word = arguments
        first = context.make_array(signature.args[0])(context, builder, row).data
        place = builder.bitcast(builder.gep(first, [start]), ir.IntType(64).as_pointer())
        builder.store(word, place, align=1)  # A row of int8 may start at any byte.
        return context.get_dummy_value()

    return types.void(_row, types.int64, types.int64), generate


@overload(write_eight)
def _write_eight(row: Any, start: Any, word: Any) -> Any:
    def compiled(row: Any, start: Any, word: Any) -> Any:
        _store_eight(row, start, word)

    return compiled

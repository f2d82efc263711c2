"""What callers hand in as arrays, checked at the edge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from fivethreefive.language import InvalidInput

IntArray = npt.NDArray[np.int64]
Int32Array = npt.NDArray[np.int32]
BoolArray = npt.NDArray[np.bool_]


def one_for_each_row(seed: Any) -> bool:
    """Whether what a caller gave as seeds is one for each row, and not one for all of them."""
    if isinstance(seed, np.ndarray):
        return seed.ndim > 0
    return isinstance(seed, Sequence) and not isinstance(seed, str | bytes | bytearray)


def valid_array(name: str, given: Any, shape: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
    """What a caller gave as an array, of the wanted shape and kind of number; else InvalidInput."""
    try:
        array = np.asarray(given)
    except ValueError:  # Rows of different lengths, for example.
        array = np.empty(0, object)
    # To NumPy lengths of time are whole numbers too.
    if array.shape != shape or not np.issubdtype(array.dtype, kind) or array.dtype.kind == "m":
        wanted = f"{shape} {kind.__name__}"
        raise InvalidInput("wrong_array", name=name, wanted=wanted, got=f"{array.shape} {array.dtype}")
    return array


def valid_output(name: str, out: Any, shape: tuple[int, ...], kind: Any) -> npt.NDArray[Any]:
    """An array to write to, of just the wanted shape and kind of number; else InvalidInput."""
    if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != kind:
        got = f"{out.shape} {out.dtype}" if isinstance(out, np.ndarray) else type(out).__name__
        raise InvalidInput("wrong_array", name=name, wanted=f"{shape} {np.dtype(kind)}", got=got)
    # For an array that is laid out otherwise Numba would compile each kernel once more.
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise InvalidInput("not_writable", name=name)
    return out

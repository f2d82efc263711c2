"""What the system and the libraries raise, as errors of this package: their own English reaches nobody."""

from __future__ import annotations

import errno
import re
from typing import Any

from fivethreefive.language import FiveThreeFiveError, InvalidInput, SystemFailure

_SYSTEM = {
    errno.ENOENT: "system_not_there",
    errno.EACCES: "system_not_allowed",
    errno.EPERM: "system_not_allowed",
    errno.EROFS: "system_read_only",
    errno.EISDIR: "system_is_folder",
    errno.ENOTDIR: "system_no_folder",
    errno.EEXIST: "system_exists",
    errno.ENAMETOOLONG: "system_name_too_long",
    errno.EMFILE: "system_too_many_files",
    errno.ENFILE: "system_too_many_files",
    errno.ENOEXEC: "system_no_program",
    errno.ENOSPC: "system_disk_full",
    errno.EDQUOT: "system_disk_full",
    errno.EFBIG: "system_file_too_large",
    errno.EIO: "system_device",
    errno.EADDRNOTAVAIL: "system_no_address",
    errno.ECONNREFUSED: "system_nobody_answers",
    errno.ECONNRESET: "system_connection_broke",
    errno.ETIMEDOUT: "system_late",
    errno.EHOSTUNREACH: "system_unreachable",
    errno.ENETUNREACH: "system_unreachable",
}
"""The sentences for what a person can do something about; any other has its number."""

_FAILURES = {
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM),
}
"""Here the system failed, and nothing that was typed is wrong."""


def why_system(error: OSError) -> FiveThreeFiveError:
    """Why the system refused, as the error behind an error."""
    if isinstance(error, TimeoutError):
        return FiveThreeFiveError("system_late")
    code = _SYSTEM.get(error.errno or 0)
    if code is not None:
        return FiveThreeFiveError(code)
    # Names of hosts have numbers of their own, which are negative or mean something else.
    if type(error).__name__ == "gaierror":
        return FiveThreeFiveError("system_no_host")
    return FiveThreeFiveError("system_number", number=error.errno or type(error).__name__)


def from_system(
    code: str, error: OSError, kind: type[FiveThreeFiveError] = InvalidInput, **parameters: Any
) -> FiveThreeFiveError:
    """The error ``code`` with the reason: a SystemFailure where the system failed, else ``kind``."""
    if error.errno in _FAILURES:
        kind = SystemFailure
    return kind(code, why=why_system(error), **parameters)


# What msgspec says of data that does not fit a type, and the error that stands for it.
_TICKED = "`([^`]*)`"
_MISFITS = (
    (re.compile(rf"Object missing required field {_TICKED}"), "misfit_missing", ("field",)),
    (re.compile(rf"Object contains unknown field {_TICKED}"), "misfit_unknown", ("field",)),
    (re.compile(rf"Expected {_TICKED}, got {_TICKED}"), "misfit_type", ("wanted", "found")),
    (re.compile(rf"Expected {_TICKED} matching regex"), "misfit_form", ()),
    (re.compile(rf"Expected {_TICKED} of length"), "misfit_length", ("wanted",)),
    (re.compile(rf"Expected {_TICKED} of (?:at least|at most) length"), "misfit_length", ("wanted",)),
    (re.compile(rf"Expected {_TICKED} [<>]"), "misfit_range", ()),
    (re.compile(r"(?:Integer value|Number) out of range"), "misfit_range", ()),
    (re.compile(r"Invalid (?:enum )?value (.*?)(?: - at `|$)", re.DOTALL), "misfit_value", ("value",)),
    (re.compile(r"JSON is malformed: .* \(byte (\d+)\)"), "misfit_json", ("byte",)),
    (re.compile(r"Input data was truncated"), "misfit_cut", ()),
    (re.compile(r"Invalid UTF-8"), "not_utf8", ()),
)
_AT = re.compile(r" - at `([^`]*)`$")
_TYPES = {
    "int": "type_int",
    "float": "type_float",
    "str": "type_str",
    "bool": "type_bool",
    "null": "type_null",
    "array": "type_array",
    "object": "type_object",
}


def why_not_decoded(error: Exception) -> FiveThreeFiveError:
    """Why data could not be decoded, as the error behind an error, with the field where there is one."""
    if isinstance(error, UnicodeError):
        return FiveThreeFiveError("not_utf8")
    if isinstance(error, RecursionError):
        return FiveThreeFiveError("misfit_nested")
    text = str(error)
    found = FiveThreeFiveError("misfit_any")
    for pattern, code, names in _MISFITS:
        if match := pattern.match(text):
            found = FiveThreeFiveError(code, **dict(zip(names, map(_type, match.groups()), strict=False)))
            break
    if at := _AT.search(text):
        return FiveThreeFiveError("misfit_at", place=at[1], why=found)
    return found


def _type(word: str) -> Any:
    kinds = [FiveThreeFiveError(_TYPES[kind]) for kind in word.split(" | ") if kind in _TYPES]
    return kinds[0] if kinds else word


def why_no_toml(error: ValueError | RecursionError) -> FiveThreeFiveError:
    """Why text is no TOML, as the error behind an error."""
    if isinstance(error, RecursionError):
        return FiveThreeFiveError("misfit_nested")
    if isinstance(error, UnicodeError):
        return FiveThreeFiveError("not_utf8")
    if place := re.search(r"at line (\d+), column (\d+)", str(error)):
        return FiveThreeFiveError("not_toml", line=place[1], column=place[2])
    if "integer string conversion" in str(error):  # Python reads no number of so many digits.
        return FiveThreeFiveError("misfit_range")
    return FiveThreeFiveError("toml_stops")


_SQLITE = {
    "SQLITE_CANTOPEN": "database_no_file",
    "SQLITE_NOTADB": "database_not_sqlite",
    "SQLITE_CORRUPT": "database_damaged",
    "SQLITE_BUSY": "database_busy",
    "SQLITE_LOCKED": "database_busy",
    "SQLITE_FULL": "system_disk_full",
    "SQLITE_READONLY": "system_read_only",
    "SQLITE_IOERR": "system_device",
}
_SQLITE_FAILS = {"SQLITE_FULL", "SQLITE_IOERR", "SQLITE_NOMEM"}
_DATABASE = {
    "OperationalError": "database_away",
    "ConnectionTimeout": "database_away",
    "ArgumentError": "database_address",
    "NoSuchModuleError": "database_address",
    "ModuleNotFoundError": "database_driver",
    "ImportError": "database_driver",
}


def from_database(code: str, error: Exception, **parameters: Any) -> FiveThreeFiveError:
    """The error ``code`` with the reason: a SystemFailure where the system failed, else an InvalidInput."""
    found = getattr(error, "orig", None) or error
    failed = _primary(found) in _SQLITE_FAILS or (isinstance(found, OSError) and found.errno in _FAILURES)
    return (SystemFailure if failed else InvalidInput)(code, why=why_database(error), **parameters)


def _primary(error: Exception) -> str:
    """What SQLite calls an error, without its details."""
    return "_".join(getattr(error, "sqlite_errorname", "").split("_")[:2])


def why_database(error: Exception) -> FiveThreeFiveError:
    """Why a database refused, as the error behind an error, from SQLAlchemy's error or its driver's."""
    error = getattr(error, "orig", None) or error
    if isinstance(error, OSError):
        return why_system(error)
    primary = _primary(error)
    name = type(error).__name__
    code = _SQLITE.get(primary) or _DATABASE.get(name)
    return FiveThreeFiveError(code) if code else FiveThreeFiveError("system_number", number=primary or name)

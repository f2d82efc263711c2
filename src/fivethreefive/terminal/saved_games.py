"""Where games are kept while they are played, and which of them is to go on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import platformdirs

from fivethreefive.foreign_errors import from_system
from fivethreefive.language import FiveThreeFiveError, InvalidInput
from fivethreefive.record import Header, RecordWriter, read_record
from fivethreefive.record.file_lock import file_errors, opened_locked

ENDING = ".jsonl"


def folder() -> Path:
    """The folder of kept games: ``games`` under the user's data folder of this system."""
    return platformdirs.user_data_path("fivethreefive", appauthor=False) / "games"


def start_record(header: Header, now: datetime) -> RecordWriter:
    """Begin to keep a game in a new file of the folder, named by the time.

    Raises InvalidInput where the folder or the file cannot be written.
    """
    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
        name = f"{now:%Y-%m-%d-%H%M%S}"
        for number in range(1, 1000):
            path = place / (f"{name}{ENDING}" if number == 1 else f"{name}-{number}{ENDING}")
            try:
                path.touch(exist_ok=False)  # Two games may begin in the same second.
            except FileExistsError:
                continue
            return RecordWriter.start(path, header)
    except OSError as error:
        raise from_system("folder", error, folder=str(place)) from None
    raise InvalidInput("folder", folder=str(place), why=FiveThreeFiveError("system_exists"))


def newest_first() -> Iterator[Path]:
    """The kept games, the newest first."""
    return iter(sorted(folder().glob(f"*{ENDING}"), key=_age, reverse=True))


def last_game() -> Path:
    """The game kept last; InvalidInput where there is none."""
    for path in newest_first():
        return path
    raise InvalidInput("nothing_kept", folder=str(folder()))


def find(name: str) -> str | Path:
    """The file that a name stands for: where no such file is here, the kept game of this name."""
    kept = folder() / name
    is_name = Path(name).name == name
    return kept if is_name and not Path(name).exists() and kept.is_file() else name


def name_of(path: Path) -> str:
    """What ``find`` finds a file by: a kept game by its name, another file by its whole path."""
    is_kept = path.parent == folder() and find(path.name) == path
    return path.name if is_kept else str(path.absolute())


def last_unfinished() -> Path:
    """The newest kept game that is not over; InvalidInput where there is none."""
    return _last(InvalidInput("nothing_to_resume", folder=str(folder())), is_over=False)


def last_finished() -> Path:
    """The newest kept game that is over; InvalidInput where there is none."""
    return _last(InvalidInput("nothing_finished", folder=str(folder())), is_over=True)


def _last(missing: InvalidInput, *, is_over: bool) -> Path:
    for path in newest_first():
        try:
            if read_record(path).complete == is_over:
                return path
        except FiveThreeFiveError:
            continue  # Of a broken file `check` says what is wrong with it.
    raise missing


def kept(name: str) -> Path:
    """The kept game of a name, or of its whole path; InvalidInput where none is kept."""
    path = folder() / name  # A whole path stays as it is.
    if path.parent != folder() or path.suffix != ENDING or not path.is_file():
        raise InvalidInput("no_kept_game", file=name, folder=str(folder()))
    return path


def remove(path: Path) -> None:
    """Remove a kept game for good; InvalidInput where it is being played."""
    in_use = InvalidInput("kept_game_in_use", file=path.name)
    with file_errors(path), opened_locked(path, 0, in_use) as file:
        path.unlink()
    file.close()


def _age(path: Path) -> tuple[int, str]:
    try:
        return path.stat().st_mtime_ns, path.name
    except OSError:  # Another process may have removed it since.
        return 0, path.name

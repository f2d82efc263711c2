"""``fivethreefive check``: whether record files hold nothing but games by the rules."""

from __future__ import annotations

import json

from fivethreefive.cli.options import FilesOptions
from fivethreefive.cli.record_files import read_files
from fivethreefive.language import Catalogue, InvalidRecord
from fivethreefive.terminal.text.console import Console


def run(options: FilesOptions, catalogue: Catalogue) -> int:
    """Check the files; the first wrong line is an InvalidRecord."""
    games = rounds = unfinished = 0
    cut = False
    try:
        for record in read_files(options.files, catalogue):
            games += 1
            rounds += record.summary.rounds
            unfinished += not record.ended
            cut = cut or record.cut is not None
    except InvalidRecord as error:
        if options.json:
            said = {"file": error.parameters["file"], "line": error.parameters["line"]}
            said |= {"rule": error.rule, "error": error.sentence(catalogue.language)}
            print(json.dumps({"valid": False, **said}))
        raise
    if options.json:
        found = {"games": games, "rounds": rounds, "unfinished": unfinished, "cut": cut}
        print(json.dumps({"valid": True, **found}))
        return 0
    console = Console(catalogue)
    counted = [console.text("check.games", count=games), console.text("check.rounds", count=rounds)]
    console.say("check.valid", counted=", ".join(counted))
    if unfinished:
        console.say("check.unfinished", count=unfinished)
    if cut:
        console.say("check.cut")
    return 0

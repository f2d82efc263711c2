"""``fivethreefive verify``: whether the deals of a finished game were fair."""

from __future__ import annotations

import json

from fivethreefive.cli.options import VerifyOptions
from fivethreefive.language import Catalogue, InvalidRecord
from fivethreefive.record.file_lock import open_to_read


def run(options: VerifyOptions, catalogue: Catalogue) -> int:
    """Deal every round anew from the secrets in the file; the first that differs is an error."""
    from fivethreefive.server.http.export import check_fair

    (name,) = options.files
    with open_to_read(name) as file:
        data = file.read()
    try:
        found = check_fair(data, name)
    except InvalidRecord as error:
        if options.json:
            said = {"file": name, "rule": error.rule, "error": error.sentence(catalogue.language)}
            print(json.dumps({"fair": False, **said}))
        raise
    if options.json:
        withheld = [{"round": round_, "seat": seat} for round_, seat in found.withheld]
        print(json.dumps(found._asdict() | {"fair": True, "withheld": withheld}))
        return 0
    print(catalogue.say("server.verified", count=found.rounds))
    for round_ in found.open_texts:
        print(catalogue.say("server.verified_open_texts", round=round_))
    for round_, seat in found.withheld:
        print(catalogue.say("server.verified_withheld", round=round_, seat=seat))
    return 0

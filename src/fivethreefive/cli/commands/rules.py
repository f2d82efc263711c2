"""``fivethreefive rules``: the rules as they are played under the options given."""

from __future__ import annotations

import json

from fivethreefive.cli.options import RulesCommandOptions
from fivethreefive.cli.rules_options import rules_from
from fivethreefive.language import Catalogue
from fivethreefive.rules.options import encode_rules
from fivethreefive.terminal.text.console import Console
from fivethreefive.terminal.text.rulebook import show_rules


def run(options: RulesCommandOptions, catalogue: Catalogue) -> int:
    """Write the rules, or the options in full as JSON."""
    rules = rules_from(options.rules)
    if options.json:
        print(json.dumps(encode_rules(rules)))
    else:
        show_rules(Console(catalogue), rules)
    return 0

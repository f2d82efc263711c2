"""The glossary of the manual, made of the words in docs/play/glossary.toml.

python scripts/glossary.py
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[1] / "docs" / "play"
PAGE = FOLDER / "glossary.md"

INTRODUCTION = """\
# Glossary

The words of the game, in the three languages of the program. Each thing has one word, and the program uses
no other for it. Words of the rules have the number of their rule. This page is made by
`scripts/glossary.py`, of `docs/play/glossary.toml`.
"""
LANGUAGES = {"en": "English", "es": "Español", "nl": "Nederlands"}
HEADS = {"en": ("word", "meaning"), "es": ("palabra", "significado"), "nl": ("woord", "betekenis")}


def read_glossary() -> dict[str, Any]:
    """The words, and those that must not stand for them."""
    return tomllib.loads((FOLDER / "glossary.toml").read_text("utf-8"))


def anchors() -> dict[str, str]:
    """Where each rule stands on the page of the rules."""
    headings = re.findall(r"^### ((R\w+) .+)$", (FOLDER / "rules.md").read_text("utf-8"), re.MULTILINE)
    return {rule: re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title, rule in headings}


def table(heads: tuple[str, ...], rows: list[list[str]]) -> str:
    """A table of the manual, with an empty line before it."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def page(terms: list[dict[str, Any]]) -> str:
    """The page: the words side by side, then what each means, by language."""
    rules = anchors()
    side_by_side = []
    for term in terms:
        rule = term.get("rule")
        link = f"[{rule}](rules.md#{rules[rule]})" if rule else ""
        side_by_side.append([*(term[language][0] for language in LANGUAGES), link])
    parts = [INTRODUCTION, table((*LANGUAGES.values(), "rule"), side_by_side)]
    for language, name in LANGUAGES.items():
        rows = sorted((list(term[language]) for term in terms), key=lambda row: row[0].casefold())
        parts += [f"\n## {name}\n", table(HEADS[language], rows)]
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(read_glossary()["term"]), "utf-8")

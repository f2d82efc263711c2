"""Every `>>>` example of the README and the manual runs and prints what the page says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCED = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)


def only_code(page: str) -> str:
    """The page with everything outside its fenced blocks blanked, so that line numbers stay.

    Doctest alone would take the fence that closes a block for a line of the expected output.
    """
    code = ["\n"] * len(page.splitlines())
    lines = page.splitlines(keepends=True)
    for block in FENCED.finditer(page):
        first = page.count("\n", 0, block.start(1))
        last = page.count("\n", 0, block.end(1))
        code[first:last] = lines[first:last]
    return "".join(code)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_print_what_the_page_says(page: Path) -> None:
    code = only_code(page.read_text("utf-8"))
    examples = doctest.DocTestParser().get_doctest(code, {}, page.name, str(page), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    failed = runner.run(examples, out=report.append).failed
    assert not failed, "".join(report)

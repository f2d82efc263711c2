"""The README and the manual: examples run, links lead somewhere, and nothing public is left out."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from sphinx.util.inventory import InventoryFile

import fivethreefive
from support.paths import DOCS, ROOT

PACKAGE = ROOT / "src" / "fivethreefive"
REFERENCE = DOCS / "library" / "reference"
FRONT = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
MANUAL = sorted(page for page in DOCS.rglob("*.md") if "_build" not in page.parts)
PAGES = [*FRONT, *MANUAL]

FENCED = re.compile(r"^```[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
NAMED_PAGE = re.compile(r"\bdocs/[\w/-]+(?:\.schema)?\.(?:md|json|png|jpg|svg)")


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_examples_print_what_the_page_says(page: Path) -> None:
    code = only_code(page.read_text("utf-8"))
    examples = doctest.DocTestParser().get_doctest(code, {}, page.name, str(page), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    failed = runner.run(examples, out=report.append).failed
    assert not failed, "".join(report)


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub and MyST make them."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_files_and_headings(page: Path) -> None:
    """Sphinx follows the links of the manual alone, and those between its pages."""
    for target, anchor in LINK.findall(FENCED.sub("", page.read_text("utf-8"))):
        found = page.parent / target if target else page
        assert found.exists(), target
        assert not anchor or anchor in anchors(found), f"{target}#{anchor}"


def test_pages_that_the_code_names_exist() -> None:
    roots = [ROOT / name for name in ("src", "tests", "web/src", "web/tests", "bench", "scripts")]
    for file in (file for root in roots for file in root.rglob("*")):
        if file.suffix in {".py", ".ts", ".svelte", ".json"} and "page" not in file.parts:
            for name in NAMED_PAGE.findall(file.read_text("utf-8")):
                assert (ROOT / name).exists(), f"{file.relative_to(ROOT)} names {name}"


def test_every_page_is_in_the_contents() -> None:
    """Sphinx warns of a page in no list of contents; here the front page leads to each group."""
    listed = re.findall(r"^(\w+/[\w/-]+)$", (DOCS / "index.md").read_text("utf-8"), re.MULTILINE)
    pages = {page.relative_to(DOCS).with_suffix("").as_posix() for page in MANUAL}
    assert set(listed) == {page for page in pages if "reference" not in page} - {"index"} | {
        "library/reference/index"
    }


def test_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= 120


# The API reference


def public_names(module: str) -> set[str]:
    """What a module offers: its ``__all__`` or else the public functions and classes that it defines."""
    found = importlib.import_module(module)
    if hasattr(found, "__all__"):
        return set(found.__all__)
    tree = ast.parse(Path(str(found.__file__)).read_text("utf-8"))
    defined = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = {node.name for node in tree.body if isinstance(node, defined)}
    return {name for name in names if not name.startswith("_")}


@pytest.fixture(scope="module")
def documented(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The full names in the index of the reference, built apart from the manual."""
    built = tmp_path_factory.mktemp("reference")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-b",
        "html",
        "-c",
        str(DOCS),
        str(REFERENCE),
        str(built),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    inventory = InventoryFile.loads((built / "objects.inv").read_bytes(), uri="")
    kinds = ("py:function", "py:class", "py:exception", "py:data", "py:module")
    return {name for kind in kinds for name in inventory.data.get(kind, {})}


def test_the_reference_has_every_public_name(documented: set[str]) -> None:
    text = "".join(page.read_text("utf-8") for page in REFERENCE.glob("*.md"))
    modules = re.findall(r"automodule:: (\S+)", text)
    missing = {f"{module}.{name}" for module in modules for name in public_names(module)} - documented
    assert not missing


def test_the_reference_has_every_public_package(documented: set[str]) -> None:
    """All that stands below the applications, except what only they use."""
    inner = {"foreign_errors", "process_pool", "program", "report", "validation"}
    applications = {"terminal", "server", "cli", "__main__"}
    modules = {
        path.stem
        for path in PACKAGE.glob("[!_]*")
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert {f"fivethreefive.{name}" for name in modules - inner - applications} <= documented


def test_the_reference_begins_with_what_the_package_offers(documented: set[str]) -> None:
    """Each name of the package itself is on the first page, with a link to where it is described."""
    first = (REFERENCE / "index.md").read_text("utf-8")
    linked = dict(re.findall(r"`(\w+) <([\w.]+)>`", first))
    assert set(linked) == set(fivethreefive.__all__)
    assert set(linked.values()) <= documented


# What the pages say of the code

ARCHITECTURE = (DOCS / "develop" / "architecture.md").read_text("utf-8")
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def exists(module: str, name: str) -> bool:
    """Whether a module of the package has something with this dotted name."""
    try:
        found = importlib.import_module(f"fivethreefive.{module}")
        for part in name.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError):
        return False
    return True


def test_the_walks_name_what_exists() -> None:
    names = re.findall(r"`([a-z_][a-z_.]*):([A-Za-z_][\w.]*)`", ARCHITECTURE)
    assert len(names) > 40
    assert [f"{module}:{name}" for module, name in names if not exists(module, name)] == []


def test_contributing_names_files_that_exist() -> None:
    """In CONTRIBUTING a path is below the package unless it is below the checkout."""
    begin = CONTRIBUTING.index("## Where to begin")
    for path in re.findall(r"`([\w./-]+/[\w./-]*)`", CONTRIBUTING[begin:]):
        assert "xx." in path or (PACKAGE / path).exists() or (ROOT / path).exists(), path


def test_contributing_has_the_order_of_imports() -> None:
    section = CONTRIBUTING[CONTRIBUTING.index("## Imports go one way") :]
    shown = [
        layer.strip().split(" | ") for layer in section.split("```")[1].removeprefix("text").split("->")
    ]
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    assert shown == [re.findall(r"\w+", layer) for layer in reversed(layers)]

"""How the manual is built: `make docs`."""

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version as installed_version
from typing import Any

from sphinx.application import Sphinx
from sphinx.pycode import ModuleAnalyzer

project = "535"
author = "fivethreefive contributors"
copyright = f"2026, {author}"
version = release = installed_version("fivethreefive")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "535"
html_show_sphinx = False
# Headings can be linked to from other pages.
myst_heading_anchors = 3

autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"
# A name in single backticks is code in a docstring, as it is in the manual.
default_role = "code"

AUTOMODULE = re.compile(r"^\.\. automodule:: (\S+)\n(?: .*\n)*", re.MULTILINE)
MODULE_PATH = re.compile(r"\b(?:[a-z_]\w*\.)+(?=\w)")
BOUNDS = re.compile(r"Annotated\[(\w+), msgspec\.Meta\([^)]*\)\]")


def imported_data(module: str) -> Iterator[str]:
    """Descriptions of the constants and types that a package takes from its modules.

    Autodoc passes over them: it looks for a docstring of data only in the module that it documents.
    """
    package = import_module(module)
    for node in ast.parse(inspect.getsource(package)).body:
        if isinstance(node, ast.ImportFrom) and node.module and "__all__" in vars(package):
            docs = ModuleAnalyzer.for_module(node.module).find_attr_docs()
            for name in (alias.name for alias in node.names if alias.name in package.__all__):
                value = getattr(package, name)
                if not isinstance(value, type) and not inspect.isroutine(value):
                    shown = MODULE_PATH.sub("", repr(value))
                    text = "".join(f"   {line}\n" for line in docs.get(("", name), []))
                    yield f"\n.. py:data:: {name}\n   :value: {shown}\n\n{text}"


def with_imported_data(_app: Sphinx, _page: str, source: list[str]) -> None:
    """Add to each module of a page the data that it imports and offers."""
    source[0] = AUTOMODULE.sub(lambda found: found[0] + "".join(imported_data(found[1])), source[0])


def without_bounds(
    _app: Sphinx, _what: str, _name: str, _obj: Any, _options: Any, *parts: str | None
) -> Any:
    """A signature with plain types: the bounds of a message's fields are in its JSON Schema."""
    return tuple(part and BOUNDS.sub(r"\1", part) for part in parts)


def is_skipped(_app: Sphinx, _what: str, _name: str, obj: Any, skip: bool, _options: Any) -> bool | None:
    """Leave out the fields of named tuples that nobody has described: the signature has them."""
    return True if (getattr(obj, "__doc__", None) or "").startswith("Alias for field number") else None


def setup(app: Sphinx) -> None:
    """Connect the functions above to Sphinx."""
    app.connect("source-read", with_imported_data)
    app.connect("autodoc-process-signature", without_bounds)
    app.connect("autodoc-skip-member", is_skipped)

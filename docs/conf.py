"""How the manual is built: `make docs`."""

from importlib.metadata import version as installed_version

project = "535"
author = "fivethreefive contributors"
copyright = f"2026, {author}"
version = release = installed_version("fivethreefive")

extensions = ["myst_parser"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "535"
html_show_sphinx = False
# Headings can be linked to from other pages.
myst_heading_anchors = 3

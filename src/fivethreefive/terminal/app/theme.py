"""Every colour of the app, once for each theme; close to the page's (web/src/app.css).

Text is 4.5:1 on what it stands on, glyphs and borders 3:1, and so are the nearest of 256 colours, which is
what most terminals show through SSH: greys stay grey there and each group keeps its hue. With 16 colours
there is one theme for both. What these look like is the terminal's choice, bold text may be brighter and
bright backgrounds may not be there: so all stands on black. Without colours (NO_COLOR) Textual shows greys,
and nothing here is told by a colour alone.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from textual.theme import Theme

LIGHT, DARK, SIXTEEN = "535-light", "535-dark", "535-16"

_INKS = {"rain": "#2f557d", "cloud": "#615a52", "sun": "#8a5000", "storm": "#37297a"}

# fmt: off
_VARIABLES = {
    LIGHT: {
        "felt": "#dbe5e3", "ink": "#1a292e", "quiet": "#434f54", "edge": "#6d7f86",
        "mark": "#17666e", "mark-back": "#17666e", "on-mark": "#ffffff", "alert": "#8f2412",
        "back": "#2d6a72", "low": "#ccd8d7",
        **_INKS,
        "paper-rain": "#e9f5fc", "paper-cloud": "#faf8f4", "paper-sun": "#fff9ea", "paper-storm": "#e9e7f3",
        "paper-edge": "#6f786f", "dim": "#4c5a5d", "paper-dim": "#cdd8d6",
        "felt-rain": "#2d6093", "felt-cloud": "#615a52", "felt-sun": "#8a5000",
    },
    DARK: {
        "felt": "#19252a", "ink": "#eaefef", "quiet": "#a9bbc0", "edge": "#71878f",
        "mark": "#83cbd0", "mark-back": "#83cbd0", "on-mark": "#0c1c1f", "alert": "#ffb199",
        "back": "#5d8b94", "low": "#2b3437",
        **_INKS,
        "paper-rain": "#dcedf2", "paper-cloud": "#e6e2db", "paper-sun": "#f3edd2", "paper-storm": "#d5d2f0",
        "paper-edge": "#6a736f", "dim": "#98a7ab", "paper-dim": "#2d3639",
        "felt-rain": "#9ac2ea", "felt-cloud": "#cdc8c0", "felt-sun": "#f0c45c",
    },
    SIXTEEN: {
        "felt": "#000000", "ink": "#ffffff", "quiet": "#aaaaaa", "edge": "#aaaaaa",
        "mark": "#55ffff", "mark-back": "#0000aa", "on-mark": "#ffffff", "alert": "#ff5555",
        "back": "#00aaaa", "low": "#000000",
        "rain": "#55ffff", "cloud": "#ffffff", "sun": "#ffff55", "storm": "#ff55ff",
        "paper-rain": "#000000", "paper-cloud": "#000000", "paper-sun": "#000000", "paper-storm": "#000000",
        "paper-edge": "#aaaaaa", "dim": "#aaaaaa", "paper-dim": "#000000",
        "felt-rain": "#55ffff", "felt-cloud": "#aaaaaa", "felt-sun": "#ffff55",
    },
}
# fmt: on
"""``paper-`` is what a card of a group is drawn on, in the ink of the group; ``felt-`` are the groups'
colours on the table itself. ``mark-back`` is what ``on-mark`` stands on."""


def variables(name: str) -> Mapping[str, str]:
    """The colours of a theme by name."""
    return _VARIABLES[name]


def theme(name: str) -> Theme:
    """A theme by its name, to be registered with an app."""
    own = _VARIABLES[name]
    return Theme(
        name=name,
        primary=own["mark"],
        secondary=own["back"],
        accent=own["mark"],
        error=own["alert"],
        warning=own["alert"],
        success=own["mark"],
        foreground=own["ink"],
        background=own["felt"],
        surface=own["felt"],
        panel=own["low"],
        dark=name != LIGHT,
        variables={**own, "scrollbar": own["edge"], "scrollbar-background": own["low"]},
    )


def terminal_theme(environment: Mapping[str, str] = os.environ) -> str:
    """The theme of a terminal: light where it says so (COLORFGBG), and dark otherwise, as most are."""
    background = environment.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT if background in ("7", "15") else DARK

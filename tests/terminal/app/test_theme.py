"""The colours of the app: readable, and the same hue in terminals with few of them."""

from __future__ import annotations

import pytest
from rich._palettes import STANDARD_PALETTE
from rich.color import Color, ColorSystem
from rich.terminal_theme import TerminalTheme

from fivethreefive.terminal import settings as kept
from fivethreefive.terminal.app.theme import DARK, LIGHT, terminal_theme, variables
from fivethreefive.terminal.settings import Settings
from support.app_driver import Seated, local, sit

pytestmark = pytest.mark.usefixtures("own_home")


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def shown(colour: str, system: ColorSystem) -> str:
    """A colour as a terminal with so many shows it."""
    return Color.parse(colour).downgrade(system).get_truecolor(TERMINAL).hex


TERMINAL = TerminalTheme(
    (0, 0, 0), (255, 255, 255), list(STANDARD_PALETTE._colors[:8]), list(STANDARD_PALETTE._colors[8:])
)


@pytest.mark.parametrize(
    ("system", "text_least"),
    [(ColorSystem.TRUECOLOR, 4.5), (ColorSystem.EIGHT_BIT, 4.5), (ColorSystem.STANDARD, 3)],
)
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_what_is_read_can_be_read(theme: str, system: ColorSystem, text_least: float) -> None:
    """In all colours, in the 256 that a terminal has through SSH, and in the 16 of a console."""
    colours = {name: shown(colour, system) for name, colour in variables(theme).items()}
    groups = ("rain", "cloud", "sun", "storm")
    text = [(ink, paper) for ink in ("ink", "quiet", "mark", "alert") for paper in ("felt", "low")]
    text += [("on-mark", "mark"), ("dim", "paper-dim"), *((group, f"paper-{group}") for group in groups)]
    for ink, paper in text:
        assert contrast(colours[ink], colours[paper]) >= text_least, (ink, paper)
    edges = [("edge", "felt"), ("back", "felt"), *(("paper-edge", f"paper-{group}") for group in groups)]
    for ink, paper in [*edges, *((f"felt-{group}", "felt") for group in groups[:3])]:
        assert contrast(colours[ink], colours[paper]) >= 3, (ink, paper)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_of_256_colours_each_keeps_its_hue(theme: str) -> None:
    """Greys are grey; sun is yellow, rain is blue, and the 8 is like neither it nor the clouds."""

    def parts(name: str) -> tuple[int, int, int]:
        return tuple(bytes.fromhex(shown(variables(theme)[name], ColorSystem.EIGHT_BIT)[1:]))  # type: ignore[return-value]

    for grey in ("felt", "low", "quiet", "edge", "ink", "dim", "paper-dim", "paper-edge", "cloud"):
        red, green, blue = parts(grey)
        assert red == green == blue, grey
    for sun in ("sun", "paper-sun", "felt-sun"):
        red, green, blue = parts(sun)
        assert min(red, green) > blue, sun
    for rain in ("rain", "paper-rain", "felt-rain"):
        red, green, blue = parts(rain)
        assert red < blue >= green > 0, rain
    for storm in ("storm", "paper-storm"):
        red, green, blue = parts(storm)
        assert blue > red >= green, storm


def test_light_dark_and_as_the_terminal() -> None:
    assert terminal_theme({}) == DARK
    assert terminal_theme({"COLORFGBG": "15;0"}) == DARK
    assert terminal_theme({"COLORFGBG": "0;default;15"}) == LIGHT

    async def turn(seated: Seated) -> None:
        assert seated.app.theme == DARK
        await seated.press("d")
        assert seated.app.theme == LIGHT
        assert kept.load().theme == "light"

    sit(local(), turn, settings=Settings(theme="dark"))


def test_without_colours_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """NO_COLOR: only greys are left."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def look(seated: Seated) -> None:
        await seated.my_turn()
        svg = seated.app.export_screenshot()
        found = {part[:7] for part in svg.split('fill="')[1:] if part.startswith("#")}
        for colour in found - {"#ff5f57", "#febc2e", "#28c840", "#292929", "#c5c8c6"}:  # The window's own.
            assert colour[1:3] == colour[3:5] == colour[5:7], colour

    sit(local(), look)

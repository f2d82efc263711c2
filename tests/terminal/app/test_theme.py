"""The colours of the app: readable, and the same hue in terminals with few of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from rich._palettes import STANDARD_PALETTE
from rich.color import Color, ColorSystem
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from fivethreefive.terminal import settings as kept
from fivethreefive.terminal.app.theme import DARK, LIGHT, terminal_theme, variables
from fivethreefive.terminal.settings import Settings
from screens.make import play_round
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
    [(ColorSystem.TRUECOLOR, 4.5), (ColorSystem.EIGHT_BIT, 4.5)],
)
@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_what_is_read_can_be_read(theme: str, system: ColorSystem, text_least: float) -> None:
    """In all colours, and in the 256 that a terminal has through SSH; of 16 the screens below tell."""
    colours = {name: shown(colour, system) for name, colour in variables(theme).items()}
    groups = ("rain", "cloud", "sun", "storm")
    text = [(ink, paper) for ink in ("ink", "quiet", "mark", "alert") for paper in ("felt", "low")]
    text += [
        ("on-mark", "mark-back"),
        ("dim", "paper-dim"),
        *((group, f"paper-{group}") for group in groups),
    ]
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


VGA = [(0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0), (0, 0, 170), (170, 0, 170), (0, 170, 170),
       (170, 170, 170), (85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85), (85, 85, 255),
       (255, 85, 255), (85, 255, 255), (255, 255, 255)]  # fmt: skip
XTERM = [(0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
         (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
         (255, 0, 255), (0, 255, 255), (255, 255, 255)]  # fmt: skip
SIGNS = re.compile("[\u2500-\u259f\u25a0-\u25ff\u00b7\\s]*")  # Lines, bars and marks, which are no text.
SEPARATORS = {"\N{BOX DRAWINGS LIGHT VERTICAL}", "\N{LOWER HALF BLOCK}"}
"""Between columns, and at the edges of fields: nothing is told by them."""
TERMINALS = {
    "linux": ColorSystem.STANDARD,
    "screen": ColorSystem.STANDARD,
    "vt100": ColorSystem.STANDARD,
    "xterm-256color": ColorSystem.EIGHT_BIT,
    "truecolor": ColorSystem.TRUECOLOR,
}


def looks(style: Style, system: ColorSystem) -> Iterator[tuple[str, str]]:
    """The colours of a text and of what it stands on, in each way that terminals show them."""
    assert style.color is not None
    assert style.bgcolor is not None
    if system is not ColorSystem.STANDARD:
        yield tuple(shown(colour.get_truecolor().hex, system) for colour in (style.color, style.bgcolor))  # type: ignore[misc]
        return
    ink, paper = (colour.downgrade(system).number for colour in (style.color, style.bgcolor))
    assert ink is not None
    assert paper is not None
    inks = {ink, ink | 8} if style.bold else {ink}  # Bold is brightness on some of them ...
    for palette in (VGA, XTERM):
        for one in inks:
            for other in {paper, paper & 7}:  # ... and a bright background is none on others.
                yield tuple("#{:02x}{:02x}{:02x}".format(*palette[number]) for number in (one, other))  # type: ignore[misc]


def test_with_16_colours_the_look_cannot_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept that would change another terminal, and it is said why nothing changes."""
    monkeypatch.setenv("TERM", "linux")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLORTERM", "")
    settings = kept.Settings(theme="light")

    async def toggle(seated: Seated) -> None:
        await seated.my_turn()
        said = "This terminal has 16 colours, and the table has only one look here."
        await seated.press("l")
        assert said in seated.words()
        await seated.press("escape", "d")
        assert said in seated.words()
        assert settings.theme == "light"
        await seated.press("m")
        assert "Colours: " not in seated.words()

    sit(local(), toggle, settings=settings)


@pytest.mark.parametrize("term", TERMINALS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everything_on_the_screens_can_be_read(
    term: str, theme: kept.Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table, chosen and dim cards, the menu and every sheet, as each number of colours shows them."""
    system = TERMINALS[term]
    monkeypatch.setenv("TERM", "xterm-256color" if term == "truecolor" else term)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLORTERM", "truecolor" if term == "truecolor" else "")
    poor: set[tuple[str, str, str]] = set()
    read = 0

    def look(seated: Seated) -> None:
        nonlocal read
        boxes = [box.region for box in seated.app.screen.query("#box")]
        for y, strip in enumerate(seated.app.screen._compositor.render_strips()):
            x = 0
            for segment in strip:
                place, x = x, x + segment.cell_length
                # Around a dialog the table is faded, and not meant to be read.
                inside = all(box.contains(place, y) and box.contains(x - 1, y) for box in boxes)
                text = segment.text.strip()
                if not text or text in SEPARATORS or segment.style is None or not inside:
                    continue
                read += 1
                least = 3.0 if SIGNS.fullmatch(segment.text) else 4.5
                for ink, paper in looks(segment.style, system):
                    if contrast(ink, paper) < least:
                        poor.add((text, ink, paper))

    async def open_all(seated: Seated) -> None:
        await seated.my_turn()
        assert seated.app.console.color_system == {"linux": "standard", "screen": "standard",
            "vt100": "standard", "xterm-256color": "256"}.get(term, "truecolor")  # fmt: skip
        look(seated)
        await seated.press("4", "right")
        look(seated)
        await seated.press("5", "9")
        await seated.until_text("(R11)")
        look(seated)
        for key in ("m", "question_mark", "l", "s"):
            await seated.press(key)
            look(seated)
            await seated.press("escape")
        await seated.press("escape")  # No card is chosen any more.
        await play_round(seated)
        look(seated)
        await seated.press("escape")
        look(seated)

    sit(local(), open_all, size=(120, 40), settings=Settings(theme=theme))
    assert read > 300
    assert poor == set()

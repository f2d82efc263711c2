/** Each seat has a glyph and a hue of its own: one place defines them, and all who name a seat show them. */
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import Symbols from "../../src/cards/Symbols.svelte";
import SeatGlyph from "../../src/components/SeatGlyph.svelte";
import LogDialog from "../../src/dialogs/LogDialog.svelte";
import ScoresDialog from "../../src/dialogs/ScoresDialog.svelte";
import CentralMeld from "../../src/table/CentralMeld.svelte";
import type { Happened } from "../../src/protocol";
import SeatBadge from "../../src/table/SeatBadge.svelte";
import { loadLanguage } from "../../src/state/catalogue.svelte";
import { all, one, render } from "../support/render";
import { action, view } from "../support/views";

const STYLES = readFileSync("src/app.css", "utf-8");
const SEATS = [0, 1, 2, 3, 4, 5];
/** What the names of seats stand on. */
const GROUNDS = ["sky", "felt", "felt-deep", "surface", "surface-low", "accent-soft"];

/** A colour in the light theme and in the dark one. */
function colours(name: string): string[] {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(STYLES);
  if (!found) throw new Error(`no colour is called ${name}`);
  return found.slice(1);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const shown = (selector: string): (string | null | undefined)[] =>
  all(`${selector} use[href^='#seat-']`).map((glyph) => glyph.getAttribute("href")?.slice("#seat-".length));

beforeEach(() => loadLanguage("en"));

describe("the signs", () => {
  it("have six shapes, so that nobody needs the colours", () => {
    render(Symbols, {});
    const shapes = SEATS.map((seat) => one(`#seat-${seat}`).innerHTML);
    expect(new Set(shapes).size).toBe(6);
    render(SeatGlyph, { seat: 4 });
    expect(one(".seat-glyph").getAttribute("style")).toContain("--seat-4");
  });

  it.each(SEATS)("of seat %i have a contrast of 3 to 1 on all that names stand on, in both themes", (seat) => {
    for (const ground of GROUNDS) {
      const under = colours(ground);
      const ratios = colours(`seat-${seat}`).map((hue, theme) => contrast(hue, under[theme] ?? ""));
      expect(Math.min(...ratios), ground).toBeGreaterThanOrEqual(3);
    }
  });
});

describe("a seat has its sign", () => {
  it("in its badge", () => {
    render(SeatBadge, { seat: 3, name: "Ana", cardsLeft: 2, score: 0 });
    expect(shown("[data-seat='3']")).toEqual(["3"]);
  });

  it("under the cards that it laid", () => {
    const cards = [{ rank: 3 as const, seat: 2, key: "a" }, { rank: 4 as const, seat: 1, key: "b" }];
    render(CentralMeld, { meld: { key: "m", cards, ended: false }, points: {}, name: String });
    expect(shown(".laid")).toEqual(["2", "1"]);
  });

  it("before its lines of the log", () => {
    const events: Happened[] = [
      { event: "round_dealt", round: 1, leader: 1 },
      { event: "moved", seat: 1, action: action("lead", 3), cards_left: 4, end: null },
      { event: "left", seat: 2 },
    ];
    render(LogDialog, { view: view(), events, onclose: () => undefined });
    expect(shown(".log")).toEqual(["2", "1"]);
  });

  it("in the table of scores, and at the end of its line of the chart", () => {
    render(ScoresDialog, { view: view({ points: [[0, 3, 4]], scores: [0, 3, 4] }), onclose: () => undefined });
    expect(shown("table")).toEqual(["0", "1", "2"]);
    expect(shown("svg[role=img]").toSorted()).toEqual(["0", "1", "2"]);
  });
});

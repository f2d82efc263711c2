/** Another player at the table: what is said under the name comes in an order of importance. */
import { beforeEach, describe, expect, it } from "vitest";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import SeatBadge from "../../src/table/SeatBadge.svelte";
import { all, one, render, texts } from "../support/render";

const show = (more: object = {}): void =>
  render(SeatBadge, { seat: 1, name: "Ben", cardsLeft: 4, score: 7, level: "Easy bot", ...more });

beforeEach(() => loadLanguage("en"));

describe("under the name stands", () => {
  it.each([
    ["that the player passed", { passed: true, note: "offline", turn: true, seconds: 9 }, "play.passed"],
    ["who is away", { note: "offline" }, "offline"],
    ["how long somebody who is away is waited for", { note: "offline", turn: true, seconds: 9 }, "offline 9 s"],
    ["how long there is", { turn: true, seconds: 9 }, "9 s"],
    ["whose turn it is", { turn: true }, "page.to_play"],
    ["what kind of bot it is", {}, "Easy bot"],
    ["what kind of bot it is, also while the clock of another runs", { seconds: 9 }, "Easy bot"],
  ])("%s", (_what, more, expected) => {
    show(more);
    expect(texts(".note")).toEqual([say(expected)]);
  });
});

describe("the cards", () => {
  it("are a fan of as many backs as there are, and at most seven", () => {
    show({ cardsLeft: 4 });
    show({ cardsLeft: 13 });
    expect(all(".cards svg").map((fan) => fan.querySelectorAll("use").length)).toEqual([4, 7]);
    expect(texts(".cards b")).toEqual(["4", "13"]);
  });

  it("are counted for who listens", () => {
    show({ cardsLeft: 1 });
    expect(texts(".cards .visually-hidden")).toEqual([say("page.cards_left", { count: 1 })]);
  });
});

it.each([
  [0, false],
  [1, true],
  [2, true],
  [3, false],
])("with %s cards left somebody may soon go out: %s", (cardsLeft, soon) => {
  show({ cardsLeft });
  expect(one(".seat").classList.contains("nearly-out")).toBe(soon);
});

it("has a ring that empties with its clock", () => {
  show({ turn: true, seconds: 9, clockShare: 0.25 });
  expect(one(".note .left").getAttribute("stroke-dasharray")).toBe("0.25 1");
});

it("is marked as the current one in its turn", () => {
  show();
  show({ turn: true, seat: 2 });
  expect(one("[aria-current]").dataset.seat).toBe("2");
});

describe("the points", () => {
  it("say how near they are to the end of the game, which a bar shows", () => {
    show({ score: 15, target: 20 });
    expect(texts(".score .words, .score .visually-hidden")).toEqual(["15/20 pts", "15 of 20 points"]);
    expect(one(".race").style.getPropertyValue("--share")).toBe("0.75");
  });

  it("fill the bar and no more", () => {
    show({ score: 27, target: 20 });
    expect(one(".race").style.getPropertyValue("--share")).toBe("1");
  });

  it("stand alone where the game ends at no number of points", () => {
    show({ score: 7, target: 0 });
    expect(texts(".score")).toEqual([say("page.points_short", { count: 7 })]);
    expect(all(".bar")).toEqual([]);
  });
});

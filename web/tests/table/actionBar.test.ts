/** The buttons that play: what they say, and what pressing them does. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Action } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import ActionBar from "../../src/table/ActionBar.svelte";
import { all, cleanUp, click, one, render, texts } from "../support/render";
import { action, RULES } from "../support/views";

const onplay = vi.fn();
const onpass = vi.fn();
const OVER = action("overwrite", 4);
const ADD: Action = { ...action("add", 4), makes: [3, 4] };

function show(more: object = {}): void {
  render(ActionBar, {
    completed: [],
    placeholder: "Choose cards",
    canPass: true,
    mustPass: false,
    handSize: 5,
    points: RULES.points,
    confirming: null,
    busy: false,
    onplay,
    onpass,
    ...more,
  });
}

const disabled = (selector: string): boolean => one(selector).getAttribute("aria-disabled") === "true";

beforeEach(async () => {
  await loadLanguage("en");
  vi.clearAllMocks();
});

it("says what to do while the chosen cards are no action", () => {
  show();
  expect(texts(".plays button")).toEqual(["Choose cards"]);
  expect(disabled(".plays button")).toBe(true);
});

it("plays what the chosen cards are", () => {
  show({ completed: [OVER] });
  expect(texts(".plays button")).toEqual(["Overwrite with 4"]);
  expect(all(".plays .meld"), "one meaning needs no picture").toEqual([]);
  click(one("[data-do='overwrite']"));
  expect(onplay).toHaveBeenCalledExactlyOnceWith(OVER);
});

describe("cards that can do either of two things", () => {
  it("have a button for each, with the meld that it makes", () => {
    show({ completed: [OVER, ADD] });
    expect(texts(".plays button span:last-child")).toEqual(expect.arrayContaining(["Overwrite with 4", "Add 4"]));
    expect(all("[data-do='overwrite'] .meld svg")).toHaveLength(1);
    expect(all("[data-do='add'] .meld svg")).toHaveLength(2);
    click(one("[data-do='add']"));
    expect(onplay).toHaveBeenCalledExactlyOnceWith(ADD);
  });
});

it("says what an action ends: the round before the trick", async () => {
  show({ completed: [{ ...OVER, ends_trick: true }] });
  expect(texts(".plays button")).toEqual([`Overwrite with 4 - ${say("play.note_ends")}`]);
  await cleanUp();
  show({ completed: [{ ...OVER, ends_trick: true }], handSize: 1 });
  expect(texts(".plays button")).toEqual([`Overwrite with 4 - ${say("page.do_out")}`]);
});

describe("passing", () => {
  it("has its place also where it cannot be", () => {
    show({ canPass: false });
    expect(disabled("[data-do='pass']")).toBe(true);
  });

  it("is done by its button, which stands out where it is all that can be done", async () => {
    show();
    expect(one("[data-do='pass']").classList).not.toContain("main");
    click(one("[data-do='pass']"));
    expect(onpass).toHaveBeenCalledOnce();
    await cleanUp();
    show({ mustPass: true });
    expect(one("[data-do='pass']").classList).toContain("main");
  });
});

it("asks whether it is meant, where actions are confirmed", async () => {
  show({ completed: [OVER, ADD], confirming: "+4" });
  expect(one("[data-do='add']").textContent).toContain(say("page.sure"));
  expect(one("[data-do='overwrite']").textContent).not.toContain(say("page.sure"));
  await cleanUp();
  show({ confirming: "pass" });
  expect(texts("[data-do='pass']")).toEqual([say("page.sure")]);
});

it("is out of reach while an action is on its way", () => {
  show({ completed: [OVER], busy: true });
  expect(disabled("[data-do='overwrite']")).toBe(true);
  expect(disabled("[data-do='pass']")).toBe(true);
});

it("lets one choose to pass before one's turn, and shows that one has", () => {
  show({ canPass: false, canPassAhead: true, passesAhead: true });
  expect(texts("[data-do='pass']")).toEqual([say("page.pass_ahead")]);
  expect(one("[data-do='pass']").getAttribute("aria-pressed")).toBe("true");
  click(one("[data-do='pass']"));
  expect(onpass).toHaveBeenCalledOnce();
});

it("nudges whoever is slow, in the place of what cannot be pressed", () => {
  const onnudge = vi.fn();
  show({ canPass: false, nudge: "Nudge Ben", onnudge });
  click(one("[data-do='nudge']"));
  expect(onnudge).toHaveBeenCalledOnce();
  expect(texts(".plays button")).toEqual(["Nudge Ben"]);
});

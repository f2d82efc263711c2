/** One's own place at the table, as a person uses it: cards, keys and buttons. */
import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { View } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { settings } from "../../src/state/settings.svelte";
import PlayerArea from "../../src/table/PlayerArea.svelte";
import { all, click, named, one, press, render, texts } from "../support/render";
import { action, can, observation, view } from "../support/views";

const act = vi.fn((_action: string) => Promise.resolve(""));
const why = vi.fn((_action: string) => Promise.resolve("that is no meld (R6)"));

const LEGAL = [action("pass"), action("overwrite", 4), action("add", 4), { ...action("add", 3), ends_trick: true }];

function show(seen: View = turn()): void {
  render(PlayerArea, {
    view: seen,
    own: 0,
    seconds: 7,
    busy: false,
    promptOverride: "",
    act,
    why,
    requestHint: () => Promise.resolve("no hint"),
  });
}

function turn(): View {
  const seen = observation({ hand: [3, 4, 9, 12], table: [3], legal: LEGAL });
  return view({ can: can("act", "hint", "hint_in_turn"), observation: seen });
}

const chosen = (): string[] => all("[data-card].chosen").map((card) => card.dataset.card ?? "");
const main = (): string[] => texts(".plays .main > span:last-child");

beforeEach(async () => {
  await loadLanguage("en");
  Object.assign(settings, { confirm: false, autoPass: false, sorting: "rank" });
  vi.clearAllMocks();
});

it("says whose place it is, what to do and how long there is", () => {
  show();
  expect(texts(".me")[0]).toBe("Your turn 0/20 pts 0/20 0 of 20 points 7 s");
  expect(texts(".hint")).toEqual(["Your turn: overwrite, add or pass."]);
  expect(texts(".plays")).toEqual(["Choose cards"]);
});

describe("the cards", () => {
  it("are chosen and dimmed", () => {
    show();
    expect(all("[data-card].dead").map((card) => card.dataset.card)).toEqual(["9", "12"]);
    click(one("[data-card='3']"));
    expect(chosen()).toEqual(["3"]);
    expect(one("[data-card='3']").getAttribute("aria-pressed")).toBe("true");
    expect(main()).toEqual(["Add 3 - ends the trick"]);
    click(one("[data-card='3']"));
    expect(chosen()).toEqual([]);
  });

  it("are one stop of the Tab key, and the arrows go from one to the next", () => {
    show();
    const stops = (): string[] => all("[data-card][tabindex='0']").map((card) => card.dataset.card ?? "");
    expect(stops()).toEqual(["3"]);
    one("[data-card='3']").focus();
    press({ key: "ArrowRight" }, one("[data-card='3']"));
    expect(document.activeElement).toBe(one("[data-card='4']"));
    press({ key: "End" }, one("[data-card='4']"));
    expect(stops()).toEqual(["12"]);
    press({ key: "ArrowRight" }, one("[data-card='12']"));
    expect(stops()).toEqual(["12"]);
  });

  it("are sorted the other way by a button, which says which", () => {
    show(view({ observation: observation({ hand: [1, 3, 3, 4, 5] }) }));
    click(named("Sort by melds"));
    expect(all("[data-card]").map((card) => card.dataset.card)).toEqual(["4", "5", "3", "3", "1"]);
    click(named("Sort by rank"));
    expect(settings.sorting).toBe("rank");
  });

  /** Drag a card up by so many pixels. */
  function drag(rank: number, up: number): void {
    const card = one(`[data-card='${rank}']`);
    const at = (type: string, y: number): void => {
      const init = { bubbles: true, button: 0, clientX: 0, clientY: y };
      card.dispatchEvent(Object.assign(new MouseEvent(type, init), { pointerId: 1 }));
    };
    at("pointerdown", 0);
    at("pointermove", -up);
    at("pointerup", -up);
    click(card); // As a browser does after a drag too.
  }

  it("are played when they are dragged up far enough", () => {
    show();
    drag(3, 40);
    expect(act).not.toHaveBeenCalled();
    expect(chosen()).toEqual([]);
    drag(3, 90);
    expect(act).toHaveBeenCalledWith("+3");
  });
});

describe("keys", () => {
  it("choose by position and play", () => {
    show();
    press({ code: "Digit3" });
    expect(chosen()).toEqual(["3"]);
    press({ code: "Enter" });
    expect(act).toHaveBeenCalledWith("+3");
  });

  it("lead to the two buttons where the cards can do either", () => {
    show();
    press({ code: "Digit4" });
    expect(main()).toEqual(["Overwrite with 4", "Add 4"]);
    press({ code: "Enter" });
    expect(document.activeElement).toBe(one("[data-do='overwrite']"));
    press({ code: "KeyA" });
    expect(act).toHaveBeenCalledWith("+4");
  });

  it("pass, and clear the choice", () => {
    show();
    press({ code: "Digit9" });
    press({ key: "Escape", code: "Escape" });
    expect(chosen()).toEqual([]);
    press({ code: "KeyP" });
    expect(act).toHaveBeenCalledWith("pass");
  });

  it("do nothing in a dialog", () => {
    show();
    const dialog = document.body.appendChild(document.createElement("dialog"));
    press({ code: "KeyP" }, dialog);
    expect(act).not.toHaveBeenCalled();
  });
});

it("says which rule forbids a choice", async () => {
  show();
  click(one("[data-card='9']"));
  await vi.waitFor(() => {
    flushSync();
    expect(texts(".hint.alert")).toEqual(["That is no meld (R6)."]);
  });
  expect(why.mock.calls.flat()).toEqual([">9", "+9"]);
});

it("says a long reason in short, and the whole of it where that is asked for", async () => {
  const long = `that is no meld, ${"and far from one, ".repeat(4)}(R6)`;
  why.mockResolvedValue(long);
  show();
  click(one("[data-card='9']"));
  await vi.waitFor(() => {
    flushSync();
    expect(texts(".hint.alert span")).toEqual([say("page.choice_refused")]);
  });
  expect(all(".reasons")).toEqual([]);
  click(one("[data-do='why']"));
  expect(texts(".reasons p").join()).toContain("(R6).");
  click(one("[data-card='9']"));
  expect(all(".reasons")).toEqual([]);
});

it("asks twice where actions are confirmed", () => {
  settings.confirm = true;
  show();
  click(one("[data-card='3']"));
  click(one(".plays .main"));
  expect(main()).toEqual(["Sure? Add 3 - ends the trick"]);
  expect(act).not.toHaveBeenCalled();
  click(one(".plays .main"));
  expect(act).toHaveBeenCalledWith("+3");
});

it("shows passing as the one thing to do where it is", () => {
  show(view({ can: can("act"), observation: observation({ hand: [3], table: [15], legal: [action("pass")] }) }));
  expect(one("[data-do='pass']").classList).toContain("main");
  expect(texts(".plays")).toEqual(["No card fits"]);
});

it("waits quietly in another's turn", () => {
  show(view({ observation: observation({ hand: [3], table: [15], turn: 1, passed: [0] }) }));
  expect(texts(".plays")).toEqual(["Not your turn"]);
  expect(texts(".me")[0]).toBe("You 0/20 pts 0/20 0 of 20 points passed");
  expect(one("[data-do='pass']").getAttribute("aria-disabled")).toBe("true");
  expect(all("[data-card].dead")).toEqual([]);
});

/** A table as one seat or a spectator sees it: the others, the middle, one's own place. */
import { createRawSnippet } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { View } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import Board from "../../src/table/Board.svelte";
import { all, click, one, press, render, texts } from "../support/render";
import { action, can, observation, seatView, view } from "../support/views";

const onhelp = vi.fn();
const onlasttrick = vi.fn();
const snippet = (text: string) => createRawSnippet(() => ({ render: () => `<p>${text}</p>` }));

function show(seen: View, more: object = {}): void {
  render(Board, {
    view: seen,
    act: () => Promise.resolve(""),
    why: () => Promise.resolve(""),
    top: snippet("Round 1"),
    watching: snippet("You watch"),
    onhelp,
    onlasttrick,
    ...more,
  });
}

const bot = (name: string): ReturnType<typeof seatView> => seatView(name, { kind: "bot", level: "easy" });

beforeEach(async () => {
  await loadLanguage("en");
  vi.clearAllMocks();
});

describe("the others", () => {
  it("sit in playing order, from the one after you", () => {
    show(view({ you: 1, seats: [bot("Ana"), seatView("Ben"), bot("Cleo"), bot("Dan")] }));
    expect(texts(".seat .name")).toEqual(["Cleo", "Dan", "Ana"]);
  });

  it("are all, to who only watches", () => {
    show(view({ you: null }));
    expect(texts(".seat .name")).toEqual(["Ana", "Ben", "Cleo"]);
  });

  it("have their cards, their score, and how they stand in the trick", () => {
    const seen = observation({ turn: 1, passed: [2], cards_left: [5, 4, 3] });
    show(view({ observation: seen, scores: [0, 7, 9] }), { seconds: 12 });
    expect(texts(".seat .cards b")).toEqual(["4", "3"]);
    const race = (score: number): string => say("page.race_whole", { score, target: 20 });
    expect(texts(".seat .score .visually-hidden")).toEqual([race(7), race(9)]);
    expect(texts(".seat .note")).toEqual(["12 s", say("play.passed")]);
    expect(all(".seat[aria-current=true] .name").map((name) => name.textContent)).toEqual(["Ben"]);
  });

  it("have no turn when the round is over", () => {
    show(view({ phase: "round_over", observation: observation({ turn: 1 }) }));
    expect(all(".seat.turn")).toEqual([]);
  });

  it("say what they just said", () => {
    show(view(), { said: ["", "Hello!", ""] });
    expect(texts(".seat[data-seat='1'] .said")).toEqual(["Hello!"]);
    expect(all(".said")).toHaveLength(1);
  });
});

describe("the middle", () => {
  it("shows the meld with who laid it, and what beats it", () => {
    const beats = { code: "higher_single", size: 1, larger: false, adds: true } as const;
    show(view({ observation: observation({ table: [3], turn: 1 }), laid_by: [2], beats }));
    expect(texts(".laid span")).toEqual(["Cleo"]);
    expect(texts(".beats b")).toEqual([`${say("play.beat_single")}, ${say("play.beat_add")}`]);
  });

  it("says who leads on an empty table", () => {
    show(view({ observation: observation({ turn: 1 }) }));
    expect(texts(".sentence")).toEqual([say("page.leads", { name: "Ben" })]);
  });

  it("leads to the last trick", () => {
    const seen = observation({ table: [3], turn: 1 });
    show(view({ observation: seen, laid_by: [2], last_trick_end: { rule: "R15", seat: 2 } }));
    click(one(".last-trick"));
    expect(onlasttrick).toHaveBeenCalledOnce();
  });
});

describe("the place below", () => {
  it("is one's own hand", () => {
    show(view({ can: can("act"), observation: observation({ hand: [3, 4], legal: [action("lead", 3)] }) }));
    expect(all("[data-card]").map((card) => card.dataset.card)).toEqual(["3", "4"]);
    expect(document.body.textContent).not.toContain("You watch");
  });

  it("says what somebody has to say in place of what to do next", () => {
    show(view({ can: can("act") }), { promptOverride: "Not this." });
    expect(texts(".hint")).toEqual(["Not this."]);
  });

  it("is, to who only watches, the hands that are shown", () => {
    show(view({ you: null, hands: [null, [3, 3, 9], []] }));
    expect(texts(".shown b")).toEqual(["Ben"]);
    expect(all(".shown svg")).toHaveLength(3);
    expect(texts(".shown p")[0]).toBe("You watch");
    expect(all("[data-card]")).toEqual([]);
  });
});

it("opens the rules by a key, unless that is typed into something", () => {
  show(view());
  press({ key: "?" });
  expect(onhelp).toHaveBeenCalledOnce();
  const field = document.body.appendChild(document.createElement("input"));
  press({ key: "?" }, field);
  expect(onhelp).toHaveBeenCalledOnce();
});

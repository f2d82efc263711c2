/** A game looked at by the server: the wait, the players, the mistakes, and what is said where there is none. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Review from "../../src/pages/Review.svelte";
import type { Mistake, Review as Reviewed } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { navigate } from "../../src/state/route.svelte";
import { all, click, enter, named, one, render, texts } from "../support/render";
import { answerWith, type Answer } from "../support/server";
import { action, RULES } from "../support/views";

const PATH = "/api/tables/ABC/review?game=2";

const advised = (cost: number): Mistake["played"] => ({
  action: action("lead", 3),
  ahead: -cost,
  ahead_error: 0,
  cost,
  cost_error: 0,
  as_good: false,
});

const mistake = (number: number, seat = 0): Mistake => ({
  round: 1,
  action: number,
  seat,
  table: [],
  last: null,
  hand: [3, 4],
  played: advised(number),
  best: advised(0),
  why: null,
});

const player = (name: string, more: Partial<Reviewed["players"][number]> = {}): Reviewed["players"][number] => ({
  name,
  points: 4,
  luck: 0,
  cost: 0,
  cost_error: 0,
  mistakes: 0,
  ...more,
});

function review(more: Partial<Reviewed> = {}): Reviewed {
  return {
    game: 2,
    rules: RULES,
    winners: [1],
    players: [player("Ana", { points: 21, luck: -1.25, cost: 2.5, cost_error: 0.4, mistakes: 1 }), player("Ben")],
    rounds: [{ round: 1, points: [21, 4], luck: [-1.25, 1.25], cost: [2.5, 0] }],
    decisions: 17,
    mistakes: [],
    costs: [],
    ...more,
  };
}

async function settle(ms = 0): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve)); // The body of an answer is read outside the timers.
    await vi.advanceTimersByTimeAsync(turn ? 0 : ms);
  }
  flushSync();
}

async function show(answer: Answer, query = ""): Promise<void> {
  answerWith({ [PATH]: answer });
  navigate(`/t/abc/review?game=2${query}`);
  render(Review, {});
  await settle();
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await loadLanguage("en");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("while it is worked out", () => {
  it("says so, and how far it is, and comes by itself", async () => {
    await show({ status: 202, body: { done: 0, all: 0 } });
    expect(texts("[role=status]")).toEqual([say("page.review_wait")]);
    expect(one("progress").hasAttribute("value"), "nobody knows how far it is").toBe(false);
    answerWith({ [PATH]: { status: 202, body: { done: 5, all: 20 } } });
    await settle(700);
    expect((one("progress") as HTMLProgressElement).position).toBe(0.25);
    expect(texts("p")).toContain(say("page.review_progress", { done: 5, all: 20 }));
    answerWith({ [PATH]: review() });
    await settle(700);
    expect(all("progress")).toEqual([]);
    expect(texts("tbody th")).toEqual(["Ana", "Ben"]);
  });

  it("can be asked for again where the server is too busy", async () => {
    await show({ status: 503, body: { code: "too_busy", rule: "", sentence: "Too much to do." } });
    expect(texts("[role=alert]")).toEqual(["Too much to do."]);
    answerWith({ [PATH]: review() });
    click(named(say("page.try_again")));
    await settle();
    expect(all("[role=alert]")).toEqual([]);
    expect(texts("tbody th")).toEqual(["Ana", "Ben"]);
  });
});

it("that is not there has a page that says so", async () => {
  await show({ status: 404, body: { code: "no_game_yet", rule: "", sentence: "None yet." } });
  expect(texts("h1")).toEqual([say("page.no_replay")]);
});

describe("a review", () => {
  it("says who won, and what was looked at", async () => {
    await show(review());
    expect(texts("h1 + p")).toEqual([
      `${say("play.wins", { name: "Ben", count: 4 })} ${say("review.looked", { rounds: 1, decisions: 17 })}`,
    ]);
    expect(named(say("page.replay")).getAttribute("href")).toBe("/replay/ABC?game=2");
  });

  it("names all who share a win", async () => {
    await show(review({ winners: [0, 1], players: [player("Ana"), player("Ben")] }));
    expect(texts("h1 + p").join()).toContain(say("play.share", { names: "Ana and Ben", count: 4 }));
  });

  it("gives luck with its sign and costs with their error", async () => {
    await show(review());
    const rows = all("tbody tr").map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent?.replace(/\s+/g, " ").trim()));
    expect(rows).toEqual([
      ["21", "-1.3", "2.50 ± 0.40", "1"],
      ["4", "0.0", "0.00", "0"],
    ]);
  });

  it("draws points, luck and costs over the rounds", async () => {
    await show(review());
    const charts = ["points", "luck", "cost"].map((chart) => say(`review.sum_${chart}`));
    expect(texts("figcaption")).toEqual(charts);
    expect(all("figure svg").map((chart) => chart.getAttribute("aria-label"))).toEqual(charts);
  });
});

describe("its mistakes", () => {
  const many = Array.from({ length: 12 }, (_, index) => mistake(index + 1, index < 2 ? 1 : 0));

  it("are shown ten at first, then all", async () => {
    await show(review({ mistakes: many }));
    expect(all("ol > li")).toHaveLength(10);
    click(named(say("review.more", { count: 2 })));
    expect(all("ol > li")).toHaveLength(12);
    expect(all("section button")).toEqual([]);
  });

  it("can be those of one player", async () => {
    await show(review({ mistakes: many }));
    enter(named(say("page.review_whose")), "1");
    expect(all("ol > li")).toHaveLength(2);
    expect(all("figure .line.own"), "whose line is strong in each chart").toHaveLength(3);
    enter(named(say("page.review_whose")), "-1");
    expect(all("ol > li")).toHaveLength(10);
  });

  it("are first those of the seat that the address names, the largest opened", async () => {
    await show(review({ mistakes: many }), "&seat=1");
    expect(all("ol > li")).toHaveLength(2);
    expect(texts("tr.own th")).toEqual(["Ben"]);
    expect(all("details").filter((each) => (each as HTMLDetailsElement).open && each.closest("li"))).toHaveLength(1);
  });

  it("are those of all where the address names no seat of the game", async () => {
    await show(review({ mistakes: many }), "&seat=6");
    expect(all("ol > li")).toHaveLength(10);
    expect(all("tr.own")).toEqual([]);
  });

  it("may be none", async () => {
    await show(review());
    expect(texts("section p")).toContain(say("review.no_mistake"));
    expect(all("ol > li")).toEqual([]);
  });
});

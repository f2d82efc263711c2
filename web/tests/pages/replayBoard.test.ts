/** A recorded game, forth and back. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import ReplayBoard from "../../src/pages/ReplayBoard.svelte";
import type { Action, Replay, ReplayStep } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { all, click, enter, named, one, press, render, texts } from "../support/render";
import { action, RULES } from "../support/views";

const ongame = vi.fn();
const HANDS = [
  [3, 4],
  [7, 7],
];

function step(event: ReplayStep["event"], more: Partial<ReplayStep> = {}): ReplayStep {
  const nothing = { plays: [], first: 0, table: [], laid_by: [], passed: [], scores: [0, 0], beats: null };
  return { event, round: 1, hands: HANDS, turn: 0, ...nothing, ...more };
}

const moved = (seat: number, played: Action, rule?: string): ReplayStep["event"] => ({
  event: "moved",
  seat,
  action: played,
  cards_left: 1,
  end: rule ? { rule, seat } : null,
});

const LEAD = action("lead", 3);
const OVER = action("overwrite", 7);

const STEPS: ReplayStep[] = [
  step({ event: "round_dealt", round: 1, leader: 0 }),
  step(moved(0, LEAD), { plays: [[0, LEAD]], table: [3], laid_by: [0], turn: 1, hands: [[4], [7, 7]] }),
  step(moved(1, OVER, "R15"), { plays: [[0, LEAD], [1, OVER]], table: [7], laid_by: [1], turn: 1 }),
  step({ event: "round_over", winner: 1, points: [2, 0] }, { turn: null, scores: [2, 0] }),
  step({ event: "round_dealt", round: 2, leader: 1 }, { round: 2, turn: 1 }),
  step({ event: "game_over", scores: [2, 2], winners: [0, 1] }, { round: 2, turn: null, scores: [2, 2] }),
];

function show(more: Partial<Replay> = {}, decision: { round: number; action: number } | null = null): void {
  const replay: Replay = {
    game: 1,
    games: 1,
    complete: true,
    started: "2026-01-01T00:00:00Z",
    rules: { ...RULES, players: 2 },
    names: ["Ana", "Ben"],
    steps: STEPS,
    ...more,
  };
  render(ReplayBoard, { replay, ongame, decision });
}

const middle = (): string => texts(".sentence").join();

beforeEach(async () => {
  await loadLanguage("en");
  ongame.mockClear();
});

it("goes step by step, and says what was played and what it ended", () => {
  show();
  expect(middle()).toBe("Ana leads");
  click(one("[data-do='forward']"));
  expect(texts(".played")).toEqual(["Ana leads 3."]);
  expect(texts(".centre .visually-hidden")).toEqual(["Ana"]);
  expect(middle()).toBe("");
  click(one("[data-do='forward']"));
  expect(texts(".played")).toEqual(["Ben overwrites with 7."]);
  expect(middle()).toBe("All others have passed - Ben leads.");
  expect(all(".centre .ended")).toHaveLength(1);
  click(named(say("page.step_last")));
  expect(middle()).toBe(say("page.replay_winners", { names: "Ana and Ben" }));
  click(named(say("page.step_back")));
  expect(texts("h1")).toEqual(["Round 2"]);
});

it("goes by keys, no further than there are steps", () => {
  show();
  press({ key: "ArrowLeft" });
  expect(middle()).toBe("Ana leads");
  press({ key: "ArrowRight" });
  expect(texts(".played")).toEqual(["Ana leads 3."]);
  press({ key: "End" });
  press({ key: "ArrowRight" });
  expect(named(say("page.step_forward"))).toHaveProperty("disabled", true);
  press({ key: "Home" });
  expect(middle()).toBe("Ana leads");
});

it("leaves the keys to a control that has the focus", () => {
  show();
  press({ key: "ArrowRight" }, one("input[type='range']"));
  expect(middle()).toBe("Ana leads");
});

it("shows all hands, or one", () => {
  show();
  expect(texts(".hands b")).toEqual(["Ana", "Ben"]);
  enter(named(say("page.seen_from")), "1");
  expect(texts(".hands b")).toEqual(["Ben"]);
});

describe("a decision", () => {
  it("is shown as the one who decides sees it: before it is played", () => {
    show({}, { round: 1, action: 2 });
    expect(texts(".played")).toEqual(["Ana leads 3."]);
  });

  it("that the game has not is its beginning", () => {
    show({}, { round: 2, action: 9 });
    expect(middle()).toBe("Ana leads");
  });
});

it("asks for another game of the record", () => {
  show({ games: 3 });
  enter(named(say("page.game_of_record")), "2");
  expect(ongame).toHaveBeenCalledWith(2);
});

it("says at its end that a game was not finished", () => {
  show({ complete: false, steps: STEPS.slice(0, 1) });
  expect(texts(".played")).toEqual([say("page.replay_unfinished")]);
});

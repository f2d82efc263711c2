/** A recorded game, forth and back. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import ReplayBoard from "../../src/pages/ReplayBoard.svelte";
import type { Action, Mistake, Replay, ReplayStep, Review } from "../../src/protocol";
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

function show(
  more: Partial<Replay> = {},
  decision: { round: number; action: number } | null = null,
  review: Review | null = null,
  start: number | null = null,
): void {
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
  render(ReplayBoard, { replay, ongame, decision, review, start, code: "ABC" });
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
  expect(all(".hands b use").map((sign) => sign.getAttribute("href"))).toEqual(["#seat-0", "#seat-1"]);
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

describe("by itself", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const pass = (ms: number): void => {
    vi.advanceTimersByTime(ms);
    flushSync();
  };
  const at = (): string => (one("input[type=range]") as HTMLInputElement).value;

  it("goes on step by step, faster where asked, and ends at the end", () => {
    show();
    click(named(say("page.replay_play")));
    pass(1400);
    expect(at()).toBe("1");
    enter(named(say("page.replay_speed")), "4");
    pass(350);
    expect(at()).toBe("2");
    for (let step = 0; step < 9; step += 1) pass(350);
    expect(at()).toBe("5");
    expect(named(say("page.replay_play"))).toBeTruthy();
    click(named(say("page.replay_play")));
    expect(at(), "from the beginning again").toBe("0");
  });

  it("stops for whoever goes somewhere, and at the space bar", () => {
    show();
    press({ key: " " });
    click(one("[data-do='forward']"));
    pass(9999);
    expect(at()).toBe("1");
    press({ key: " " });
    pass(1400);
    press({ key: " " });
    pass(9999);
    expect(at()).toBe("2");
  });
});

describe("with what each decision cost", () => {
  const judged = (played: Action, cost: number): Mistake["played"] => ({
    action: played,
    ahead: -cost,
    ahead_error: 0,
    cost,
    cost_error: 0,
    as_good: false,
  });
  const MISTAKE: Mistake = {
    round: 1,
    action: 2,
    seat: 1,
    table: [3],
    last: 0,
    hand: [7, 7],
    played: judged(OVER, 1.5),
    best: judged(action("pass"), 0),
    why: null,
  };
  const BETTER: Mistake = { ...MISTAKE, best: judged(action("overwrite", 9), 0) };
  const review = (mistake: Mistake): Review => ({
    game: 2,
    rules: RULES,
    winners: [0],
    players: [],
    rounds: [],
    decisions: 2,
    mistakes: [mistake],
    costs: [
      { round: 1, action: 1, seat: 0, cost: 0.04 },
      { round: 1, action: 2, seat: 1, cost: 1.5 },
    ],
  });

  it("draws the costs and marks the mistakes over the slider", () => {
    show({}, null, review(MISTAKE));
    expect(all(".costs i").map((mark) => mark.getAttribute("style"))).toEqual(["--at: 0.2;"]);
    expect(one(".costs path").getAttribute("d")).toContain("M1 1V0");
    expect(texts(".panel p")).toEqual([say("page.replay_slight", { cost: "0.04" })]);
  });

  it("goes from mistake to mistake, and says what was better", () => {
    show({}, null, review(MISTAKE));
    click(named(say("page.mistake_next")));
    expect(texts(".panel p")).toEqual(["Ben overwrites with 7. Better: Ben passes."]);
    expect((named(say("page.mistake_next")) as HTMLButtonElement).disabled).toBe(true);
    expect(one("[data-do='review']").getAttribute("href")).toBe("/t/ABC/review?game=2&seat=1");
  });

  it("lays the better play on the table, until one goes on", () => {
    show({}, { round: 1, action: 2 }, review(BETTER));
    const lying = (): string[] => all(".centre svg.card").map((card) => card.getAttribute("aria-label") ?? "");
    click(one("[data-do='better']"));
    expect(lying().some((label) => label.startsWith("9"))).toBe(true);
    expect(middle()).toBe("Ben overwrites with 9.");
    click(one("[data-do='forward']"));
    expect(middle()).not.toContain("9");
  });
});

describe("a moment", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is a step of the game, and goes before a decision", () => {
    show({}, { round: 1, action: 2 }, null, 3);
    expect(texts(".played")).toEqual(["Ben overwrites with 7."]);
  });

  it("after the last step is the last step", () => {
    show({}, null, null, 99);
    expect(middle()).toBe(say("page.replay_winners", { names: "Ana and Ben" }));
  });

  it("stays in the address, once one looks at it", () => {
    history.replaceState(null, "", "/replay/ABC?game=1");
    show();
    press({ key: "ArrowRight" });
    press({ key: "ArrowRight" });
    expect(location.search).toBe("?game=1");
    vi.advanceTimersByTime(400);
    expect(location.search).toBe("?game=1&step=3");
  });

  it("is shared by its address, also before that is kept", async () => {
    const writeText = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    history.replaceState(null, "", "/replay/ABC?game=1");
    show();
    press({ key: "End" });
    click(one("[data-do=share]"));
    await vi.advanceTimersByTimeAsync(0);
    expect(writeText).toHaveBeenCalledWith(`${location.origin}/replay/ABC?game=1&step=6`);
  });
});

import { describe, expect, it } from "vitest";
import { centralMeld, meldAfter, replayedMeld, type LaidMeld } from "../../src/play/centralMeld";
import type { Played, ReplayStep, View } from "../../src/protocol";
import { action, observation, view } from "../support/views";

type Shown = [rank: number, seat: number][];

const cards = (meld: LaidMeld | null): Shown => (meld?.cards ?? []).map(({ rank, seat }) => [rank, seat]);

/** A view of a table, in which each rank has the seat that laid it. */
function lying(laid: Shown, history: Played[], more: Partial<View> = {}): View {
  const table = laid.map(([rank]) => rank);
  const laid_by = laid.map(([, seat]) => seat);
  return view({ observation: observation({ table, history }), laid_by, ...more });
}

const LEAD: Played = [0, action("lead", 3)];
const ADD: Played = [2, action("add", 2, 4)];
const OVER: Played = [1, action("overwrite", 4)];

describe("the central meld", () => {
  it("is what lies there, with who laid it", () => {
    const meld = centralMeld(lying([[2, 2], [3, 0], [4, 2]], [LEAD, [1, action("pass")], ADD]));
    expect(cards(meld)).toEqual([[2, 2], [3, 0], [4, 2]]);
    expect(meld?.ended).toBe(false);
  });

  it("is what lies there also where the page saw nobody play it, as in a position", () => {
    expect(cards(centralMeld(lying([[3, 0], [4, 0], [5, 0]], [])))).toEqual([[3, 0], [4, 0], [5, 0]]);
  });

  it("is the memory of the last one until the next lead, with all cards that lay there", () => {
    const last = { last_table: [3, 4, 5], last_laid_by: [0, 0, 1], last_trick: [[1, action("add", 5)] as Played] };
    const meld = centralMeld(lying([], [[1, action("add", 5)]], last));
    expect(cards(meld)).toEqual([[3, 0], [4, 0], [5, 1]]);
    expect(meld?.ended).toBe(true);
    const next = centralMeld(lying([[9, 1]], [[1, action("add", 5)], [1, action("lead", 9)]], last));
    expect(cards(next)).toEqual([[9, 1]]);
  });

  it("is a memory once the round is over, whatever lies there", () => {
    const over = lying([[3, 0]], [LEAD], { phase: "round_over", last_table: [3], last_laid_by: [0] });
    expect(centralMeld(over)?.ended).toBe(true);
  });

  it("is none before the first lead", () => {
    expect(centralMeld(view())).toBeNull();
    expect(centralMeld(view({ observation: null }))).toBeNull();
  });
});

describe("its keys", () => {
  const keys = (meld: LaidMeld | null): string[] => meld?.cards.map((card) => card.key) ?? [];

  it("stay with the cards while the meld grows", () => {
    const before = centralMeld(lying([[3, 0], [3, 0]], [[0, action("lead", 3, 3)]]));
    const after = centralMeld(lying([[3, 0], [3, 0], [3, 1]], [[0, action("lead", 3, 3)], [1, action("add", 3)]]));
    expect(after?.key).toBe(before?.key);
    expect(keys(after).slice(0, 2)).toEqual(keys(before));
    expect(new Set(keys(after)).size).toBe(3);
  });

  it("stay while the trick is remembered, and change with what replaces the meld", () => {
    const lead = centralMeld(lying([[3, 0]], [LEAD]));
    const ended = centralMeld(lying([], [LEAD, [1, action("pass")]], { last_table: [3], last_laid_by: [0] }));
    const over = centralMeld(lying([[4, 1]], [LEAD, OVER]));
    expect(keys(ended)).toEqual(keys(lead));
    expect(over?.key).not.toBe(lead?.key);
  });
});

describe("a step of a replay", () => {
  const step = (more: Partial<ReplayStep>): ReplayStep => ({
    event: { event: "moved", seat: 1, action: OVER[1], cards_left: 3, end: null },
    round: 1,
    hands: [],
    plays: [LEAD, OVER],
    first: 5,
    table: [4],
    laid_by: [1],
    turn: 2,
    passed: [],
    scores: [],
    beats: null,
    ...more,
  });

  it("has its meld, which is a memory where the event ended the trick", () => {
    expect(cards(replayedMeld(step({})))).toEqual([[4, 1]]);
    expect(replayedMeld(step({}))?.ended).toBe(false);
    const end = { rule: "R18", seat: 1 };
    const ending: ReplayStep["event"] = { event: "moved", seat: 1, action: OVER[1], cards_left: 3, end };
    expect(replayedMeld(step({ event: ending }))?.ended).toBe(true);
    expect(replayedMeld(step({ event: { event: "round_over", winner: 1, points: [] } }))?.ended).toBe(true);
  });

  it("has none right after a deal", () => {
    const dealt: ReplayStep["event"] = { event: "round_dealt", round: 1, leader: 0 };
    expect(replayedMeld(step({ event: dealt, plays: [], table: [], laid_by: [] }))).toBeNull();
  });
});

describe("the meld after another play", () => {
  const step = {
    event: { event: "moved", seat: 1, action: action("add", 5), cards_left: 3, end: null },
    round: 1,
    hands: [],
    plays: [[0, action("lead", 5)], [1, action("add", 5)]],
    first: 0,
    table: [5, 5],
    laid_by: [0, 1],
    turn: 2,
    passed: [],
    scores: [],
    beats: null,
  } satisfies ReplayStep;

  it("has the cards that lay there with who laid them, and the new ones", () => {
    const add = { ...action("add", 5, 5), makes: [5, 5, 5, 5] };
    expect(cards(meldAfter(step, 2, add))).toEqual([[5, 0], [5, 1], [5, 2], [5, 2]]);
    const run = { ...action("add", 4, 7), makes: [4, 5, 5, 7] };
    expect(cards(meldAfter(step, 2, run))).toEqual([[4, 2], [5, 0], [5, 1], [7, 2]]);
  });

  it("is a new one where the play overwrites, and the old one where it passes", () => {
    const over = meldAfter(step, 2, action("overwrite", 7, 7));
    expect(cards(over)).toEqual([[7, 2], [7, 2]]);
    expect(over?.key).not.toBe(replayedMeld(step)?.key);
    expect(meldAfter(step, 2, action("pass"))).toEqual(replayedMeld(step));
  });
});

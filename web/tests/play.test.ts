import { describe, expect, it } from "vitest";
import { cluster, reconcile } from "../src/play/hand";
import { command } from "../src/play/keys";
import { lay } from "../src/play/meld";
import { read } from "../src/state/route.svelte";
import type { Action, ActionKind, Played, Rank } from "../src/protocol";

const play = (seat: number, kind: ActionKind, ...cards: Rank[]): Played => {
  const action: Action = { id: 0, kind, cards, makes: [], ends_trick: false };
  return [seat, action];
};

describe("the hand", () => {
  const held = [
    { id: 0, rank: 3 },
    { id: 1, rank: 3 },
    { id: 2, rank: 9 },
  ];

  it("lets the chosen one of equal cards go", () => {
    expect(reconcile(held, [3, 9], new Set([0])).map((card) => card.id)).toEqual([1, 2]);
    expect(reconcile(held, [3, 9], new Set([1])).map((card) => card.id)).toEqual([0, 2]);
  });

  it("gives new cards new ids", () => {
    expect(reconcile(held, [3, 3, 9, 12], new Set()).at(-1)).toEqual({ id: 3, rank: 12 });
    expect(reconcile([], [5, 1], new Set()).map((card) => card.rank)).toEqual([1, 5]);
  });

  it("is sorted by melds: runs, sets, what is left", () => {
    const cards = [1, 2, 5, 7, 7, 9, 11, 12].map((rank, id) => ({ id, rank }));
    const ranks = cluster(cards, "melds").map((cards) => cards.map((card) => card.rank));
    expect(ranks).toEqual([
      [1, 2],
      [11, 12],
      [7, 7],
      [5, 9],
    ]);
    expect(cluster(cards, "rank")).toEqual([cards]);
  });
});

describe("the central meld", () => {
  it("grows by adds and is replaced by overwrites", () => {
    const added = lay([play(0, "lead", 3), play(1, "pass"), play(2, "add", 2, 4)], 5);
    expect(added.cards.map(({ rank, seat }) => [rank, seat])).toEqual([
      [2, 2],
      [3, 0],
      [4, 2],
    ]);
    const over = lay([play(0, "lead", 3), play(1, "overwrite", 4)], 5);
    expect(over.cards).toEqual([{ rank: 4, seat: 1, key: "6:4:0" }]);
  });

  it("keeps the keys of cards that stay", () => {
    const before = lay([play(0, "lead", 3, 3)], 0).cards.map((card) => card.key);
    const after = lay([play(0, "lead", 3, 3), play(1, "add", 3)], 0).cards.map((card) => card.key);
    expect(after.slice(0, 2)).toEqual(before);
    expect(new Set(after).size).toBe(3);
  });
});

describe("keys", () => {
  const key = (code: string, more: KeyboardEventInit = {}) =>
    command(new KeyboardEvent("keydown", { code, ...more }));

  it("go by position", () => {
    expect(key("Digit3")).toEqual({ do: "rank", rank: 3 });
    expect(key("KeyQ", { key: "a" })).toEqual({ do: "rank", rank: 11 });
    expect(key("Digit6")).toBeNull();
    expect(key("KeyP")).toEqual({ do: "pass" });
  });

  it("leave the browser's own alone", () => {
    expect(key("KeyR", { ctrlKey: true })).toBeNull();
  });
});

describe("addresses", () => {
  it("name the pages", () => {
    expect(read("/")).toEqual({ page: "home" });
    expect(read("/t/abc")).toEqual({ page: "table", code: "ABC" });
    const replay = { page: "replay", code: "ABC", game: 2 };
    expect(read("/replay/abc", "?game=2")).toEqual({ ...replay, decision: null });
    expect(read("/replay/abc", "?game=2&round=3&action=1")).toEqual({
      ...replay,
      decision: { round: 3, action: 1 },
    });
    for (const query of ["&round=3", "&round=0&action=2", "&round=x&action=2", "&round=1.5&action=2"]) {
      expect(read("/replay/abc", `?game=2${query}`)).toEqual({ ...replay, decision: null });
    }
    expect(read("/t/abc/review", "?game=2")).toEqual({ page: "review", code: "ABC", game: 2 });
    expect(read("/t/abc/review")).toEqual({ page: "review", code: "ABC", game: null });
    expect(read("/t/abc/review/more")).toEqual({ page: "lost" });
    expect(read("/t/abc/other")).toEqual({ page: "lost" });
    expect(read("/rules")).toEqual({ page: "rules" });
    expect(read("/rules/more")).toEqual({ page: "lost" });
  });
});

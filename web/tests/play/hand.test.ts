import { describe, expect, it } from "vitest";
import { cluster, reconcile } from "../../src/play/hand";

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

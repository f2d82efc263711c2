import { describe, expect, it } from "vitest";
import { lay } from "../../src/play/centralMeld";
import type { Action, ActionKind, Played, Rank } from "../../src/protocol";

const play = (seat: number, kind: ActionKind, ...cards: Rank[]): Played => {
  const action: Action = { id: 0, kind, cards, makes: [], ends_trick: false };
  return [seat, action];
};

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

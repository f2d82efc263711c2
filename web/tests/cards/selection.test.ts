import { describe, expect, it } from "vitest";
import vectors from "../../../tests/vectors/selection.json";
import { missingCards, select, writtenForm } from "../../src/cards/selection";
import type { Action, Rank } from "../../src/protocol";

interface Vector {
  name: string;
  hand: Rank[];
  legal: Action[];
  chosen: Rank[];
  more: Record<string, number>;
  completed: string[];
  dead: Rank[];
}

describe("select", () => {
  it.each(vectors as unknown as Vector[])("$name: $chosen", (vector) => {
    const found = select(vector.hand, vector.legal, vector.chosen);
    expect(Object.fromEntries(found.more)).toEqual(vector.more);
    expect(found.completed.map(writtenForm)).toEqual(vector.completed);
    expect(found.dead).toEqual(vector.dead);
  });
});

describe("missing", () => {
  const add = (cards: Rank[]): Action => ({ id: 0, kind: "add", cards, makes: [], ends_trick: false });

  it("names what each play still lacks, shortest first, each once", () => {
    const legal = [add([1, 2, 3]), add([1, 1]), { ...add([1, 1]), kind: "overwrite" as const }, add([2])];
    expect(missingCards(legal, [1])).toEqual([[1], [2, 3]]);
    expect(missingCards(legal, [2])).toEqual([[1, 3]]);
    expect(missingCards(legal, [9])).toEqual([]);
  });
});

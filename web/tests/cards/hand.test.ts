import { describe, expect, it } from "vitest";
import vectors from "../../../tests/vectors/hands.json";
import { cluster, reconcile, type HeldCard } from "../../src/cards/hand";

type Pair = [id: number, rank: number];
interface Change {
  name: string;
  held: Pair[];
  chosen: number[];
  hand: number[];
  after: Pair[];
}
interface Sorted {
  name: string;
  hand: number[];
  melds: number[][];
}
const all = vectors as unknown as (Change | Sorted)[];

const cards = (pairs: readonly Pair[]): HeldCard[] => pairs.map(([id, rank]) => ({ id, rank }));

describe("a hand that changes", () => {
  it.each(all.filter((vector) => "after" in vector))("$name", ({ held, hand, chosen, after }) => {
    expect(reconcile(cards(held), hand, new Set(chosen))).toEqual(cards(after));
  });
});

describe("a hand that is sorted", () => {
  it.each(all.filter((vector) => "melds" in vector))("$name: $hand", ({ hand, melds }) => {
    const held = hand.map((rank, id) => ({ id, rank }));
    const clusters = cluster(held, "melds").map((cluster) => cluster.map((card) => card.rank));
    expect(clusters).toEqual(melds);
    expect(cluster(held, "rank")).toEqual([held]);
  });
});

/** The cards of one's own hand as things on the screen: kept apart while they are held, and sorted. */
import type { Rank } from "../protocol";
import { count } from "./selection";

export interface HeldCard {
  id: number;
  rank: Rank;
}

export type Sorting = "rank" | "melds";

/** The hand after a change: cards that stay keep their ids; of equal cards the chosen ones leave first. */
export function reconcile(
  held: readonly HeldCard[],
  hand: readonly Rank[],
  chosen: ReadonlySet<number>,
): HeldCard[] {
  const due = count(hand);
  const kept: HeldCard[] = [];
  const stayFirst = [...held].sort((a, b) => Number(chosen.has(a.id)) - Number(chosen.has(b.id)));
  for (const card of stayFirst) {
    const left = due.get(card.rank) ?? 0;
    if (left > 0) {
      due.set(card.rank, left - 1);
      kept.push(card);
    }
  }
  let next = held.reduce((most, card) => Math.max(most, card.id), -1) + 1;
  for (const [rank, missing] of due) {
    for (let copy = 0; copy < missing; copy += 1) kept.push({ id: next++, rank });
  }
  return kept.sort((a, b) => a.rank - b.rank || a.id - b.id);
}

/** Clusters to draw with a gap between them: one by rank; by melds equal cards, then neighbours, then the rest. */
export function cluster(held: readonly HeldCard[], sorting: Sorting): HeldCard[][] {
  const byRank = [...held].sort((a, b) => a.rank - b.rank || a.id - b.id);
  if (sorting === "rank") return [byRank];
  const counts = count(byRank.map((card) => card.rank));
  const sets: HeldCard[][] = [];
  const runs: HeldCard[][] = [];
  for (const card of byRank) {
    const lists = (counts.get(card.rank) ?? 0) > 1 ? sets : runs;
    const open = lists.at(-1);
    const before = open?.at(-1)?.rank;
    const follows =
      before !== undefined && (lists === sets ? before === card.rank : before + 1 === card.rank);
    if (open && follows) open.push(card);
    else lists.push([card]);
  }
  const alone = runs.filter((run) => run.length === 1).flat();
  return [...runs.filter((run) => run.length > 1), ...sets, ...(alone.length ? [alone] : [])];
}

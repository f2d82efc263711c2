/** The group that a rank belongs to, and what its card is called. */
import type { Rank } from "../protocol";
import { say } from "../state/catalogue.svelte";

export type RankGroup = "rain" | "cloud" | "sun";

export const rankGroup = (rank: Rank): RankGroup => (rank <= 5 ? "rain" : rank <= 9 ? "cloud" : "sun");

export function cardName(rank: Rank, points: number): string {
  return say("page.card", { rank, group: say(`play.${rankGroup(rank)}`), count: points });
}

/** The plain game's points, for pages that explain it; a table says its own. */
export const DEFAULT_POINTS: Record<string, number> = {
  1: 1,
  2: 1,
  3: 1,
  4: 1,
  5: 1,
  7: 2,
  8: 5,
  9: 2,
  11: 3,
  12: 3,
  13: 3,
  14: 3,
  15: 3,
};

export const RANKS = Object.keys(DEFAULT_POINTS).map(Number) as Rank[];

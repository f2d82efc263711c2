/** What is chosen for the rules of a new table, and the options that the server gets of it. */
import { DEFAULT_POINTS, RANKS } from "../cards/rankGroups";
import type { Rank, Rules } from "../protocol";

/** The published extra deal, for three. */
export const EXTRA_DEAL = 16;

export interface RuleChoices {
  players: number;
  twoHands: boolean;
  target: number | null;
  /** Nothing where as many are dealt as usual; so with the copies. */
  deal: number | null;
  copies: number | null;
  larger: boolean;
  leader: Rules["next_leader"];
  points: Record<number, number | null>;
  /** Those that are not in the deck. */
  without: Rank[];
}

export const usualRules = (): RuleChoices => ({
  players: 4,
  twoHands: false,
  target: 20,
  deal: null,
  copies: null,
  larger: false,
  leader: "winner",
  points: { ...DEFAULT_POINTS },
  without: [],
});

/** The options as the server reads them: what stays as usual is left out where the server knows it better. */
export function rulesOf(chosen: RuleChoices): Record<string, unknown> {
  const { players, target, deal, copies, without } = chosen;
  const isTwoHands = players === 2 && chosen.twoHands;
  const ranks = RANKS.filter((rank) => !without.includes(rank));
  const points = ranks.filter((rank) => chosen.points[rank] !== DEFAULT_POINTS[rank]);
  return {
    players,
    next_leader: chosen.leader,
    overwrite: chosen.larger ? "larger" : "same_size",
    ...(isTwoHands ? { format: "two_hands" } : { target }),
    ...(deal === null ? {} : { deal }),
    ...(copies === null ? {} : { copies }),
    ...(without.length ? { ranks } : {}),
    ...(points.length ? { points: Object.fromEntries(points.map((rank) => [rank, chosen.points[rank]])) } : {}),
  };
}

/** Where the decisions of a game stand in its replay, and what each cost. */
import type { Mistake, ReplayStep, Review } from "../protocol";
import type { Decision } from "../state/route.svelte";

/** A decision at the step that shows the table as its player saw it. */
export interface StepCost {
  step: number;
  seat: number;
  /** In points. */
  cost: number;
  /** The whole of it, where the cost is more than chance could explain. */
  mistake: Mistake | null;
}

/** The step before an action of a round; -1 where there is no such action. */
export function stepBefore(steps: readonly ReplayStep[], { round, action }: Decision): number {
  const deal = steps.findIndex(({ event }) => event.event === "round_dealt" && event.round === round);
  const before = deal + action - 1;
  const played = steps[before + 1];
  return deal >= 0 && played?.round === round && played.event.event === "moved" ? before : -1;
}

/** What each decision of a reviewed game cost, in the order of the steps. */
export function stepCosts(steps: readonly ReplayStep[], { costs, mistakes }: Review): StepCost[] {
  const marked = new Map(mistakes.map((mistake) => [`${mistake.round}.${mistake.action}`, mistake]));
  return costs.map(({ round, action, seat, cost }) => ({
    step: stepBefore(steps, { round, action }),
    seat,
    cost,
    mistake: marked.get(`${round}.${action}`) ?? null,
  }));
}

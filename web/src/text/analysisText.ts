/** What a hint and a review say: the figures of a play, and why one is better than another. */
import type { Advised, Mistake, Reason } from "../protocol";
import { say } from "../state/catalogue.svelte";
import { playedText } from "./eventLog";
import { roughly, withError } from "./format";

/** The figure of a play: by how many points it is ahead, with its sign and its standard error. */
export function aheadText({ ahead, ahead_error }: Advised): string {
  return (ahead > 0 ? "+" : "") + withError(ahead, ahead_error);
}

/** That a play costs something beside the best one, or that it is about as good. */
export function costText({ as_good, cost, cost_error }: Advised): string {
  return as_good ? say("hint.as_good") : say("hint.cost", { cost: withError(cost, cost_error) });
}

/** Beside the best play: what the next one costs more, in words. */
export function nextBestText(next: Advised | undefined): string {
  if (!next) return "";
  return next.as_good ? say("page.hint_others_as_good") : say("page.hint_next", { cost: roughly(next.cost) });
}

/** What a play costs beside the best one, in words. */
export function roughCostText({ as_good, cost }: Advised): string {
  return as_good ? say("hint.as_good") : say("page.hint_costs", { cost: roughly(cost) });
}

/** A reason as a sentence; empty where there is none. */
export function reasonText(reason: Reason | null): string {
  return reason ? say(`why.${reason.key}`, reason.parameters) : "";
}

/** What was played, and what would have been better and why. */
export function mistakeText({ seat, played, best, why }: Mistake, names: readonly string[]): string {
  const players = { you: null, seats: names.map((name) => ({ name })) };
  const better = say("review.better", { deed: playedText(players, seat, best.action) });
  return `${playedText(players, seat, played.action)} ${better} ${reasonText(why)}`.trimEnd();
}

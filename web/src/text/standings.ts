/** Who stands where, and why the game is over. */
import type { Rules, View } from "../protocol";
import { say, sayAbout } from "../state/catalogue.svelte";
import { winnersText } from "./eventLog";
import { seatName } from "./seats";

/** So few points between the first and the second make a close game. */
const CLOSE = 2;

export interface Standing {
  seat: number;
  /** From 1; those with as many points share it. */
  place: number;
}

/** The seats by place, the fewest points first; in playing order where they share one. */
export function standings(scores: readonly number[]): Standing[] {
  return scores
    .map((score, seat) => ({ seat, place: 1 + scores.filter((other) => other < score).length }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}

/** The points that end a game, where it ends at a number of them; else 0. */
export const raceTarget = ({ format, target }: Rules): number => (format === "target" ? target : 0);

/** One's own place in words; empty for who watches, and where the title says it. */
export function ownPlaceText(view: View): string {
  const place = standings(view.scores).find(({ seat }) => seat === view.you)?.place;
  if (!place || (view.winners ?? []).includes(view.you ?? -1)) return "";
  const key = view.phase === "game_over" ? "page.you_finish" : "page.you_stand";
  return say(key, { place: say(`page.place_${place}`) });
}

/** Why a game is over. */
export function gameEndText(view: View): string {
  const { format, target } = view.options.rules;
  if (format === "two_hands") return say("page.ended_two_hands");
  const reached = view.scores.flatMap((score, seat) => (score >= target ? [seat] : []));
  const [first = 0, ...others] = reached;
  if (!others.length) return sayAbout("page.reached", first === view.you, { name: seatName(view, first), target });
  return say("page.reached_several", { target, names: reached.map((seat) => seatName(view, seat)).join(", ") });
}

/** One sentence about how a game went; empty where there is little to tell. */
export function gameStoryText({ points, scores, winners, you, ...view }: View): string {
  const [winner] = winners ?? [];
  const rounds = points.length;
  if (winner === undefined || winners?.length !== 1 || rounds < 2) return "";
  const before = scores.map((score, seat) => score - (points.at(-1)?.[seat] ?? 0));
  const ahead = standings(before).filter(({ place }) => place === 1);
  const leader = ahead[0]?.seat ?? winner;
  if (ahead.length === 1 && leader !== winner) {
    return sayAbout("page.story_turned", leader === you, { name: seatName({ you, seats: view.seats }, leader) });
  }
  const margin = Math.min(...scores.filter((_, seat) => seat !== winner)) - (scores[winner] ?? 0);
  if (margin <= CLOSE) return say("page.story_close", { count: margin });
  const count = points.filter((round) => round[winner] === 0).length;
  return count ? say("page.story_out", { count, rounds }) : say("page.story_margin", { count: margin });
}

/** Who won and how all stand, for people who were not there. */
export function resultText(view: View): string {
  const told = { ...view, you: null };
  const rows = standings(view.scores).map(({ seat, place }) => `${place}. ${seatName(told, seat)}: ${view.scores[seat]}`);
  return [`535: ${winnersText(told)}`, ...rows].join("\n");
}

/** Who of the others wants to play again, while not all have asked; empty where nobody does. */
export function rematchText(view: View): string {
  if (view.phase !== "game_over") return "";
  const names = view.seats.flatMap(({ ready }, seat) => (ready && seat !== view.you ? [seatName(view, seat)] : []));
  return names.length ? say("page.wants_rematch", { count: names.length, names: names.join(", ") }) : "";
}

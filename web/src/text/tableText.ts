/** How the trick stands, in words: what beats the meld, who leads, how the last trick ended. */
import type { Beats, View } from "../protocol";
import { say } from "../state/catalogue.svelte";
import { trickEndText } from "./eventLog";
import { seatName } from "./seats";

/** What beats the central meld: it always stands beside it. */
export function beatsText(beats: Beats): string {
  const main = {
    higher_single: () => say("play.beat_single"),
    higher_set: () =>
      beats.size === 2 ? say("play.beat_pair") : say("play.beat_set", { size: beats.size }),
    lower_run: () => say("play.beat_run", { size: beats.size }),
    only_larger: () => say("play.beat_larger"),
    only_adds: () => say("play.beat_only_add"),
    nothing: () => say("play.beat_nothing"),
  }[beats.code]();
  const parts = [main];
  if (beats.larger && beats.code !== "only_larger") parts.push(say("play.beat_larger"));
  if (beats.adds && beats.code !== "only_adds") parts.push(say("play.beat_add"));
  return parts.join(", ");
}

/** Which way leads past the central meld: up for singles and sets, down for runs, or only by adding. */
export function beatsSign({ code }: Beats): "up" | "down" | "add" | null {
  if (code === "higher_single" || code === "higher_set") return "up";
  if (code === "lower_run") return "down";
  return code === "only_adds" ? "add" : null;
}

/** Said in the middle of an empty table: why the trick ended, and who leads. */
export function centreText(view: View): string {
  const { observation, last_trick_end: end, phase } = view;
  if (!observation || (observation.table.length && phase === "playing")) return "";
  if (end) return trickEndText(view, end);
  const { turn } = observation;
  return say(turn === view.you ? "page.you_lead" : "page.leads", { name: seatName(view, turn) });
}

/** How the trick before this one ended, while this one is played. */
export function lastTrickText(view: View): string {
  const { observation, last_trick_end: end, phase } = view;
  if (phase !== "playing" || !observation?.table.length || !end) return "";
  // No colon, since the sentence may have one of its own.
  return `${say("page.last_trick")} · ${trickEndText(view, end)}`;
}

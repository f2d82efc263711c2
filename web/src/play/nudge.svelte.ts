/**
 * A nudge for whoever is slow: the phrase "Your turn!", once a turn, after the turn has lasted a while. Whoever is
 * nudged notices it in other ways too, once a turn, however often the others say so.
 */
import type { Happened, View } from "../protocol";
import { playNudge } from "./sound";

export const NUDGE_AFTER_MS = 20_000;
/** A view arrives later at some than at others. */
const TOLERANCE_MS = 2_000;
const VIBRATION = [120, 80, 120];

const turnOf = ({ phase, game, turn_number: turn }: View): string => (phase === "playing" ? `${game}.${turn}` : "");

export class Nudge {
  /** The seat that has nudged one in this turn; null where nobody has. */
  by: number | null = $state(null);
  /** Whether the turn of another has lasted so long that one may nudge: once. */
  isOffered = $state(false);
  private turn = "";
  private since = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Keep up with a view, and with what happened before it. */
  follow(events: readonly Happened[], view: View): void {
    if (turnOf(view) !== this.turn) this.begin(view);
    if (!mayNudge(view)) this.isOffered = false;
    const isOld = performance.now() - this.since >= NUDGE_AFTER_MS - TOLERANCE_MS;
    const nudge = events.find((event) => event.event === "said" && event.phrase === "your_turn" && event.seat !== view.you);
    if (nudge?.event !== "said" || !view.can.act || !isOld || this.by !== null) return;
    this.by = nudge.seat;
    playNudge();
    navigator.vibrate?.(VIBRATION);
  }

  /** One has nudged: that was the one time in this turn. */
  done(): void {
    this.isOffered = false;
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private begin(view: View): void {
    this.close();
    this.turn = turnOf(view);
    this.since = performance.now();
    this.by = null;
    this.isOffered = false;
    if (mayNudge(view)) this.timer = setTimeout(() => (this.isOffered = true), NUDGE_AFTER_MS);
  }
}

/** Whether a person who is there is to play, and one may speak. */
function mayNudge(view: View): boolean {
  const { observation, phase, seats, you } = view;
  const turn = observation?.turn ?? null;
  if (phase !== "playing" || turn === null || turn === you || !view.can.say) return false;
  const seat = seats[turn];
  return seat?.kind === "person" && seat.online && !seat.played_by_bot;
}

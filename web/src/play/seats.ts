/** The seats of a table: what each is called, and the order they are drawn in. */
import type { View } from "../protocol";
import { say } from "../state/catalogue.svelte";

export function seatName(view: View, seat: number): string {
  if (seat === view.you) return say("play.you");
  return view.seats[seat]?.name || say("page.seat", { seat: seat + 1 });
}

/** The others in playing order from the one after you; all, to who only watches. */
export function seatsInOrder(view: View): number[] {
  const players = view.seats.length;
  const first = view.you === null ? 0 : view.you + 1;
  const shown = view.you === null ? players : players - 1;
  return Array.from({ length: shown }, (_, step) => (first + step) % players);
}

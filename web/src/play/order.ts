/** Where seats are drawn: the others in playing order from the one after you; all, to who only watches. */
import type { View } from "../protocol";

export function othersInOrder(view: View): number[] {
  const players = view.seats.length;
  const first = view.you === null ? 0 : view.you + 1;
  const shown = view.you === null ? players : players - 1;
  return Array.from({ length: shown }, (_, step) => (first + step) % players);
}

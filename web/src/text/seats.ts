/** The seats of a table: what each is called, what is said about it, and the order they are drawn in. */
import type { View } from "../protocol";
import { levelName, say } from "../state/catalogue.svelte";

/** Who sits where and who reads it: a view, or the players of a record. */
export interface Players {
  readonly you: number | null;
  readonly seats: readonly { readonly name: string }[];
}

export function seatName({ you, seats }: Players, seat: number): string {
  if (seat === you) return say("play.you");
  return seats[seat]?.name || say("page.seat", { seat });
}

/** Plain words about a seat: who is away, and who plays for whom. */
export function seatNote(view: View, seat: number, { short = false } = {}): string {
  const who = view.seats[seat];
  if (!who) return "";
  // Where the name stands beside the note, it is not said twice: there is no room for it.
  if (who.played_by_bot) return short ? say("page.bot_plays") : say("page.bot_plays_for", { name: who.name });
  if (who.kind === "remote") return say(who.online ? "page.remote_bot" : "page.offline");
  return who.kind === "person" && !who.online ? say("page.offline") : "";
}

/** Whose turn it is while they are away, so that a bot is about to play it; null where nobody is waited for. */
export function absentTurn(view: View): number | null {
  const turn = view.observation?.turn ?? null;
  const who = turn === null ? undefined : view.seats[turn];
  const away = view.phase === "playing" && who?.kind === "person" && !who.online && !who.played_by_bot;
  return away && turn !== view.you ? turn : null;
}

/** What kind of bot sits there, if one does. */
export function seatLevel(view: View, seat: number): string {
  const who = view.seats[seat];
  return who?.kind === "bot" ? levelName(who.level ?? "") : "";
}

/** The others in playing order from the one after you; all, to who only watches. */
export function seatsInOrder(view: View): number[] {
  const players = view.seats.length;
  const first = view.you === null ? 0 : view.you + 1;
  const shown = view.you === null ? players : players - 1;
  return Array.from({ length: shown }, (_, step) => (first + step) % players);
}

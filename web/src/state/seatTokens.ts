/** The seats that this browser holds at tables: the token of each takes the seat back. */
import { readStored, writeStored } from "./settings.svelte";

export interface HeldSeat {
  token: string;
  /** When the token was kept, in milliseconds since 1970. */
  at: number;
}

const KEY = "fivethreefive.tables";
const MOST_KEPT = 20;

/** By the table's code. */
export function heldSeats(): Record<string, HeldSeat> {
  return (readStored(KEY) as Record<string, HeldSeat> | null) ?? {};
}

export const tokenOf = (code: string): string | null => heldSeats()[code]?.token ?? null;

export function keepToken(code: string, token: string): void {
  const all = { ...heldSeats(), [code]: { token, at: Date.now() } };
  const newest = Object.entries(all).sort(([, a], [, b]) => b.at - a.at);
  writeStored(KEY, Object.fromEntries(newest.slice(0, MOST_KEPT)));
}

export function forgetToken(code: string): void {
  const all = heldSeats();
  delete all[code];
  writeStored(KEY, all);
}

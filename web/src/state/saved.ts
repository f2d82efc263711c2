/** The tables this browser has a seat at: the token of each takes the seat back. */
import { readStored, store } from "./settings.svelte";

export interface Saved {
  token: string;
  at: number;
}

const KEY = "fivethreefive.tables";
const MOST = 20;

export function savedTables(): Record<string, Saved> {
  return (readStored(KEY) as Record<string, Saved> | null) ?? {};
}

export const tokenOf = (code: string): string | null => savedTables()[code]?.token ?? null;

export function keepToken(code: string, token: string): void {
  const all = { ...savedTables(), [code]: { token, at: Date.now() } };
  const newest = Object.entries(all).sort(([, a], [, b]) => b.at - a.at);
  store(KEY, Object.fromEntries(newest.slice(0, MOST)));
}

export function forget(code: string): void {
  const all = savedTables();
  delete all[code];
  store(KEY, all);
}

/** Makes a table and goes to it. */
import type { Create } from "../protocol";
import { createTable, Refusal } from "./api";
import { say } from "./catalogue.svelte";
import { navigate } from "./route.svelte";
import { keepToken } from "./seatTokens";
import { settings } from "./settings.svelte";

/** Against bots, at once: as many and as strong as were chosen last. */
export function quickGame(): Create {
  const { quickPlayers: players, quickLevel: level } = settings;
  return { rules: { players }, bots: [null, ...Array<string>(players - 1).fill(level)], start: true };
}

/** Make a table, take its first seat and go there; why that cannot be done, or null. */
export async function openTable(table: Create): Promise<Refusal | null> {
  const name = settings.name.trim() || say("play.default_name");
  try {
    const made = await createTable({ name, language: settings.language, ...table });
    if (made.token) keepToken(made.code, made.token);
    settings.lessonOffered = true;
    navigate(`/t/${made.code}`);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === "offline" ? new Refusal(error.code, error.status, say("page.offline_text")) : error;
  }
}

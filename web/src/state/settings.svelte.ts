/** What a person chose for this browser; kept in localStorage, applied at once. */
import type { Language } from "../protocol";
import { LANGUAGES } from "./catalogue.svelte";

export type Theme = "auto" | "light" | "dark";
export type Motion = "off" | "fast" | "normal" | "slow";

const KEY = "fivethreefive.settings";

interface Settings {
  language: Language;
  name: string;
  theme: Theme;
  contrast: boolean;
  motion: Motion;
  sound: boolean;
  autoPass: boolean;
  confirm: boolean;
  /** Whether a letter or a digit alone chooses and plays. */
  singleKeys: boolean;
  sorting: "rank" | "melds";
  /** How many play in a game that begins at once, and how strong the bots are. */
  quickPlayers: number;
  quickLevel: string;
  /** Whether the lesson was offered, or taken. */
  lessonOffered: boolean;
}

function preferredLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2));
  const found = wanted.find((tag) => LANGUAGES.some(({ code }) => code === tag));
  return (found ?? "en") as Language;
}

const DEFAULTS: Settings = {
  language: preferredLanguage(),
  name: "",
  theme: "auto",
  contrast: false,
  motion: "normal",
  sound: false,
  autoPass: false,
  confirm: false,
  singleKeys: true,
  sorting: "rank",
  quickPlayers: 4,
  quickLevel: "medium",
  lessonOffered: false,
};

export function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null; // Storage may be forbidden, or hold what an older version left.
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that forbids storage forgets; nothing else changes.
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...(readStored(KEY) as Partial<Settings> | null) });

/** Keep the settings and show them on the document; called once, in an effect's scope. */
export function applySettings(): void {
  $effect(() => writeStored(KEY, settings));
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.language;
    if (settings.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
    root.toggleAttribute("data-contrast", settings.contrast);
    root.toggleAttribute("data-still", settings.motion === "off");
  });
}

/** Keys by position, so that they are the same on every keyboard: digits and the row under them. */
import type { Rank } from "../protocol";
import { settings } from "../state/settings.svelte";

const RANKS: Record<string, Rank> = {
  Digit1: 1,
  Digit2: 2,
  Digit3: 3,
  Digit4: 4,
  Digit5: 5,
  Digit7: 7,
  Digit8: 8,
  Digit9: 9,
  KeyQ: 11,
  KeyW: 12,
  KeyE: 13,
  KeyR: 14,
  KeyT: 15,
};

export type Command =
  { do: "rank"; rank: Rank } | { do: "play" | "pass" | "clear" | "help" | "overwrite" | "add" | "hint" };

export function keyCommand(event: KeyboardEvent): Command | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  // Who speaks to the machine, or presses keys without wanting to, must be able to go without them.
  if (!settings.singleKeys && event.key.length === 1) return null;
  if (event.key === "?") return { do: "help" };
  const rank = RANKS[event.code];
  if (rank !== undefined) return { do: "rank", rank };
  switch (event.code) {
    case "Enter":
    case "NumpadEnter":
      return { do: "play" };
    case "KeyP":
      return { do: "pass" };
    case "KeyO":
      return { do: "overwrite" };
    case "KeyA":
      return { do: "add" };
    case "KeyH":
      return { do: "hint" };
    case "Escape":
      return { do: "clear" };
    default:
      return null;
  }
}

/** Whether a key is for the control that has the focus: text being typed, or a button that it presses. */
export function isForControl(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  if (!target) return false;
  if (target.closest("input, textarea, select, dialog")) return true;
  const pressed = event.code === "Enter" || event.code === "NumpadEnter" || event.code === "Space";
  return pressed && target.closest("button, a") !== null && target.closest("[data-card]") === null;
}

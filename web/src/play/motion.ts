/** Movement of cards. None where the person or the system asks for none. */
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { settings } from "../state/settings.svelte";

const SPEED = { off: 0, fast: 0.6, normal: 1, slow: 1.8 };
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds at the chosen speed; 0 where nothing moves. */
export const duration = (ms: number): number => (reducedMotion.matches ? 0 : ms * SPEED[settings.motion]);

const DEAL_MS = 40;
const MOVE_MS = 220;

/** A card comes from where its player sits. */
export function flyFromSeat(node: Element, seat: number): TransitionConfig {
  const origin = document.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
  const target = node.getBoundingClientRect();
  if (!origin) return { duration: duration(MOVE_MS) };
  const x = origin.left + origin.width / 2 - target.left - target.width / 2;
  const y = origin.top + origin.height / 2 - target.top - target.height / 2;
  return {
    duration: duration(MOVE_MS),
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${x * u}px, ${y * u}px) scale(${0.6 + 0.4 * t}); opacity: ${0.2 + 0.8 * t}`,
  };
}

/** The place of a card that was not dealt just now: it does not move. */
export const NOT_DEALT = -1;

/** A card is dealt from the middle of the table, in its turn. */
export function dealIn(node: Element, place: number): TransitionConfig {
  if (place === NOT_DEALT) return { duration: 0 };
  const origin = document.querySelector("[data-centre]")?.getBoundingClientRect();
  const target = node.getBoundingClientRect();
  const x = origin ? origin.left + origin.width / 2 - target.left - target.width / 2 : 0;
  const y = origin ? origin.top + origin.height / 2 - target.top - target.height / 2 : -120;
  return {
    delay: duration(DEAL_MS) * place,
    duration: duration(MOVE_MS),
    easing: cubicOut,
    css: (t, u) => `transform: translate(${x * u}px, ${y * u}px); opacity: ${Math.min(1, t * 3)}`,
  };
}

export function fadeOut(_node: Element): TransitionConfig {
  return { duration: duration(180), css: (t) => `opacity: ${t}; transform: scale(${0.94 + 0.06 * t})` };
}

/** Movement of cards. None where the person or the system asks for none. */
import { cubicIn, cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { settings } from "../state/settings.svelte";

const SPEED = { off: 0, fast: 0.6, normal: 1, slow: 1.8 };
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds at the chosen speed; 0 where nothing moves. */
export const duration = (ms: number): number => (reducedMotion.matches ? 0 : ms * SPEED[settings.motion]);

const DEAL_MS = 40;
const MOVE_MS = 220;

const LEAVE_MS = 160;
const SWEEP_MS = 380;
const TURN_DEGREES = 14;

/** How far it is from the middle of an element to the middle of another. */
function way(from: Element, to: Element): { x: number; y: number } {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  return {
    x: end.left + end.width / 2 - start.left - start.width / 2,
    y: end.top + end.height / 2 - start.top - start.height / 2,
  };
}

const seatElement = (seat: number | string): Element | null => document.querySelector(`[data-seat="${seat}"]`);

/** A card comes from where its player sits, turning a little, after the meld has left that it replaces. */
export function flyFromSeat(node: Element, seat: number): TransitionConfig {
  const origin = seatElement(seat);
  // What leaves is inert.
  const delay = node.closest(".melds")?.querySelector("[inert]") ? duration(LEAVE_MS) : 0;
  if (!origin) return { delay, duration: duration(MOVE_MS) };
  const { x, y } = way(node, origin);
  const turn = Math.sign(x) * TURN_DEGREES;
  return {
    delay,
    duration: duration(MOVE_MS),
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${x * u}px, ${y * u}px) rotate(${turn * u}deg) scale(${0.55 + 0.45 * t})`,
  };
}

/** A meld is taken by the seat that leads next, where the trick is over; else it makes room at once. */
export function leaveTable(node: HTMLElement): TransitionConfig {
  const leader = node.dataset.leader ? seatElement(node.dataset.leader) : null;
  if (!leader) return { duration: duration(LEAVE_MS), css: (t) => `opacity: ${t}; transform: scale(${0.94 + 0.06 * t})` };
  const { x, y } = way(node, leader);
  return {
    duration: duration(SWEEP_MS),
    easing: cubicIn,
    css: (t, u) =>
      `transform: translate(${x * u}px, ${y * u}px) rotate(${6 * u}deg) scale(${0.35 + 0.65 * t}); ` +
      `opacity: ${Math.min(1, t * 2)}`,
  };
}

/** The place of a card that was not dealt just now: it does not move. */
export const NOT_DEALT = -1;

/** A card is dealt from the middle of the table, in its turn. */
export function dealIn(node: Element, place: number): TransitionConfig {
  if (place === NOT_DEALT) return { duration: 0 };
  const middle = document.querySelector("[data-centre]");
  const { x, y } = middle ? way(node, middle) : { x: 0, y: -120 };
  return {
    delay: duration(DEAL_MS) * place,
    duration: duration(MOVE_MS),
    easing: cubicOut,
    css: (t, u) => `transform: translate(${x * u}px, ${y * u}px); opacity: ${Math.min(1, t * 3)}`,
  };
}

/** Numbers that count up, each seat's a little after the one before; at once where nothing may move. */
import { createRawSnippet, flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import CountUp from "../../src/components/CountUp.svelte";
import { cleanUp, render, texts } from "../support/render";

const moves = vi.hoisted(() => ({ on: true }));
vi.mock("../../src/play/motion", () => ({ duration: (ms: number) => (moves.on ? ms : 0) }));

const children = createRawSnippet<[number]>((shown) => ({
  render: () => "<b></b>",
  setup: (node) => {
    $effect(() => {
      node.textContent = String(shown());
    });
  },
}));

beforeEach(() => {
  moves.on = true;
  vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance"] });
});

afterEach(() => void vi.useRealTimers());

function pass(ms: number): string[] {
  vi.advanceTimersByTime(ms);
  flushSync();
  return texts("b");
}

it("counts from nothing to the number, and stays there", () => {
  render(CountUp, { to: 10, children });
  expect(pass(0)).toEqual(["0"]);
  const half = Number(pass(250)[0]);
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(10);
  expect(pass(300)).toEqual(["10"]);
  expect(pass(1000)).toEqual(["10"]);
  expect(vi.getTimerCount(), "it does not go on drawing").toBe(0);
});

it("begins later for a later seat", () => {
  render(CountUp, { to: 10, delay: 3, children });
  expect(pass(350)).toEqual(["0"]);
  expect(pass(550)).toEqual(["10"]);
});

it("is there at once where nothing may move", () => {
  moves.on = false;
  render(CountUp, { to: 10, delay: 3, children });
  expect(pass(0)).toEqual(["10"]);
});

it("stops when it is taken away", async () => {
  render(CountUp, { to: 10, children });
  await cleanUp();
  expect(vi.getTimerCount()).toBe(0);
});

import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Countdown } from "../../src/play/countdown.svelte";
import type { View } from "../../src/protocol";
import { view } from "../support/views";

let seen: View | null = $state.raw(null);
let clock: Countdown;
let dispose: () => void;

function show(clock_ms: number | null, clock_running = true): void {
  seen = view({ clock_ms, clock_running });
  flushSync();
}

beforeEach(() => {
  vi.useFakeTimers();
  seen = null;
  dispose = $effect.root(() => {
    clock = new Countdown(
      () => seen,
      () => performance.now(),
    );
  });
  flushSync();
});

afterEach(() => {
  dispose();
  vi.useRealTimers();
});

it("says nothing where no clock runs", () => {
  expect(clock.seconds).toBeNull();
  show(null);
  expect(clock.seconds).toBeNull();
});

it("counts down to 0 and no further", () => {
  show(1500);
  expect(clock.seconds).toBe(2);
  vi.advanceTimersByTime(600);
  expect(clock.seconds).toBe(1);
  vi.advanceTimersByTime(5000);
  expect(clock.seconds).toBe(0);
});

it("knows how much is left of the longest that it has seen of this turn", () => {
  show(8000);
  vi.advanceTimersByTime(2000);
  expect(clock.share).toBeCloseTo(0.75);
  show(4000);
  expect(clock.share).toBeCloseTo(0.5);
  seen = view({ clock_ms: 4000, clock_running: true, turn_number: 99 });
  flushSync();
  expect(clock.share).toBeCloseTo(1);
});

it("stands still while the clock does", () => {
  show(9000, false);
  vi.advanceTimersByTime(5000);
  expect(clock.seconds).toBe(9);
});

it("begins anew with each view", () => {
  show(2000);
  vi.advanceTimersByTime(1000);
  show(30_000);
  expect(clock.seconds).toBe(30);
  show(null);
  expect(clock.seconds).toBeNull();
});

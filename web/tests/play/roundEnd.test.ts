import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { RoundEnd } from "../../src/play/roundEnd.svelte";
import type { View } from "../../src/protocol";
import { observation, view } from "../support/views";

const over = (round: number, more: Partial<View> = {}): View =>
  view({ phase: "round_over", observation: observation({ round }), ...more });
const playing = (round: number): View => view({ observation: observation({ round }) });

let end: RoundEnd;

beforeEach(() => {
  end = new RoundEnd();
  end.follow(playing(1));
});

it("is shown as it was when the round ended", () => {
  expect(end.view).toBeNull();
  const first = over(1, { watchers: 1 });
  end.follow(first);
  end.follow(over(1, { watchers: 2 }));
  expect(end.view).toBe(first);
});

it("stays until it was read, even when the next round begins", () => {
  end.follow(over(1));
  end.follow(playing(2));
  expect(end.view).not.toBeNull();
  end.close();
  expect(end.view).toBeNull();
});

it("closes when the round begins that was asked for", () => {
  end.follow(over(1));
  end.markRead();
  end.follow(over(1));
  expect(end.view).not.toBeNull();
  end.follow(playing(2));
  expect(end.view).toBeNull();
});

it("does not come back once it is closed, but the next one comes", () => {
  end.follow(over(1));
  end.close();
  end.follow(over(1));
  expect(end.view).toBeNull();
  end.follow(over(1, { game: 2, phase: "game_over" }));
  expect(end.view?.game).toBe(2);
});

afterEach(() => void vi.useRealTimers());

it("waits until the last card was seen, and is not shown to who has left", () => {
  vi.useFakeTimers();
  end.follow(over(1), 1300);
  expect(end.view).toBeNull();
  vi.advanceTimersByTime(1300);
  expect(end.view).not.toBeNull();
  end.follow(over(2), 1300);
  end.close();
  vi.advanceTimersByTime(1300);
  expect(end.view).toBeNull();
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SpeechBubbles } from "../../src/play/speechBubbles.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("shows what a seat said for a while", () => {
  const bubbles = new SpeechBubbles();
  bubbles.show(2, "Hello!");
  vi.advanceTimersByTime(5999);
  expect(bubbles.texts[2]).toBe("Hello!");
  vi.advanceTimersByTime(1);
  expect(bubbles.texts[2]).toBe("");
});

it("shows the newest as long as the first", () => {
  const bubbles = new SpeechBubbles();
  bubbles.show(0, "Hello!");
  vi.advanceTimersByTime(4000);
  bubbles.show(0, "Bye!");
  vi.advanceTimersByTime(4000);
  expect(bubbles.texts[0]).toBe("Bye!");
});

it("shows the same words for their whole time when they are said again", () => {
  const bubbles = new SpeechBubbles();
  bubbles.show(0, "Hello!");
  vi.advanceTimersByTime(4000);
  bubbles.show(0, "Hello!");
  vi.advanceTimersByTime(5999);
  expect(bubbles.texts[0]).toBe("Hello!");
  vi.advanceTimersByTime(1);
  expect(bubbles.texts[0]).toBe("");
});

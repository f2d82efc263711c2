/** A nudge for whoever is slow: once a turn, after a while, noticed once a turn. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NUDGE_AFTER_MS, Nudge } from "../../src/play/nudge.svelte";
import type { Happened, SeatView, View } from "../../src/protocol";
import { can, observation, seatView, view } from "../support/views";

const vibrate = vi.fn();
let nudge: Nudge;

/** The turn of another seat, and one's own. */
function waiting(turn: number, ben: Partial<SeatView> = {}): View {
  const seats = [seatView("Ana"), seatView("Ben", ben), seatView("Cleo")];
  return view({ seats, turn_number: turn, can: can("say"), observation: observation({ turn: 1 }) });
}

const own = (turn: number): View => view({ turn_number: turn, can: can("act", "say") });
const said = (seat: number, phrase: "your_turn" | "hello" = "your_turn"): Happened => ({
  event: "said",
  seat,
  phrase,
  text: null,
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { vibrate });
  vibrate.mockClear();
  nudge = new Nudge();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the button", () => {
  it("is there when a turn has lasted long enough, and once in it", () => {
    nudge.follow([], waiting(4));
    vi.advanceTimersByTime(NUDGE_AFTER_MS - 1);
    nudge.follow([said(2, "hello")], waiting(4));
    expect(nudge.isOffered).toBe(false);
    vi.advanceTimersByTime(1);
    expect(nudge.isOffered).toBe(true);
    nudge.done();
    vi.advanceTimersByTime(NUDGE_AFTER_MS);
    nudge.follow([], waiting(4));
    expect(nudge.isOffered).toBe(false);
    nudge.follow([], waiting(5));
    vi.advanceTimersByTime(NUDGE_AFTER_MS);
    expect(nudge.isOffered, "the next turn may be slow too").toBe(true);
  });

  it("goes when the turn is over, or nobody is there any more", () => {
    for (const next of [own(5), waiting(4, { online: false }), waiting(4, { played_by_bot: true })]) {
      nudge.follow([], waiting(5));
      nudge.follow([], waiting(4));
      vi.advanceTimersByTime(NUDGE_AFTER_MS);
      expect(nudge.isOffered).toBe(true);
      nudge.follow([], next);
      expect(nudge.isOffered).toBe(false);
    }
  });

  it.each([
    ["bots", waiting(4, { kind: "bot" })],
    ["who is away", waiting(4, { online: false })],
    ["oneself", own(4)],
    ["anybody, by who may not speak", { ...waiting(4), can: can() }],
    ["anybody between two rounds", { ...waiting(4), phase: "round_over" as const }],
  ])("is not there for %s", (_whom, seen) => {
    nudge.follow([], seen);
    vi.advanceTimersByTime(NUDGE_AFTER_MS);
    expect(nudge.isOffered).toBe(false);
  });
});

describe("who is nudged", () => {
  it("notices it once a turn, however often it is said", () => {
    nudge.follow([], own(4));
    vi.advanceTimersByTime(NUDGE_AFTER_MS);
    nudge.follow([said(1)], own(4));
    nudge.follow([said(2)], own(4));
    expect(nudge.by).toBe(1);
    expect(vibrate).toHaveBeenCalledOnce();
    nudge.follow([], waiting(5));
    expect(nudge.by).toBeNull();
  });

  it("is not disturbed early in the turn, by another phrase, or by oneself", () => {
    nudge.follow([said(1)], own(4));
    vi.advanceTimersByTime(NUDGE_AFTER_MS);
    nudge.follow([said(1, "hello")], own(4));
    nudge.follow([said(0)], own(4));
    expect(nudge.by).toBeNull();
    expect(vibrate).not.toHaveBeenCalled();
  });

  it("needs no device that vibrates", () => {
    vi.stubGlobal("navigator", {});
    nudge.follow([], own(4));
    vi.advanceTimersByTime(NUDGE_AFTER_MS);
    nudge.follow([said(1)], own(4));
    expect(nudge.by).toBe(1);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { getReview, Refusal } from "../../src/state/api";

describe("a review", () => {
  const told: [number, unknown][] = [];
  const asked: string[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", (path: string) => {
      asked.push(path);
      const [status, body] = told.shift() ?? [500, {}];
      return Promise.resolve(new Response(JSON.stringify(body), { status }));
    });
    told.length = asked.length = 0;
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is asked for until it is there", async () => {
    const review = { game: 2, players: [] };
    told.push([202, { done: 0, all: 0 }], [202, { done: 4, all: 9 }], [200, review]);
    const seen: unknown[] = [];
    const waiting = getReview("ABC", 2, (soFar) => seen.push(soFar), new AbortController().signal);
    await vi.runAllTimersAsync();
    expect(await waiting).toEqual(review);
    expect(seen).toEqual([
      { done: 0, all: 0 },
      { done: 4, all: 9 },
    ]);
    expect(asked).toEqual(Array(3).fill("/api/tables/ABC/review?game=2"));
  });

  it("says why there is none", async () => {
    told.push([404, { code: "no_game_yet", rule: "", sentence: "None yet." }]);
    const waiting = getReview("ABC", null, () => undefined, new AbortController().signal);
    await expect(waiting).rejects.toMatchObject({ code: "no_game_yet", message: "None yet." });
    await expect(waiting).rejects.toBeInstanceOf(Refusal);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createTable,
  fairPath,
  getFile,
  getSummary,
  getReview,
  readReplay,
  recordPath,
  Refusal,
} from "../../src/state/api";
import { forgetToken, keepToken } from "../../src/state/seatTokens";
import { settings } from "../../src/state/settings.svelte";

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

describe("a seat's token", () => {
  it("is presented to its own table and to no other", async () => {
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", (_path: string, init: RequestInit) => {
      sent.push((init.headers as Record<string, string>).authorization);
      return Promise.resolve(new Response("{}"));
    });
    keepToken("BCDFGH", "secret");
    await getSummary("BCDFGH");
    await getFile(recordPath("BCDFGH", 2));
    await getSummary("BCDFGX");
    await createTable({});
    expect(sent).toEqual(["Bearer secret", "Bearer secret", undefined, undefined]);
    forgetToken("BCDFGH");
    vi.unstubAllGlobals();
  });
});

describe("requests", () => {
  const requests: [string, RequestInit][] = [];
  let answer: () => Promise<Response>;

  const json = (body: unknown, status = 200) => (): Promise<Response> =>
    Promise.resolve(new Response(JSON.stringify(body), { status }));

  beforeEach(() => {
    requests.length = 0;
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
      requests.push([path, init]);
      return answer();
    });
  });

  afterEach(() => void vi.unstubAllGlobals());

  it("speak the language of the page", async () => {
    answer = json({ code: "ABC", link: "/t/ABC", seat: 0, token: "secret" });
    await createTable({ name: "Ana" });
    const [path, init] = requests[0]!;
    expect([path, init.method, init.body]).toEqual(["/api/tables", "POST", '{"name":"Ana"}']);
    expect(init.headers).toMatchObject({
      "content-type": "application/json",
      "accept-language": settings.language,
    });
  });

  it("carry a record as it is, for the game that is named", async () => {
    answer = json({});
    const record = new Blob(["{}"]);
    await readReplay(record);
    await readReplay(record, 2);
    expect(requests.map(([path, { body }]) => [path, body])).toEqual([
      ["/api/replay", record],
      ["/api/replay?game=2", record],
    ]);
  });

  it("are refused with the server's sentence", async () => {
    answer = json({ code: "no_such_table", rule: "", sentence: "There is no such table." }, 404);
    await expect(getSummary("A B")).rejects.toMatchObject({
      code: "no_such_table",
      status: 404,
      message: "There is no such table.",
    });
    expect(requests[0]?.[0]).toBe("/api/tables/A%20B");
  });

  it("are refused without one by what is no server of ours, or by no server", async () => {
    answer = () => Promise.resolve(new Response("<html>", { status: 502 }));
    await expect(getSummary("ABC")).rejects.toMatchObject({ code: "", status: 502 });
    answer = () => Promise.reject(new TypeError("offline"));
    await expect(getSummary("ABC")).rejects.toMatchObject({ code: "offline", status: 0 });
  });

  it("ask once what can be chosen, and again after no answer", async () => {
    vi.resetModules(); // Another test may have asked before.
    const { getConfig } = await import("../../src/state/api");
    answer = () => Promise.reject(new TypeError("offline"));
    await expect(getConfig()).rejects.toMatchObject({ code: "offline" });
    answer = json({ levels: ["easy"] });
    expect((await getConfig()).levels).toEqual(["easy"]);
    await getConfig();
    expect(requests).toHaveLength(2);
  });
});

it("names the files of a finished game", () => {
  expect(recordPath("ABC", null)).toBe("/api/tables/ABC/record");
  expect(fairPath("ABC", 2)).toBe("/api/tables/ABC/fair?game=2");
});

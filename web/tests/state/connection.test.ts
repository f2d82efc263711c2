/** One WebSocket after another, against a server that the test plays. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection, type ConnectionStatus, type Listener } from "../../src/state/connection";
import type { Reply } from "../../src/protocol";
import { FakeSocket } from "../support/socket";

const PONG: Reply = { type: "pong", id: 0 };
const URL = "wss://example.org/ws/ABC";

let statuses: ConnectionStatus[];
let replies: Reply[];
let since: number;
let connection: Connection;

const listener: Listener = {
  reply: (reply) => void replies.push(reply),
  status: (status) => void statuses.push(status),
  hello: () => ({ token: "secret-of-the-seat", since, language: "es" }),
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(1); // The longest of each spread of delays.
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
  [statuses, replies, since] = [[], [], 0];
  connection = new Connection(URL, listener);
});

afterEach(() => {
  connection.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** How long until the next socket is made. */
function delay(): number {
  const made = FakeSocket.made.length;
  for (let ms = 0; ms < 60_000; ms += 50) {
    if (FakeSocket.made.length > made) return ms;
    vi.advanceTimersByTime(50);
  }
  return Infinity;
}

describe("talking", () => {
  it("says hello first, with what is known at that moment", () => {
    expect(FakeSocket.last.url).toBe(URL);
    expect(statuses).toEqual(["connecting"]);
    since = 7;
    FakeSocket.last.open();
    expect(statuses).toEqual(["connecting", "open"]);
    expect(FakeSocket.last.sent).toEqual([
      { type: "hello", protocol: 1, token: "secret-of-the-seat", since: 7, language: "es" },
    ]);
  });

  it("sends only while it is open, and says whether it did", () => {
    expect(connection.send({ type: "ping" })).toBe(false);
    FakeSocket.last.open();
    expect(connection.send({ type: "catch", since: 3 })).toBe(true);
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "catch", since: 3 });
    FakeSocket.last.close();
    expect(connection.send({ type: "ping" })).toBe(false);
  });

  it("hands on what comes, but nothing from a socket that was given up", () => {
    const first = FakeSocket.last;
    first.open();
    first.say(PONG);
    first.close();
    vi.advanceTimersByTime(1000);
    first.say(PONG);
    expect(replies).toEqual([PONG]);
  });
});

describe("coming back", () => {
  it("waits longer each time, and no longer than eight seconds", () => {
    const delays = Array.from({ length: 8 }, () => {
      FakeSocket.last.close();
      return delay();
    });
    expect(delays).toEqual([200, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect(statuses.at(-2)).toBe("lost");
  });

  it("is spread over half of each delay, so that not everybody comes at once", () => {
    vi.mocked(Math.random).mockReturnValue(0);
    FakeSocket.last.close();
    expect(delay()).toBe(100);
  });

  it("begins with short delays again after a message, and not after a mere opening", () => {
    for (const _ of [1, 2, 3]) {
      FakeSocket.last.close();
      delay();
    }
    FakeSocket.last.open();
    FakeSocket.last.close();
    expect(delay()).toBe(2000);
    FakeSocket.last.open();
    FakeSocket.last.say(PONG);
    FakeSocket.last.close();
    expect(delay()).toBe(200);
  });

  it("happens at once when the browser has a network again", () => {
    for (const _ of [1, 2, 3, 4, 5]) {
      FakeSocket.last.close();
      delay();
    }
    FakeSocket.last.close();
    dispatchEvent(new Event("online"));
    expect(statuses.at(-1)).toBe("connecting");
    const made = FakeSocket.made.length;
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made, "the timer of the delay is gone").toHaveLength(made);
  });

  it("does not open a second socket beside an open one", () => {
    FakeSocket.last.open();
    dispatchEvent(new Event("online"));
    expect(FakeSocket.made).toHaveLength(1);
  });

  it("is tried from the moment on that the browser has no network", () => {
    FakeSocket.last.open();
    dispatchEvent(new Event("offline"));
    expect(statuses.at(-1)).toBe("lost");
    expect(FakeSocket.last.readyState).toBe(3);
  });
});

describe("a silent connection", () => {
  it("is asked for a sign of life, and given up without one", () => {
    FakeSocket.last.open();
    vi.advanceTimersByTime(14_999);
    expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(["hello"]);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.last.sent.map(({ type }) => type)).toEqual(["hello", "ping"]);
    vi.advanceTimersByTime(7_999);
    expect(statuses.at(-1)).toBe("open");
    vi.advanceTimersByTime(1);
    expect(statuses.at(-1)).toBe("lost");
  });

  it("is kept as long as anything comes", () => {
    FakeSocket.last.open();
    for (const _ of [1, 2, 3, 4]) {
      vi.advanceTimersByTime(20_000);
      FakeSocket.last.say(PONG);
    }
    expect(statuses).toEqual(["connecting", "open"]);
    expect(FakeSocket.made).toHaveLength(1);
  });
});

describe("the end", () => {
  const bye = (retry: boolean): Reply => ({ type: "bye", code: "closed", sentence: "", retry });

  it("comes with a bye that wants nobody back", () => {
    FakeSocket.last.open();
    FakeSocket.last.say(bye(false));
    FakeSocket.last.close();
    expect(statuses.at(-1)).toBe("ended");
    expect(delay()).toBe(Infinity);
    dispatchEvent(new Event("online"));
    expect(FakeSocket.made).toHaveLength(1);
  });

  it("does not come with one that says to come back", () => {
    FakeSocket.last.open();
    FakeSocket.last.say(bye(true));
    FakeSocket.last.close();
    expect(delay()).toBe(200);
  });

  it("is over when the person wants to come back", () => {
    FakeSocket.last.open();
    FakeSocket.last.say(bye(false));
    FakeSocket.last.close();
    connection.restart();
    expect(statuses.at(-1)).toBe("connecting");
    FakeSocket.last.close();
    expect(delay()).toBe(200);
  });

  it("is final when the table is left: nothing is opened or said any more", () => {
    FakeSocket.last.open();
    connection.close();
    const told = statuses.length;
    dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.made).toHaveLength(1);
    expect(statuses).toHaveLength(told);
  });
});

/** The connection and the state of a table, against a server that the test plays. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Fairness, Happened, Reply, View } from "../../src/protocol";
import { tokenOf } from "../../src/state/seatTokens";
import { RemoteTable } from "../../src/state/remoteTable.svelte";
import { FakeSocket } from "../support/socket";
import { can, fair, view as wholeView } from "../support/views";

const view = (turn: number): View =>
  ({ code: "ABC", turn_number: turn, phase: "playing", you: null, fair: {}, can: {} }) as unknown as View;
const welcome: Reply = {
  type: "welcome",
  protocol: 1,
  code: "ABC",
  seat: 0,
  token: null,
  id: 0,
  limits: null,
};
const update = (since: number, seq: number, turn: number, events: Happened[] = []): Reply => ({
  type: "update",
  since,
  seq,
  events,
  view: view(turn),
});

let table: RemoteTable;
let told: Happened[][];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  localStorage.clear();
  FakeSocket.made = [];
  told = [];
  table = new RemoteTable(
    "ABC",
    () => "nl",
    (events) => told.push([...events]),
  );
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A connection that is open and has the table at seq 5. */
function connected(): FakeSocket {
  FakeSocket.last.open();
  FakeSocket.last.say(welcome);
  FakeSocket.last.say({ type: "snapshot", seq: 5, view: view(3) });
  return FakeSocket.last;
}

describe("saying hello", () => {
  it("names version, language and what is known", () => {
    FakeSocket.last.open();
    expect(FakeSocket.last.url).toMatch(/\/ws\/ABC$/);
    expect(FakeSocket.last.sent).toEqual([
      { type: "hello", protocol: 1, token: null, since: 0, language: "nl" },
    ]);
  });

  it("keeps the token of a seat, and shows it the next time", () => {
    connected().say({ ...welcome, token: "secret-of-the-seat" } as Reply);
    expect(tokenOf("ABC")).toBe("secret-of-the-seat");
    table.reconnect();
    FakeSocket.last.open();
    expect(FakeSocket.last.sent[0]).toMatchObject({ token: "secret-of-the-seat", since: 5 });
  });
});

describe("following", () => {
  it("tells nothing of what had happened before the page was opened, and keeps it for the log", () => {
    FakeSocket.last.open();
    FakeSocket.last.say(welcome);
    FakeSocket.last.say(update(0, 2, 3, [{ event: "closed" }]));
    expect(told).toEqual([[]]);
    expect(table.events).toEqual([{ event: "closed" }]);
    FakeSocket.last.say(update(2, 3, 4, [{ event: "closed" }]));
    expect(told).toEqual([[], [{ event: "closed" }]]);
  });

  it("takes updates in order", () => {
    const socket = connected();
    socket.say(update(5, 6, 4, [{ event: "closed" }]));
    expect(table.view?.turn_number).toBe(4);
    expect(told.at(-1)).toEqual([{ event: "closed" }]);
  });

  it("draws the newest view at once and asks for the events that are missing", () => {
    const socket = connected();
    socket.say(update(7, 8, 6));
    expect(table.view?.turn_number).toBe(6);
    expect(socket.sent.at(-1)).toEqual({ type: "catch", since: 5 });
    socket.say(update(5, 8, 6, [{ event: "closed" }]));
    expect(table.events).toEqual([{ event: "closed" }]);
  });

  it("does not go back in time", () => {
    const socket = connected();
    socket.say(update(3, 4, 1));
    expect(table.view?.turn_number).toBe(3);
  });
});

it("contributes to fair deals by itself, and says what was wrong with one", async () => {
  const server = "c".repeat(64);
  const others = "d".repeat(64);
  const say = (socket: FakeSocket, more: Partial<View>): void =>
    socket.say({ type: "snapshot", seq: 5, view: wholeView({ phase: "round_over", ...more }) });
  const committed = (mine: string, closed: boolean): Fairness =>
    fair({ commitment: server, round: 2, scheme: 2, commitments: [mine, others], closed });

  const socket = connected();
  say(socket, { can: can("commit"), fair: committed("", false) });
  await vi.waitFor(() => expect(socket.sent.at(-1)).toMatchObject({ type: "commit", id: 0 }));
  const { commitment } = socket.sent.at(-1) as { commitment: string };
  say(socket, { can: can("reveal"), fair: committed(commitment, true) });
  await vi.waitFor(() => expect(socket.sent.at(-1)).toMatchObject({ type: "reveal", id: 0 }));
  expect(table.dealProblem).toBeNull();
  say(socket, { fair: committed(commitment, false) });
  expect(table.dealProblem).toBe("commitments_changed");
});

describe("playing", () => {
  it("plays a turn once", () => {
    const socket = connected();
    void table.act("3-4");
    void table.act("3-4");
    expect(socket.sent.filter((request) => request.type === "act")).toEqual([
      { type: "act", turn: 3, action: "3-4", id: 1 },
    ]);
  });

  it("sends a move again that was not answered before the connection broke", () => {
    const socket = connected();
    void table.act("3-4");
    socket.close();
    vi.advanceTimersByTime(1000);
    FakeSocket.last.open();
    FakeSocket.last.say(welcome);
    expect(FakeSocket.last).not.toBe(socket);
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "act", turn: 3, action: "3-4", id: 1 });
  });

  it("may be played again after a refusal", async () => {
    const socket = connected();
    const answer = table.act("9");
    socket.say({ type: "refused", id: 1, code: "x", rule: "", sentence: "No.", parameters: {} });
    expect(await answer).toMatchObject({ sentence: "No." });
    expect(table.pendingAction).toBeNull();
  });
});

describe("losing the connection", () => {
  it("comes back with growing pauses", () => {
    connected().close();
    expect(table.status).toBe("lost");
    const made = FakeSocket.made.length;
    vi.advanceTimersByTime(200);
    expect(FakeSocket.made).toHaveLength(made + 1);
    FakeSocket.last.close();
    vi.advanceTimersByTime(200);
    expect(FakeSocket.made).toHaveLength(made + 1);
    vi.advanceTimersByTime(300);
    expect(FakeSocket.made).toHaveLength(made + 2);
  });

  it("notices a connection that is silent", () => {
    const socket = connected();
    vi.advanceTimersByTime(15_000);
    expect(socket.sent.at(-1)).toEqual({ type: "ping" });
    vi.advanceTimersByTime(8_000);
    expect(table.status).toBe("lost");
  });

  it("stays away when another tab has the seat, until asked", () => {
    const socket = connected();
    socket.say({ type: "bye", code: "replaced", sentence: "Elsewhere.", retry: false });
    socket.close();
    vi.advanceTimersByTime(60_000);
    expect(table.status).toBe("ended");
    expect(table.bye?.sentence).toBe("Elsewhere.");
    const made = FakeSocket.made.length;
    table.reconnect();
    expect(FakeSocket.made).toHaveLength(made + 1);
  });

  it("returns by itself after a restart", () => {
    const socket = connected();
    socket.say({ type: "bye", code: "restart", sentence: "Soon.", retry: true });
    socket.close();
    vi.advanceTimersByTime(200);
    expect(FakeSocket.last).not.toBe(socket);
    expect(table.bye).toBeNull();
  });
});

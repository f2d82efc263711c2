/** A table is followed as the terminal follows it, pinned by vectors that the terminal's tests read too. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import vectors from "../../../tests/vectors/remote_table.json";
import type { Happened, Reply, Request, View } from "../../src/protocol";
import { RemoteTable, type NewRequest } from "../../src/state/remoteTable.svelte";
import { FakeSocket } from "../support/socket";

interface Step {
  /** In a reply the number of a turn stands for its view. */
  receive?: object;
  ask?: Request & { id: number };
  reconnect?: boolean;
  turn: number | null;
  log: Happened[];
  sent: Request[];
  answers: number[];
}

const all = vectors as unknown as { name: string; steps: Step[] }[];

function replyOf(written: object): Reply {
  if (!("view" in written)) return written as Reply;
  return { ...written, view: { turn_number: written.view, you: null, fair: {}, can: {} } as unknown as View } as unknown as Reply;
}

/** The socket of the next connection, which was asked for after a break. */
function reconnected(): FakeSocket {
  FakeSocket.last.close();
  vi.advanceTimersByTime(1000);
  FakeSocket.last.open();
  FakeSocket.last.sent.length = 0; // Its hello; clients differ in what they say of themselves.
  return FakeSocket.last;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each(all)("$name", async ({ steps }) => {
  const table = new RemoteTable(
    "BCDFGH",
    () => "en",
    () => undefined,
  );
  let socket = FakeSocket.last;
  socket.open();
  let answers: number[] = [];
  for (const step of steps) {
    socket.sent.length = answers.length = 0;
    if (step.receive) socket.say(replyOf(step.receive));
    if (step.reconnect) socket = reconnected();
    if (step.ask) {
      const { id, ...request } = step.ask;
      void table.request(request as NewRequest).then(() => answers.push(id));
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(table.view?.turn_number ?? null).toBe(step.turn);
    expect(table.events).toEqual(step.log);
    expect(socket.sent).toEqual(step.sent);
    expect(answers.sort()).toEqual(step.answers);
  }
  table.close();
});

/** A WebSocket whose other end is the test. */
import type { Reply, Request, View } from "../../src/protocol";

export class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: Request[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }

  static get last(): FakeSocket {
    const socket = FakeSocket.made.at(-1);
    if (!socket) throw new Error("no socket was made");
    return socket;
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data) as Request);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  say(reply: Reply): void {
    this.onmessage?.({ data: JSON.stringify(reply) });
  }

  /** Open, and answer the hello; then the table is as in a view. */
  welcome(seen: View, seq = 5): void {
    this.open();
    const { code, you } = seen;
    this.say({ type: "welcome", protocol: 1, code, seat: you, token: null, id: 0, limits: null });
    this.say({ type: "snapshot", seq, view: seen });
  }
}

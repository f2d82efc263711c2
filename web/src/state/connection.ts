/**
 * One table's WebSocket: it says hello, connects again by itself with growing pauses, notices a dead connection
 * by pings, and hands every reply on. What a reply means is no business of this module.
 */
import { PROTOCOL, type Language, type Reply, type Request } from "../protocol";

export type ConnectionStatus = "connecting" | "open" | "lost" | "ended";

export interface Listener {
  reply(reply: Reply): void;
  status(status: ConnectionStatus): void;
  /** What the next hello says of this client. */
  hello(): { token: string | null; since: number; language: Language };
}

const PAUSES_MS = [200, 500, 1000, 2000, 4000, 8000];
const PING_MS = 15_000;
const SILENCE_MS = 8_000;

export class Connection {
  private socket: WebSocket | null = null;
  private failures = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setTimeout> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
  ) {
    addEventListener("online", this.openAgain);
    addEventListener("offline", this.giveUpSocket);
    this.open();
  }

  /** Send a message; false where it is not open, so that the caller may send it again later. */
  send(request: Request): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }

  /** Say hello again, after this client came to hold another token. */
  restart(): void {
    this.ended = false;
    this.failures = 0;
    this.closeSocket();
    this.open();
  }

  close(): void {
    this.ended = true;
    removeEventListener("online", this.openAgain);
    removeEventListener("offline", this.giveUpSocket);
    this.closeSocket();
  }

  private open(): void {
    clearTimeout(this.retryTimer);
    this.listener.status("connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.listener.status("open");
      this.send({ type: "hello", protocol: PROTOCOL, ...this.listener.hello() });
      this.watchForSilence();
    };
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      this.failures = 0;
      this.watchForSilence();
      const reply = JSON.parse(String(message.data)) as Reply;
      if (reply.type === "bye" && !reply.retry) this.ended = true;
      this.listener.reply(reply);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.closeSocket();
      if (this.ended) this.listener.status("ended");
      else this.retry();
    };
  }

  /** Ask for a sign of life after a while without a message, and give the socket up where none comes. */
  private watchForSilence(): void {
    clearTimeout(this.pingTimer);
    clearTimeout(this.silenceTimer);
    this.pingTimer = setTimeout(() => {
      this.send({ type: "ping" });
      this.silenceTimer = setTimeout(this.giveUpSocket, SILENCE_MS);
    }, PING_MS);
  }

  private retry(): void {
    this.listener.status("lost");
    const pause = PAUSES_MS[Math.min(this.failures, PAUSES_MS.length - 1)] ?? 0;
    this.failures += 1;
    // Spread out, so that not everybody comes to a restarted server at once.
    this.retryTimer = setTimeout(() => this.open(), pause * (0.5 + Math.random() / 2));
  }

  private readonly openAgain = (): void => {
    if (this.ended || this.socket) return;
    this.failures = 0;
    this.open();
  };

  private readonly giveUpSocket = (): void => {
    if (this.ended || !this.socket) return;
    this.closeSocket();
    this.retry();
  };

  private closeSocket(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.pingTimer);
    clearTimeout(this.silenceTimer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}

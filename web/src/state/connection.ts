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

const RETRY_DELAYS_MS = [200, 500, 1000, 2000, 4000, 8000];
const PING_AFTER_MS = 15_000;
const PONG_TIMEOUT_MS = 8_000;

export class Connection {
  private socket: WebSocket | null = null;
  private failures = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setTimeout> | undefined;
  private pongTimer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
  ) {
    // The browser knows of its network long before a socket notices.
    addEventListener("online", this.reopen);
    addEventListener("offline", this.dropSocket);
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
    removeEventListener("online", this.reopen);
    removeEventListener("offline", this.dropSocket);
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
      this.restartHeartbeat();
    };
    socket.onmessage = (message) => {
      if (this.socket !== socket) return;
      // Not when it opens: a server that opens and closes at once would be asked again without a pause.
      this.failures = 0;
      this.restartHeartbeat();
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
  private restartHeartbeat(): void {
    clearTimeout(this.pingTimer);
    clearTimeout(this.pongTimer);
    this.pingTimer = setTimeout(() => {
      this.send({ type: "ping" });
      this.pongTimer = setTimeout(this.dropSocket, PONG_TIMEOUT_MS);
    }, PING_AFTER_MS);
  }

  private retry(): void {
    this.listener.status("lost");
    const delay = RETRY_DELAYS_MS[Math.min(this.failures, RETRY_DELAYS_MS.length - 1)] ?? 0;
    this.failures += 1;
    // Spread out, so that not everybody comes to a restarted server at once.
    this.retryTimer = setTimeout(() => this.open(), delay * (0.5 + Math.random() / 2));
  }

  private readonly reopen = (): void => {
    if (this.ended || this.socket) return;
    this.failures = 0;
    this.open();
  };

  private readonly dropSocket = (): void => {
    if (this.ended || !this.socket) return;
    this.closeSocket();
    this.retry();
  };

  private closeSocket(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.pingTimer);
    clearTimeout(this.pongTimer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}

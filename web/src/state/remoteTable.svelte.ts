/**
 * One table at the server. The newest view is drawn; events are for animation and the log. Requests get
 * their answer by id, and those without one are sent again after a break.
 */
import type { Happened, Language, Reply, Request, View } from "../protocol";
import { Connection, type ConnectionStatus } from "./connection";
import { getSummary, Refusal } from "./api";
import { keepToken, tokenOf } from "./seatTokens";

type Answer = Extract<Reply, { type: "refused" | "done" | "why" | "hinted" | "welcome" | "invited" }>;
type WithoutId<T> = T extends Request ? Omit<T, "id"> : never;
/** A request before it has its id. */
export type NewRequest = WithoutId<Request>;

/** Called after each change, with what happened since the one before. */
export type ViewListener = (events: readonly Happened[], view: View) => void;

const MOST_EVENTS = 600;
const RELOADED = "fivethreefive.reloaded";

export class RemoteTable {
  view: View | null = $state.raw(null);
  events: readonly Happened[] = $state.raw([]);
  status: ConnectionStatus = $state("connecting");
  /** Why the connection is over: a code of `Bye`, or of a refusal over HTTP. */
  bye: { code: string; sentence: string } | null = $state.raw(null);
  /** The action that was sent and is not in a view yet. */
  pendingAction: { turn: number; action: string } | null = $state.raw(null);
  /** When, by this browser's clock, the view arrived: its `clock_ms` counts from here. */
  viewedAt = $state(0);

  private seq = 0;
  private nextId = 1;
  private readonly pending = new Map<number, { request: Request; answer: (reply: Answer) => void }>();
  private readonly connection: Connection;

  constructor(
    readonly code: string,
    private readonly language: () => Language,
    private readonly onview: ViewListener,
  ) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.connection = new Connection(`${scheme}//${location.host}/ws/${code}`, {
      reply: (reply) => this.onReply(reply),
      status: (status) => this.onStatus(status),
      hello: () => ({ token: tokenOf(code), since: this.seq, language: this.language() }),
    });
  }

  close(): void {
    this.connection.close();
  }

  /** Connect anew: as this seat after another tab took it, or in another language. */
  reconnect(): void {
    this.bye = null;
    this.connection.restart();
  }

  request(request: NewRequest): Promise<Answer> {
    const id = this.nextId++;
    const whole = { ...request, id } as Request;
    return new Promise((resolve) => {
      this.pending.set(id, { request: whole, answer: resolve });
      this.connection.send(whole);
    });
  }

  /** Play an action; the same turn is played once, however often this is called. */
  async act(action: string): Promise<Answer | null> {
    const turn = this.view?.turn_number;
    if (turn === undefined || this.pendingAction) return null;
    this.pendingAction = { turn, action };
    const answer = await this.request({ type: "act", turn, action });
    if (answer.type !== "done") this.pendingAction = null;
    return answer;
  }

  private onReply(reply: Reply): void {
    if (reply.type === "snapshot") {
      this.events = [];
      this.update(reply.seq, [], reply.view);
    } else if (reply.type === "update") {
      this.onUpdate(reply);
    } else if (reply.type === "welcome") {
      sessionStorage.removeItem(RELOADED);
      if (reply.token) keepToken(this.code, reply.token);
      if (this.pending.has(reply.id)) this.answer(reply);
      else this.resend();
    } else if (reply.type === "bye") {
      this.onBye(reply);
    } else if (reply.type !== "pong") {
      this.answer(reply);
    }
  }

  private onUpdate(update: Extract<Reply, { type: "update" }>): void {
    if (update.since > this.seq) {
      // Events are missing between: the view is right, the events are asked for.
      this.connection.send({ type: "catch", since: this.seq });
      this.update(this.seq, [], update.view);
      return;
    }
    if (update.seq < this.seq) return;
    // What overlaps with the known events is not logged twice.
    const fresh = update.since === this.seq ? update.events : [];
    this.update(update.seq, fresh, update.view);
  }

  private update(seq: number, events: readonly Happened[], view: View): void {
    this.seq = seq;
    this.events = [...this.events, ...events].slice(-MOST_EVENTS);
    this.viewedAt = Date.now();
    this.view = view;
    if (this.pendingAction && view.turn_number > this.pendingAction.turn) this.pendingAction = null;
    this.onview(events, view);
  }

  private answer(reply: Answer): void {
    const entry = this.pending.get(reply.id);
    this.pending.delete(reply.id);
    entry?.answer(reply);
  }

  /** After a break: an action is safe to send again, since it names its turn. */
  private resend(): void {
    for (const { request } of this.pending.values()) this.connection.send(request);
  }

  private onBye(bye: Extract<Reply, { type: "bye" }>): void {
    if (bye.code === "reload" && !sessionStorage.getItem(RELOADED)) {
      sessionStorage.setItem(RELOADED, "1"); // Once: a cache may hold the old page.
      location.reload();
    }
    if (!bye.retry) this.bye = { code: bye.code, sentence: bye.sentence };
  }

  private onStatus(status: ConnectionStatus): void {
    this.status = status;
    // A table that is not there refuses the socket without a word; HTTP says why.
    if (status === "lost" && !this.view) void this.findReason();
  }

  private async findReason(): Promise<void> {
    try {
      await getSummary(this.code);
    } catch (error) {
      if (error instanceof Refusal && error.status >= 400 && error.status < 500) {
        this.bye = { code: error.code, sentence: error.message };
        this.connection.close();
      }
    }
  }
}

/**
 * All that the page knows of one table. The newest view is drawn; events only tell its story. Requests
 * get their answer by id, and a move that was not answered goes out again after a break.
 */
import type { Happened, Language, Reply, Request, View } from "../protocol";
import { Connection, type Line } from "./connection";
import { getSummary, Refusal } from "./api";
import { keepToken, tokenOf } from "./saved";

type Answer = Extract<Reply, { type: "refused" | "done" | "why" | "hinted" | "welcome" | "invited" }>;
type WithoutId<T> = T extends Request ? Omit<T, "id"> : never;
/** A request before it has its number. */
export type Asked = WithoutId<Request>;

/** Told after each change, with what happened since the one before. */
export type Watcher = (events: readonly Happened[], view: View) => void;

const MOST_EVENTS = 600;
const RELOADED = "fivethreefive.reloaded";

export class TableState {
  view: View | null = $state.raw(null);
  story: readonly Happened[] = $state.raw([]);
  line: Line = $state("connecting");
  /** Why the connection is over: a code of `Bye`, or of a refusal over HTTP. */
  bye: { code: string; sentence: string } | null = $state.raw(null);
  /** The move that was sent and is not answered yet. */
  moving: { turn: number; action: string } | null = $state.raw(null);
  /** When, by this browser's clock, the view arrived: its `clock_ms` counts from here. */
  arrived = $state(0);

  private seq = 0;
  private nextId = 1;
  private readonly waiting = new Map<number, { request: Request; answer: (reply: Answer) => void }>();
  private readonly connection: Connection;

  constructor(
    readonly code: string,
    private readonly language: () => Language,
    private readonly watcher: Watcher,
  ) {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.connection = new Connection(`${scheme}//${location.host}/ws/${code}`, {
      reply: (reply) => this.take(reply),
      line: (line) => this.onLine(line),
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

  ask(request: Asked): Promise<Answer> {
    const id = this.nextId++;
    const whole = { ...request, id } as Request;
    return new Promise((resolve) => {
      this.waiting.set(id, { request: whole, answer: resolve });
      this.connection.send(whole);
    });
  }

  /** Play an action; the same turn is played once, however often this is called. */
  async act(action: string): Promise<Answer | null> {
    const turn = this.view?.turn_number;
    if (turn === undefined || this.moving) return null;
    this.moving = { turn, action };
    const answer = await this.ask({ type: "act", turn, action });
    if (answer.type !== "done") this.moving = null;
    return answer;
  }

  private take(reply: Reply): void {
    if (reply.type === "snapshot") {
      this.story = [];
      this.show(reply.seq, [], reply.view);
    } else if (reply.type === "update") {
      this.onUpdate(reply);
    } else if (reply.type === "welcome") {
      sessionStorage.removeItem(RELOADED);
      if (reply.token) keepToken(this.code, reply.token);
      if (this.waiting.has(reply.id)) this.answer(reply);
      else this.resend();
    } else if (reply.type === "bye") {
      this.onBye(reply);
    } else if (reply.type !== "pong") {
      this.answer(reply);
    }
  }

  private onUpdate(update: Extract<Reply, { type: "update" }>): void {
    if (update.since > this.seq) {
      // Events are missing between: the view is right, the story is asked for.
      this.connection.send({ type: "catch", since: this.seq });
      this.show(this.seq, [], update.view);
      return;
    }
    if (update.seq < this.seq) return;
    // What overlaps with the known story is not told twice.
    const fresh = update.since === this.seq ? update.events : [];
    this.show(update.seq, fresh, update.view);
  }

  private show(seq: number, events: readonly Happened[], view: View): void {
    this.seq = seq;
    this.story = [...this.story, ...events].slice(-MOST_EVENTS);
    this.arrived = Date.now();
    this.view = view;
    if (this.moving && view.turn_number > this.moving.turn) this.moving = null;
    this.watcher(events, view);
  }

  private answer(reply: Answer): void {
    const entry = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    entry?.answer(reply);
  }

  /** After a break: a move is safe to send again, since it names its turn; questions are asked again. */
  private resend(): void {
    for (const { request } of this.waiting.values()) this.connection.send(request);
  }

  private onBye(bye: Extract<Reply, { type: "bye" }>): void {
    if (bye.code === "reload" && !sessionStorage.getItem(RELOADED)) {
      sessionStorage.setItem(RELOADED, "1"); // Once: a cache may hold the old page.
      location.reload();
    }
    if (!bye.retry) this.bye = { code: bye.code, sentence: bye.sentence };
  }

  private onLine(line: Line): void {
    this.line = line;
    // A table that is not there refuses the socket without a word; HTTP says why.
    if (line === "lost" && !this.view) void this.findOut();
  }

  private async findOut(): Promise<void> {
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

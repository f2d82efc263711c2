/**
 * One table at the server. The newest view is drawn; events are for animation and the log. Requests get
 * their answer by id. After a break those without one are sent again, unless that could do something twice.
 */
import type { Happened, Language, Reply, Request, View } from "../protocol";
import { Connection, type ConnectionStatus } from "./connection";
import { Contributor, type DealProblem } from "./contributor";
import { getSummary, Refusal } from "./api";
import { keepToken, tokenOf } from "./seatTokens";

/** The connection broke after the request was sent and before its answer came: nobody knows whether it was done. */
interface AnswerLost {
  type: "answer_lost";
}
type Answered = Extract<Reply, { type: "refused" | "done" | "why" | "hinted" | "welcome" | "invited" }>;
export type Answer = Answered | AnswerLost;
type WithoutId<T> = T extends Request ? Omit<T, "id"> : never;
/** A request before it has its id. */
export type NewRequest = WithoutId<Request>;

/** Called after each change, with what happened since the one before: nothing with the first view. */
export type ViewListener = (events: readonly Happened[], view: View) => void;

interface PendingRequest {
  request: Request;
  answer: (answer: Answer) => void;
  /** Whether the server may have got it. */
  sent: boolean;
}

/**
 * What the server may get twice with the same effect as once: questions change nothing, an action names its turn,
 * and what is so already stays so. The terminal has the same list.
 */
const REPEATABLE: readonly Request["type"][] = ["ask", "hint", "act", "back", "fill", "show"];

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

  /** Whether a bot has one's seat because the time of a turn ran out, and not because one was away. */
  lostTurn = $state(false);

  /** What was wrong with the last deal that this browser contributed to. */
  dealProblem: DealProblem | null = $state(null);

  private seq = 0;
  private nextId = 1;
  private readonly pending = new Map<number, PendingRequest>();
  /** Whether the server has answered the hello of this connection. */
  private isWelcome = false;
  /** Whether nothing has come since the page was opened or the connection broke. */
  private isBehind = true;
  private readonly connection: Connection;
  private readonly contributor: Contributor;

  constructor(
    readonly code: string,
    private readonly language: () => Language,
    private readonly onview: ViewListener,
  ) {
    this.contributor = new Contributor(code);
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
    return new Promise((resolve) => {
      const pending = { request: { ...request, id } as Request, answer: resolve, sent: false };
      this.pending.set(id, pending);
      // Sent between the hello and its answer, it would be sent again after that.
      if (this.isWelcome) this.send(pending);
    });
  }

  /** Play an action; the same turn is played once, however often this is called. */
  async act(action: string): Promise<Answer | null> {
    const turn = this.view?.turn_number;
    if (turn === undefined || this.pendingAction) return null;
    this.pendingAction = { turn, action };
    const answer = await this.request({ type: "act", turn, action });
    // Once it is done it waits for the view: until then the cards are still in the hand.
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
      this.isWelcome = true;
      this.contributor.reconnected();
      if (this.pending.has(reply.id)) this.answer(reply);
      else this.resume();
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
    if (update.seq < this.seq) return; // Older than what is shown.
    // What overlaps with the known events is not logged twice.
    const fresh = update.since === this.seq ? update.events : [];
    this.update(update.seq, fresh, update.view);
  }

  private update(seq: number, events: readonly Happened[], view: View): void {
    // What had happened before this page was opened, or while it had no connection, is in the log, and no news.
    const news = this.isBehind ? [] : events;
    this.isBehind = false;
    this.seq = seq;
    this.events = [...this.events, ...events].slice(-MOST_EVENTS);
    this.viewedAt = performance.now();
    if (!view.can.back) this.lostTurn = false;
    else if (this.view && !this.view.can.back) this.lostTurn = this.view.can.act;
    this.view = view;
    if (this.pendingAction && view.turn_number > this.pendingAction.turn) this.pendingAction = null;
    this.onview(news, view);
    void this.contribute(view);
  }

  /** Take part in the next deal's randomness; a view that follows says whether it arrived. */
  private async contribute(view: View): Promise<void> {
    this.dealProblem = this.contributor.problem(view) ?? this.dealProblem;
    const request = await this.contributor.answer(view);
    if (request) this.connection.send({ ...request, id: 0 } as Request);
  }

  private answer(reply: Answered): void {
    const pending = this.pending.get(reply.id);
    this.pending.delete(reply.id);
    pending?.answer(reply);
  }

  private send(pending: PendingRequest): void {
    pending.sent = this.connection.send(pending.request);
  }

  /** After a break send what the server has not got, and again what it may get twice. */
  private resume(): void {
    for (const [id, pending] of this.pending) {
      if (!pending.sent || REPEATABLE.includes(pending.request.type)) {
        this.send(pending);
      } else {
        this.pending.delete(id);
        pending.answer({ type: "answer_lost" });
      }
    }
  }

  private onBye(bye: Extract<Reply, { type: "bye" }>): void {
    this.isWelcome = false;
    if (bye.code === "reload" && !sessionStorage.getItem(RELOADED)) {
      sessionStorage.setItem(RELOADED, "1"); // Once: a cache may hold the old page.
      location.reload();
    }
    if (!bye.retry) this.bye = { code: bye.code, sentence: bye.sentence };
  }

  private onStatus(status: ConnectionStatus): void {
    this.status = status;
    if (status !== "open") {
      this.isWelcome = false;
      this.isBehind = true;
    }
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

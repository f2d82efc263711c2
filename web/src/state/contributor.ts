/**
 * What the page does for fair deals without its person (docs/host/fair-deals.md): it commits to random bytes,
 * reveals them once no commitment can change any more, and compares the round's proof with what it saw before.
 * What it has drawn is kept in this browser, so that a page that is loaded again, or another tab, can reveal it.
 */
import type { Reveal, View } from "../protocol";
import { bytesOf, hasHashes, hexOf, sha256 } from "./sha256";
import { readStored, writeStored } from "./settings.svelte";

const KEY = "fivethreefive.contributions";
const MOST_KEPT = 20;

export type DealProblem = "contribution_left_out" | "commitments_changed";
/** A request before it has its id. */
type Contribution = { type: "commit"; commitment: string } | { type: "reveal"; value: string };

/** What all had committed to when this browser revealed its contribution. */
interface Promised {
  game: number;
  round: number;
  commitment: string;
  commitments: readonly string[];
  seat: number;
}

interface Drawn {
  value: string;
  /** The server's commitment that the value is for. */
  for: string;
  promised: Promised | null;
}

export class Contributor {
  private sent = "";

  constructor(
    private readonly code: string,
    private readonly draw = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32)),
  ) {}

  /** The line is a new one: what was sent may be lost. */
  reconnected(): void {
    this.sent = "";
  }

  /** What to say to the server after a view; null where there is nothing to say, or no way to hash. */
  async answer(view: View): Promise<Contribution | null> {
    const request = await this.request(view);
    const text = JSON.stringify(request);
    if (!request || text === this.sent) return null;
    this.sent = text;
    return request;
  }

  /** What is wrong with the deal that was contributed to, or with its proof; said once. */
  problem(view: View): DealProblem | null {
    const drawn = this.drawn;
    const promised = drawn?.promised;
    if (!drawn || !promised) return null;
    if (gameOf(view) === promised.game && view.fair.round === promised.round) {
      if (isAsPromised(view, promised)) return null;
      this.keep(null);
      return "commitments_changed"; // As where a server begins anew because it does not like the deal.
    }
    if (view.game !== promised.game) return null;
    const proof = view.fair.reveals.find(({ round }) => round === promised.round);
    if (!proof) return null;
    this.keep(null);
    return compare(drawn.value, promised, proof);
  }

  private async request(view: View): Promise<Contribution | null> {
    const { fair, can, you } = view;
    if (you === null || !fair.commitment || !(can.commit || can.reveal) || !hasHashes()) return null;
    let drawn = this.drawn;
    // What was revealed once is never used again, whatever the server shows.
    if (can.commit && (drawn?.for !== fair.commitment || drawn.promised)) {
      drawn = { value: hexOf(this.draw()), for: fair.commitment, promised: null };
      this.keep(drawn);
    }
    if (!drawn || drawn.for !== fair.commitment) return null;
    const mine = hexOf(await sha256(bytesOf(drawn.value)));
    const isMine = fair.commitments[you] === mine;
    if (can.commit) return isMine ? null : { type: "commit", commitment: mine };
    if (!fair.closed || !isMine) return null;
    if (!drawn.promised) this.keep({ ...drawn, promised: promiseOf(view, fair.commitment, you) });
    return { type: "reveal", value: drawn.value };
  }

  private get drawn(): Drawn | null {
    return all()[this.code] ?? null;
  }

  private keep(drawn: Drawn | null): void {
    const others = Object.entries(all()).filter(([code]) => code !== this.code);
    const kept = drawn ? [...others, [this.code, drawn] as const] : others;
    writeStored(KEY, Object.fromEntries(kept.slice(-MOST_KEPT)));
  }
}

const all = (): Record<string, Drawn> => (readStored(KEY) as Record<string, Drawn> | null) ?? {};

function promiseOf(view: View, commitment: string, seat: number): Promised {
  const { round, commitments } = view.fair;
  return { game: gameOf(view), round, commitment, commitments, seat };
}

/** The game that the server's commitment is for. */
const gameOf = (view: View): number =>
  view.game + (view.phase === "waiting" || view.phase === "game_over" ? 1 : 0);

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isAsPromised = ({ fair }: View, promised: Promised): boolean =>
  fair.closed && fair.commitment === promised.commitment && isSame(fair.commitments, promised.commitments);

function compare(value: string, promised: Promised, proof: Reveal): DealProblem | null {
  if (!isSame(proof.commitments, promised.commitments) || proof.commitment !== promised.commitment) return "commitments_changed";
  return proof.contributions[promised.seat] === value ? null : "contribution_left_out";
}

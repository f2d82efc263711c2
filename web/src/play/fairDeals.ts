/**
 * Deals a round anew from its revealed secret, as docs/host/fair-deals.md says: 32-bit words from SHA-256 of
 * secret, contributions and a counter; Lemire's method; the first cards of a shuffled deck, seat by seat.
 */
import type { Rank, Reveal, Rules } from "../protocol";
import { bytesOf, hexOf, sha256 } from "../state/sha256";

/** The file of a finished game with its secrets. */
export interface FairGame {
  format: string;
  version: number;
  reveals: Proof[];
  record: string[];
}

interface DealtEvent {
  event: "dealt";
  round: number;
  hands: Rank[][];
  leader: number;
}

const WORD = 2n ** 32n;

export interface Verdict {
  rounds: number;
  /** The first round whose deal was another than its secret gives. */
  wrong: number | null;
  /** The rounds in which a contribution was committed to and not revealed. */
  withheld: number[];
  /** The rounds with open contributions of an earlier version. */
  openTexts: number[];
}

/** A proof as it is in a file: those of earlier versions have neither scheme nor commitments. */
type Proof = Omit<Reveal, "scheme" | "commitments"> & Partial<Pick<Reveal, "scheme" | "commitments">>;

/** Whether the deals of a finished game are those that its secrets give. */
export async function verifyDeals(game: FairGame): Promise<Verdict> {
  const [header, ...events] = game.record.map((line) => JSON.parse(line) as unknown);
  const rules = (header as { rules: Rules }).rules;
  const dealt = (events as DealtEvent[]).filter((event) => event.event === "dealt");
  const verdict: Verdict = { rounds: dealt.length, wrong: null, withheld: [], openTexts: [] };
  for (const [index, event] of dealt.entries()) {
    const reveal = game.reveals[index];
    const before = rules.format === "two_hands" && index ? (dealt[0]?.hands.flat() ?? []) : [];
    if (!reveal || !(await isFair(rules, reveal, event, before))) return { ...verdict, wrong: event.round };
    const { contributions, commitments = [] } = reveal;
    if (commitments.some((hash, seat) => hash && !contributions[seat])) verdict.withheld.push(event.round);
    if (!commitments.length && contributions.some(Boolean)) verdict.openTexts.push(event.round);
  }
  return verdict;
}

/** Whether every contribution is the one that its seat had committed to; those of scheme 1 are open texts. */
async function isAsCommitted({ scheme = 1, contributions, commitments = [] }: Proof): Promise<boolean> {
  if (scheme === 1) return commitments.length === 0;
  if (scheme !== 2 || commitments.length !== contributions.length) return false;
  for (const [seat, value] of contributions.entries()) {
    if (value && !/^[0-9a-f]{64}$/.test(value)) return false;
    if (value && hexOf(await sha256(bytesOf(value))) !== commitments[seat]) return false;
  }
  return true;
}

async function isFair(rules: Rules, reveal: Proof, event: DealtEvent, before: Rank[]): Promise<boolean> {
  const secret = bytesOf(reveal.secret);
  if (hexOf(await sha256(secret)) !== reveal.commitment || reveal.round !== event.round) return false;
  if (reveal.contributions.length !== rules.players || !(await isAsCommitted(reveal))) return false;
  const words = new RandomWords(secret, reveal);
  const leader = event.round === 1 ? await words.below(rules.players) : event.leader;
  const deck = deckOf(rules, before);
  for (let top = 0; top < rules.players * rules.deal; top += 1) {
    const other = top + (await words.below(deck.length - top));
    [deck[top], deck[other]] = [deck[other] ?? 0, deck[top] ?? 0];
  }
  const hands = Array.from({ length: rules.players }, (_, seat) =>
    deck.slice(seat * rules.deal, (seat + 1) * rules.deal).sort((a, b) => a - b),
  );
  return leader === event.leader && JSON.stringify(hands) === JSON.stringify(event.hands);
}

function deckOf(rules: Rules, before: Rank[]): Rank[] {
  const deck = rules.ranks.flatMap((rank) => Array.from({ length: rules.copies }, () => rank));
  for (const rank of before) deck.splice(deck.indexOf(rank), 1);
  return deck.sort((a, b) => a - b);
}

const textPart = (text: string): Uint8Array => new TextEncoder().encode(`${text}\0`);
/** One byte that says whether the seat contributed, and what. */
const revealedPart = (hex: string): Uint8Array =>
  hex ? joined([Uint8Array.of(1), bytesOf(hex)]) : Uint8Array.of(0);

/** The random words of one deal, a hash at a time. */
class RandomWords {
  private words: bigint[] = [];
  private counter = 0;
  private readonly start: Uint8Array<ArrayBuffer>;

  constructor(secret: Uint8Array<ArrayBuffer>, { scheme = 1, contributions }: Proof) {
    this.start = joined([secret, ...contributions.map(scheme === 1 ? textPart : revealedPart)]);
  }

  /** A number from 0 to n - 1, each as likely. */
  async below(n: number): Promise<number> {
    const size = BigInt(n);
    for (;;) {
      const product = (await this.next()) * size;
      // The other words are dropped: with them some numbers would be a little more likely.
      if (product % WORD >= (WORD - size) % size) return Number(product / WORD);
    }
  }

  private async next(): Promise<bigint> {
    const word = this.words.shift();
    if (word !== undefined) return word;
    const counter = new Uint8Array(4);
    new DataView(counter.buffer).setUint32(0, this.counter++);
    const block = new DataView((await sha256(joined([this.start, counter]))).buffer);
    this.words = Array.from({ length: 8 }, (_, place) => BigInt(block.getUint32(place * 4)));
    return this.next();
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

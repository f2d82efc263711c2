/**
 * What a choice of cards can become. All that the page knows of the rules is the list of legal actions
 * that the server sends; tests/vectors/selection.json pins this function for every client.
 */
import type { Action, Rank } from "../protocol";

export interface Selection {
  /** By rank: how many more copies may be chosen so that the choice can still become a legal play. */
  more: Map<Rank, number>;
  /** The plays that the chosen cards are: none, one, or two where they can overwrite or be added. */
  completed: Action[];
  /** Ranks of the hand's other cards that no legal play has room for, ascending. */
  dead: Rank[];
}

export function select(
  hand: readonly Rank[],
  legal: readonly Action[],
  chosen: readonly Rank[],
): Selection {
  const have = count(chosen);
  const open = legal.filter((action) => action.kind !== "pass" && contains(count(action.cards), have));
  const more = new Map<Rank, number>();
  for (const action of open) {
    for (const [rank, needed] of count(action.cards)) {
      const missing = needed - (have.get(rank) ?? 0);
      if (missing > (more.get(rank) ?? 0)) more.set(rank, missing);
    }
  }
  const completed = chosen.length ? open.filter((action) => action.cards.length === chosen.length) : [];
  const others = [...count(hand)]
    .filter(([rank, held]) => held > (have.get(rank) ?? 0))
    .map(([rank]) => rank);
  const dead = others.filter((rank) => !more.has(rank)).sort((a, b) => a - b);
  return { more, completed, dead };
}

/** What each play lacks that the chosen cards can still become, shortest and lowest first; each once. */
export function missingCards(legal: readonly Action[], chosen: readonly Rank[]): Rank[][] {
  const have = count(chosen);
  const found = new Map<string, Rank[]>();
  for (const action of legal) {
    if (action.cards.length <= chosen.length || !contains(count(action.cards), have)) continue;
    const left = [...action.cards];
    for (const rank of chosen) left.splice(left.indexOf(rank), 1);
    found.set(left.join("-"), left);
  }
  return [...found.values()].sort((a, b) => a.length - b.length || inOrder(a, b));
}

/** Which of two plays of the same size comes first: that with the lower ranks. */
function inOrder(a: readonly Rank[], b: readonly Rank[]): number {
  const place = a.findIndex((rank, index) => rank !== b[index]);
  return place < 0 ? 0 : (a[place] ?? 0) - (b[place] ?? 0);
}

/** The written form of an action, as the protocol takes it. */
export function writtenForm(action: Action): string {
  const prefix = { pass: "pass", lead: "", overwrite: ">", add: "+" }[action.kind];
  return prefix + action.cards.join("-");
}

export function count(cards: readonly Rank[]): Map<Rank, number> {
  const counts = new Map<Rank, number>();
  for (const rank of cards) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  return counts;
}

function contains(whole: Map<Rank, number>, part: Map<Rank, number>): boolean {
  return [...part].every(([rank, needed]) => (whole.get(rank) ?? 0) >= needed);
}

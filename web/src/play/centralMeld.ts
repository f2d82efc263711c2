/** The central meld as it is drawn: its cards in order, each with the seat that laid it. */
import type { Played, Rank, View } from "../protocol";

export interface LaidCard {
  rank: Rank;
  seat: number;
  /** The same card keeps its key while it lies there. */
  key: string;
}

export interface LaidMeld {
  /** Changes when the meld is replaced, not when it grows. */
  key: string;
  cards: LaidCard[];
  /** Whether the trick is over, so that this is only the memory of it. */
  ended: boolean;
}

/** What the plays of one trick left on the table; `first` is the number of the first of them. */
export function lay(plays: readonly Played[], first: number): Omit<LaidMeld, "ended"> {
  let key = "";
  let cards: { rank: Rank; seat: number }[] = [];
  plays.forEach(([seat, action], index) => {
    if (action.kind === "pass") return;
    const laid = action.cards.map((rank) => ({ rank, seat }));
    if (action.kind === "add") {
      cards = [...cards, ...laid].sort((a, b) => a.rank - b.rank);
    } else {
      cards = laid;
      key = String(first + index);
    }
  });
  const copies = new Map<Rank, number>();
  const keyed = cards.map((card) => {
    const copy = copies.get(card.rank) ?? 0;
    copies.set(card.rank, copy + 1);
    return { ...card, key: `${key}:${card.rank}:${copy}` };
  });
  return { key, cards: keyed };
}

/** The meld to draw: the one that lies there, or the memory of the last one until the next lead. */
export function centralMeld(view: View): LaidMeld | null {
  const observation = view.observation;
  if (!observation) return null;
  const ended = view.trick.length === 0;
  const plays = ended ? view.last_trick : view.trick;
  if (!plays.length) return null;
  const meld = lay(plays, observation.history.length - plays.length);
  return { ...meld, key: `${view.game}.${observation.round}.${meld.key}`, ended };
}

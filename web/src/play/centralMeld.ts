/** The central meld as it is drawn: its cards in order, each with the seat that laid it. */
import type { Action, Played, Rank, ReplayStep, View } from "../protocol";

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

/** The meld to draw: the one that lies there, or the memory of the last one until the next lead. */
export function centralMeld(view: View): LaidMeld | null {
  const { observation, game, phase } = view;
  if (!observation) return null;
  const place = `${game}.${observation.round}.${lastReplaced(observation.history)}`;
  return phase === "playing" && observation.table.length
    ? laidMeld(place, observation.table, view.laid_by, false)
    : laidMeld(place, view.last_table, view.last_laid_by, true);
}

/** The same for a step of a replay. */
export function replayedMeld({ event, first, laid_by, plays, round, table }: ReplayStep): LaidMeld | null {
  const ended = event.event === "moved" ? event.end != null : event.event !== "round_dealt";
  return laidMeld(`${round}.${first + lastReplaced(plays)}`, table, laid_by, ended);
}

/** What would lie there after another play of a seat at a step of a replay. */
export function meldAfter(step: ReplayStep, seat: number, { kind, cards, makes }: Action): LaidMeld | null {
  if (kind === "pass") return replayedMeld(step);
  const place = `${step.round}.${step.first + lastReplaced(step.plays)}`;
  if (kind !== "add") return laidMeld(`${place}.${kind}`, cards, cards.map(() => seat), false);
  const owners = makes.map((rank, index) => {
    const copy = index - makes.indexOf(rank);
    const old = step.table.indexOf(rank) + copy;
    return step.table[old] === rank ? (step.laid_by[old] ?? seat) : seat;
  });
  return laidMeld(place, makes, owners, false);
}

/** The number of the latest play that laid a new meld. */
function lastReplaced(plays: readonly Played[]): number {
  return plays.findLastIndex(([, { kind }]) => kind === "lead" || kind === "overwrite");
}

function laidMeld(key: string, table: readonly Rank[], laidBy: readonly number[], ended: boolean): LaidMeld | null {
  if (!table.length) return null;
  const cards = table.map((rank, index) => {
    const copy = index - table.indexOf(rank); // Equal cards lie side by side, the first laid first.
    return { rank, seat: laidBy[index] ?? 0, key: `${key}:${rank}:${copy}` };
  });
  return { key, cards, ended };
}

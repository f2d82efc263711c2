/**
 * A game record as the pictures of its steps. No rules are needed for that: who plays and what lies on
 * the table follow from the plays themselves, and a lead says that the trick before it was over.
 */
import type { Action, Played, Rank, Rules } from "../protocol";

export interface Frame {
  round: number;
  hands: Rank[][];
  /** The trick so far, or the one that just ended. */
  plays: Played[];
  /** The number of the first of them in its round. */
  first: number;
  /** Who is next; null when the round is over. */
  turn: number | null;
  passed: number[];
  scores: number[];
  /** The points by seat, once the round is over. */
  points: number[] | null;
  winners: number[] | null;
  move: Played | null;
  /** Whether the trick is over with this move. */
  ended: boolean;
}

export interface Replay {
  rules: Rules;
  names: string[];
  started: string;
  frames: Frame[];
}

type Line =
  | { event: "dealt"; round: number; hands: Rank[][]; leader: number }
  | { event: "acted"; seat: number; text: string }
  | { event: "round_ended"; winner: number; points: number[] }
  | { event: "game_ended"; scores: number[]; winners: number[] };

/** The last game of a record file, in pictures; an Error where it is none. */
export function unfold(text: string): Replay {
  const lines = recordLines(text).map((line) => JSON.parse(line) as Record<string, unknown>);
  const start = lines.findLastIndex((line) => line.format === "fivethreefive");
  const header = lines[start] as { rules: Rules; seats: { name: string }[]; started: string } | undefined;
  if (!header) throw new Error("no header");
  const frames: Frame[] = [];
  for (const line of lines.slice(start + 1))
    frames.push(next(frames.at(-1), line as Line, header.rules.players));
  if (!frames.length) throw new Error("no deal");
  return {
    rules: header.rules,
    names: header.seats.map((seat) => seat.name),
    started: header.started,
    frames: withTurns(frames),
  };
}

/** A file with proof of its deals holds the record's lines as a list. */
function recordLines(text: string): string[] {
  if (text.includes('"fivethreefive-fair"')) return (JSON.parse(text) as { record: string[] }).record;
  return text.split("\n").filter(Boolean);
}

function next(before: Frame | undefined, line: Line, players: number): Frame {
  if (line.event === "dealt") {
    const scores = before?.scores ?? Array.from({ length: players }, () => 0);
    return {
      round: line.round,
      hands: line.hands,
      plays: [],
      first: 0,
      turn: line.leader,
      passed: [],
      scores,
      points: null,
      winners: null,
      move: null,
      ended: false,
    };
  }
  if (!before) throw new Error("no deal");
  if (line.event === "acted") return acted(before, line.seat, line.text);
  const over = { ...before, turn: null, move: null, ended: true };
  if (line.event === "game_ended") return { ...over, scores: line.scores, winners: line.winners };
  return {
    ...over,
    points: line.points,
    scores: before.scores.map((score, seat) => score + (line.points[seat] ?? 0)),
  };
}

function acted(before: Frame, seat: number, text: string): Frame {
  const action = read(text);
  const leads = action.kind === "lead";
  const hand = [...(before.hands[seat] ?? [])];
  for (const rank of action.cards) hand.splice(hand.indexOf(rank), 1);
  const move: Played = [seat, action];
  return {
    ...before,
    hands: before.hands.map((cards, other) => (other === seat ? hand : cards)),
    plays: leads ? [move] : [...before.plays, move],
    first: leads ? before.first + before.plays.length : before.first,
    passed: action.kind === "pass" ? [...before.passed, seat] : leads ? [] : before.passed,
    move,
    ended: false,
  };
}

function read(text: string): Action {
  const kind =
    text === "pass" ? "pass" : text.startsWith(">") ? "overwrite" : text.startsWith("+") ? "add" : "lead";
  const cards = kind === "pass" ? [] : text.replace(/^[>+]/, "").split("-").map(Number);
  return { id: 0, kind, cards, makes: [], ends_trick: false };
}

/** Who is next, and whether a trick is over, is told by what comes next. */
function withTurns(frames: Frame[]): Frame[] {
  return frames.map((frame, index) => {
    const following = frames[index + 1];
    if (!following || !frame.move) return frame;
    const leads = following.move?.[1].kind === "lead";
    const over = following.move === null;
    return {
      ...frame,
      turn: following.move?.[0] ?? null,
      ended: leads || over,
      passed: leads ? [] : frame.passed,
    };
  });
}

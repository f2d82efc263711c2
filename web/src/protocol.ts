/** The messages of a table as src/fivethreefive/protocol.py defines them; tests/protocol.test.ts compares. */

export const PROTOCOL = 1;

export type Rank = number;
export type Clock = "none" | "relaxed" | "quick";
export type Pace = "instant" | "fast" | "normal" | "slow";
export type Language = "en" | "es" | "nl";
export type Phase = "waiting" | "playing" | "round_over" | "game_over";
export type SeatKind = "empty" | "person" | "bot" | "remote";
export type BeatsCode =
  "higher_single" | "higher_set" | "lower_run" | "only_larger" | "only_adds" | "nothing";
export type ActionKind = "pass" | "lead" | "overwrite" | "add";
export type Parameters = Record<string, number | string>;

// What a view is made of.

export interface Action {
  id: number;
  kind: ActionKind;
  cards: Rank[];
  makes: Rank[];
  ends_trick: boolean;
}

/** `[seat, action]` */
export type Played = [number, Action];

export interface Advised {
  action: Action;
  points: number;
  points_error: number;
  cost: number;
  cost_error: number;
}

export interface Rules {
  players: number;
  target: number;
  points: Record<string, number>;
  next_leader: "winner" | "left" | "loser";
  deal: number;
  overwrite: "same_size" | "larger";
  format: "target" | "two_hands";
  ranks: Rank[];
  copies: number;
}

export interface Observation {
  rules: Rules;
  seat: number | null;
  hand: Rank[];
  table: Rank[];
  laid_by: number[];
  turn: number;
  last: number | null;
  passed: number[];
  cards_left: number[];
  history: Played[];
  seen: Rank[];
  leader: number;
  round: number;
  scores: number[];
  legal: Action[];
  winner: number | null;
  shown: Rank[][] | null;
}

export interface TableOptions {
  rules: Rules;
  clock: Clock;
  pace: Pace;
  language: Language;
  chat: boolean;
}

export interface SeatView {
  kind: SeatKind;
  name: string;
  level: string | null;
  online: boolean;
  played_by_bot: boolean;
  host: boolean;
  shows_hand: boolean;
  ready: boolean;
  contributed: boolean;
}

export interface Beats {
  code: BeatsCode;
  size: number;
  larger: boolean;
  adds: boolean;
}

export interface TrickEnd {
  rule: string;
  seat: number;
}

export interface Reveal {
  round: number;
  commitment: string;
  secret: string;
  contributions: string[];
}

export interface Fairness {
  commitment: string | null;
  round: number;
  reveals: Reveal[];
}

export interface Can {
  sit: number[];
  act: boolean;
  hint: boolean;
  start: boolean;
  fill: boolean;
  seat_bot: number[];
  leave: boolean;
  back: boolean;
  ready: boolean;
  rematch: boolean;
  show: boolean;
  contribute: boolean;
  say: boolean;
  chat: boolean;
}

export interface View {
  code: string;
  phase: Phase;
  options: TableOptions;
  seats: SeatView[];
  you: number | null;
  watchers: number;
  game: number;
  turn_number: number;
  points: number[][];
  scores: number[];
  winners: number[] | null;
  clock_ms: number | null;
  clock_running: boolean;
  fair: Fairness;
  observation: Observation | null;
  beats: Beats | null;
  laid_by: number[];
  trick: Played[];
  last_trick: Played[];
  last_trick_end: TrickEnd | null;
  hands: (Rank[] | null)[];
  can: Can;
}

// Client to server. A field with a default on the server may be left out.

export type Request =
  | { type: "hello"; protocol: number; token?: string | null; since?: number | null; language?: Language }
  | { type: "sit"; name: string; seat?: number | null; id?: number }
  | { type: "act"; turn: number; id: number; action: string }
  | { type: "ask"; id: number; action: string }
  | { type: "hint"; id: number }
  | { type: "say"; phrase?: string | null; text?: string | null; id?: number }
  | { type: "start"; id?: number }
  | { type: "fill"; level: string; id?: number }
  | { type: "seat_bot"; seat: number; level: string | null; id?: number }
  | { type: "invite_bot"; seat: number; id?: number }
  | { type: "leave"; id?: number }
  | { type: "back"; id?: number }
  | { type: "ready"; id?: number }
  | { type: "rematch"; id?: number }
  | { type: "show"; spectators: boolean; id?: number }
  | { type: "contribute"; text: string; id?: number }
  | { type: "catch"; since: number }
  | { type: "ping"; id?: number };

// Server to client. Events leave out fields that have their default.

export type Happened =
  | { event: "opened"; code: string; options: TableOptions }
  | { event: "joined"; seat: number; name: string; remote?: boolean }
  | { event: "left"; seat: number }
  | { event: "bot_took"; seat: number }
  | { event: "returned"; seat: number }
  | { event: "bot_seated"; seat: number; level?: string | null; name?: string }
  | { event: "bot_invited"; seat: number; name?: string }
  | { event: "new_host"; seat: number }
  | { event: "said"; seat: number; phrase?: string | null; text?: string | null }
  | { event: "was_ready"; seat: number }
  | { event: "shown"; seat: number; spectators: boolean }
  | { event: "committed"; game: number; round: number; commitment: string }
  | { event: "contributed"; seat: number; text: string }
  | { event: "revealed"; round: number; secret: string }
  | { event: "game_began"; game: number }
  | { event: "round_dealt"; round: number; leader: number }
  | { event: "moved"; seat: number; action: Action; cards_left: number; end?: TrickEnd | null }
  | { event: "round_over"; winner: number; points: number[] }
  | { event: "game_over"; scores: number[]; winners: number[] }
  | { event: "closed" };

/** Told to programs over standard input and output only. */
export interface Limits {
  decision_ms: number;
  message_bytes: number;
  answers: number;
}

export type Reply =
  | {
      type: "welcome";
      protocol: number;
      code: string;
      seat: number | null;
      token: string | null;
      id: number;
      limits?: Limits | null;
    }
  | { type: "snapshot"; seq: number; view: View }
  | { type: "update"; since: number; seq: number; events: Happened[]; view: View }
  | { type: "refused"; id: number; code: string; rule: string; sentence: string; parameters: Parameters }
  | { type: "done"; id: number; seq: number }
  | { type: "why"; id: number; code: string; rule: string; sentence: string; parameters: Parameters }
  | { type: "hinted"; id: number; turn: number; advice: Advised[]; why: string; count: number }
  | { type: "invited"; id: number; seat: number; token: string }
  | { type: "pong"; id: number }
  | { type: "bye"; code: string; sentence: string; retry: boolean };

export type Hinted = Extract<Reply, { type: "hinted" }>;

// Over plain HTTP.

export interface Create {
  rules?: Partial<Rules>;
  bots?: (string | null)[];
  name?: string | null;
  start?: boolean;
  clock?: Clock;
  pace?: Pace;
  language?: Language;
  chat?: boolean;
}

export interface Created {
  code: string;
  link: string;
  seat: number | null;
  token: string | null;
}

export interface Summary {
  code: string;
  phase: Phase;
  options: TableOptions;
  seats: SeatView[];
}

export interface Config {
  protocol: number;
  levels: string[];
  phrases: string[];
  clocks: Record<string, number | null>;
  paces: Record<string, number>;
  longest_name: number;
  longest_say: number;
  longest_record: number;
}

type GameEvent = Extract<Happened, { event: "round_dealt" | "moved" | "round_over" | "game_over" }>;

export interface ReplayStep {
  event: GameEvent;
  round: number;
  hands: Rank[][];
  plays: Played[];
  first: number;
  turn: number | null;
  passed: number[];
  scores: number[];
  beats: Beats | null;
}

export interface Replay {
  game: number;
  games: number;
  complete: boolean;
  started: string;
  rules: Rules;
  names: string[];
  steps: ReplayStep[];
}

export interface ReviewedPlayer {
  name: string;
  points: number;
  luck: number;
  cost: number;
  cost_error: number;
  mistakes: number;
}

export interface ReviewedRound {
  round: number;
  points: number[];
  luck: number[];
  cost: number[];
}

export interface Mistake {
  round: number;
  action: number;
  seat: number;
  table: Rank[];
  last: number | null;
  hand: Rank[];
  played: Advised;
  best: Advised;
  why: string;
  count: number;
}

export interface Review {
  game: number;
  rules: Rules;
  winners: number[];
  players: ReviewedPlayer[];
  rounds: ReviewedRound[];
  decisions: number;
  mistakes: Mistake[];
}

export interface ReviewGoesOn {
  done: number;
  all: number;
}

export interface Problem {
  code: string;
  rule: string;
  sentence: string;
  line?: number;
}

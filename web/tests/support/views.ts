/** Views and parts of them for tests: a whole one of a plain game, with what a test cares for in its place. */
import type { Action, Can, Fairness, Observation, Rank, Rules, SeatView, View } from "../../src/protocol";

export const RULES: Rules = {
  players: 3,
  target: 20,
  points: { 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 7: 2, 8: 5, 9: 2, 11: 3, 12: 3, 13: 3, 14: 3, 15: 3 },
  next_leader: "winner",
  deal: 13,
  overwrite: "same_size",
  format: "target",
  ranks: [1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14, 15],
  copies: 4,
};

const NOTHING: Can = {
  sit: [],
  act: false,
  hint: false,
  hint_in_turn: false,
  start: false,
  fill: false,
  seat_bot: [],
  leave: false,
  back: false,
  vote_bot: false,
  take_over: false,
  ready: false,
  rematch: false,
  show: false,
  commit: false,
  reveal: false,
  say: false,
  chat: false,
};

export const can = (...abilities: (keyof Can)[]): Can => ({
  ...NOTHING,
  ...Object.fromEntries(abilities.map((ability) => [ability, true])),
});

export const action = (kind: Action["kind"], ...cards: Rank[]): Action => ({
  id: 0,
  kind,
  cards,
  makes: kind === "lead" || kind === "overwrite" ? cards : [],
  ends_trick: false,
});

export const seatView = (name: string, more: Partial<SeatView> = {}): SeatView => ({
  kind: "person",
  name,
  level: null,
  online: true,
  played_by_bot: false,
  host: false,
  shows_hand: false,
  ready: false,
  contributed: false,
  ...more,
});

const bot = (name: string): SeatView => seatView(name, { kind: "bot", level: "easy" });

export const observation = (more: Partial<Observation> = {}): Observation => ({
  rules: RULES,
  seat: 0,
  hand: [],
  table: [],
  start: [],
  turn: 0,
  last: null,
  passed: [],
  cards_left: [5, 5, 5],
  history: [],
  seen: [],
  leader: 0,
  round: 1,
  scores: [0, 0, 0],
  legal: [],
  winner: null,
  shown: null,
  ...more,
});

export const fair = (more: Partial<Fairness> = {}): Fairness => ({
  commitment: null,
  round: 1,
  reveals: [],
  scheme: 1,
  commitments: [],
  closed: false,
  ...more,
});

/** Ana's view of her game against two bots. */
export const view = (more: Partial<View> = {}): View => ({
  code: "ABC",
  phase: "playing",
  options: { rules: RULES, clock: "none", pace: "normal", language: "en", chat: false },
  seats: [seatView("Ana", { host: true }), bot("Ben"), bot("Cleo")],
  you: 0,
  watchers: 0,
  game: 1,
  turn_number: 0,
  points: [],
  scores: [0, 0, 0],
  winners: null,
  clock_ms: null,
  clock_running: false,
  fair: fair(),
  observation: observation(),
  beats: null,
  laid_by: [],
  trick: [],
  last_trick: [],
  last_trick_end: null,
  last_table: [],
  last_laid_by: [],
  hands: [null, null, null],
  can: can(),
  waits_for: [],
  ...more,
});

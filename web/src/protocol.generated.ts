/** The messages of a table. Made from docs/protocol.schema.json by `npm run protocol`: not to be edited. */

export const PROTOCOL = 1;
export const LONGEST_NAME = 20;
export const LONGEST_SAY = 200;
export const LONGEST_CONTRIBUTION = 64;

export type Message =
  Request | Reply | Create | Created | Summary | Config | Replay | Review | ReviewGoesOn | Problem;
export type Request =
  | Hello
  | Sit
  | Act
  | Ask
  | Hint
  | Say
  | Start
  | Fill
  | SeatBot
  | InviteBot
  | Leave
  | Back
  | VoteBot
  | TakeOver
  | Ready
  | Rematch
  | Show
  | Contribute
  | CommitContribution
  | RevealContribution
  | Catch
  | Ping;
export type Reply = Welcome | Snapshot | Update | Refused | Done | Why | Hinted | Invited | Pong | Bye;
/**
 * One action of a round, as everybody saw it.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Played = [number, Action];

/**
 * The first message of a connection; with a ``token`` it takes back the seat the token holds.
 */
export interface Hello {
  type: "hello";
  protocol: number;
  token?: string | null;
  since?: number | null;
  language?: "en" | "es" | "nl";
}
/**
 * Take a seat under a name: an empty one, or during a game a bot's; the first free unless named.
 */
export interface Sit {
  type: "sit";
  name: string;
  seat?: number | null;
  id?: number;
}
/**
 * Play an action in its written form; ``turn`` is ``View.turn_number`` as the client saw it.
 */
export interface Act {
  type: "act";
  turn: number;
  id: number;
  action: string;
}
/**
 * Ask whether a written action is legal now, and if not why; answered by ``Why``.
 */
export interface Ask {
  type: "ask";
  id: number;
  action: string;
}
/**
 * Ask what to play, in one's own turn and against bots only; answered by ``Hinted``.
 */
export interface Hint {
  type: "hint";
  id: number;
}
/**
 * Say a quick phrase by its key or, where the table allows it, free text.
 */
export interface Say {
  type: "say";
  phrase?:
    | (
        | "again"
        | "bye"
        | "good_luck"
        | "hello"
        | "oops"
        | "thanks"
        | "thinking"
        | "well_played"
        | "your_turn"
      )
    | null;
  text?: string | null;
  id?: number;
}
/**
 * Begin the game (host); every seat must be taken.
 */
export interface Start {
  type: "start";
  id?: number;
}
/**
 * Put bots of a level on all empty seats (host).
 */
export interface Fill {
  type: "fill";
  level: string;
  id?: number;
}
/**
 * Put a bot of a level on one seat, or with level null empty a bot's seat (host, before the game).
 */
export interface SeatBot {
  type: "seat_bot";
  seat: number;
  level: string | null;
  id?: number;
}
/**
 * Keep a seat for a remote bot (host); ``Invited`` answers with the token it connects with.
 */
export interface InviteBot {
  type: "invite_bot";
  seat: number;
  id?: number;
}
/**
 * Leave the seat: emptied before the game, played by a bot during it. The token can take it back.
 */
export interface Leave {
  type: "leave";
  id?: number;
}
/**
 * Take one's own seat back from the bot that plays it.
 */
export interface Back {
  type: "back";
  id?: number;
}
/**
 * Vote for a bot to play the slow turn of another seat; more than half of the others decide.
 */
export interface VoteBot {
  type: "vote_bot";
  id?: number;
}
/**
 * Let a bot play for the person whose turn is slow, until they come back (host).
 */
export interface TakeOver {
  type: "take_over";
  id?: number;
}
/**
 * Ask for the next round now: it is dealt when all people who are there have asked.
 */
export interface Ready {
  type: "ready";
  id?: number;
}
/**
 * Play another game with the same seats, once a game is over (any seated person).
 */
export interface Rematch {
  type: "rematch";
  id?: number;
}
/**
 * Let spectators see one's hand, or no more.
 */
export interface Show {
  type: "show";
  spectators: boolean;
  id?: number;
}
/**
 * Add a text to the next deal, as earlier versions did; refused, because the last one could choose.
 */
export interface Contribute {
  type: "contribute";
  text: string;
  id?: number;
}
/**
 * Publish the SHA-256 of 32 random bytes of one's own, which are to decide the next deal too.
 */
export interface CommitContribution {
  type: "commit";
  commitment: string;
  id?: number;
}
/**
 * Reveal these bytes, once ``Fairness.closed`` says that all commitments are fixed.
 */
export interface RevealContribution {
  type: "reveal";
  value: string;
  id?: number;
}
/**
 * Ask for what was missed after seq ``since``; answered by an ``Update`` or a ``Snapshot``.
 */
export interface Catch {
  type: "catch";
  since: number;
}
/**
 * Ask for a ``Pong`` with the same id.
 */
export interface Ping {
  type: "ping";
  id?: number;
}
/**
 * Answers ``Hello`` and ``Sit``: the viewer's seat, and a new token where it just sat down.
 */
export interface Welcome {
  type: "welcome";
  protocol: number;
  code: string;
  seat: number | null;
  token: string | null;
  id: number;
  limits: Limits | null;
}
/**
 * What a program that is asked over standard input and output has to keep to.
 */
export interface Limits {
  decision_ms: number;
  message_bytes: number;
  answers: number;
}
/**
 * The table as of ``seq``; replaces whatever the client knew.
 */
export interface Snapshot {
  type: "snapshot";
  seq: number;
  view: View;
}
/**
 * Everything one seat, or a spectator, may know and do: the newest one is all that is needed.
 */
export interface View {
  code: string;
  phase: "game_over" | "playing" | "round_over" | "waiting";
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
  last_table: number[];
  last_laid_by: number[];
  hands: (number[] | null)[];
  can: Can;
  waits_for: number[];
}
/**
 * How a table is set up.
 */
export interface TableOptions {
  rules: Rules;
  clock: "none" | "quick" | "relaxed";
  pace: "fast" | "instant" | "normal" | "slow";
  language: "en" | "es" | "nl";
  chat: boolean;
}
/**
 * The rules in force at one table; ``Rules()`` with only a player count is the plain game.
 */
export interface Rules {
  players: number;
  target: number;
  points: {
    [k: string]: number;
  };
  next_leader: "left" | "loser" | "winner";
  deal: number;
  overwrite: "larger" | "same_size";
  format: "target" | "two_hands";
  ranks: number[];
  copies: number;
}
/**
 * One seat as everybody sees it.
 */
export interface SeatView {
  kind: "bot" | "empty" | "person" | "remote";
  name: string;
  level: string | null;
  online: boolean;
  played_by_bot: boolean;
  host: boolean;
  shows_hand: boolean;
  ready: boolean;
  contributed: boolean;
}
/**
 * The hash published before the next or current deal, and what earlier rounds of the game reveal.
 */
export interface Fairness {
  commitment: string | null;
  round: number;
  reveals: Reveal[];
  scheme: number;
  commitments: string[];
  closed: boolean;
}
/**
 * What proves a deal fair, once its round is over (docs/host/fair-deals.md).
 */
export interface Reveal {
  round: number;
  commitment: string;
  secret: string;
  contributions: string[];
  scheme: number;
  commitments: string[];
}
/**
 * All that one seat may know of a round and its game; seat None is a spectator.
 */
export interface Observation {
  rules: Rules;
  seat: number | null;
  hand: number[];
  table: number[];
  start: [number, number][];
  turn: number;
  last: number | null;
  passed: number[];
  cards_left: number[];
  history: Played[];
  seen: number[];
  leader: number;
  round: number;
  scores: number[];
  legal: Action[];
  winner: number | null;
  shown: number[][] | null;
}
/**
 * One legal action on a given table; ``str()`` is its written form.
 */
export interface Action {
  id: number;
  kind: "add" | "lead" | "overwrite" | "pass";
  cards: number[];
  makes: number[];
  ends_trick: boolean;
}
/**
 * What overwrites the central meld, whatever one's hand.
 */
export interface Beats {
  code: "higher_set" | "higher_single" | "lower_run" | "nothing" | "only_adds" | "only_larger";
  size: number;
  larger: boolean;
  adds: boolean;
}
/**
 * Why a trick ended (R15 to R19) and the seat that leads next; with R19 the seat that went out.
 */
export interface TrickEnd {
  rule: string;
  seat: number;
}
/**
 * What this viewer may do now; everything else is refused.
 */
export interface Can {
  sit: number[];
  act: boolean;
  hint: boolean;
  hint_in_turn: boolean;
  start: boolean;
  fill: boolean;
  seat_bot: number[];
  leave: boolean;
  back: boolean;
  vote_bot: boolean;
  take_over: boolean;
  ready: boolean;
  rematch: boolean;
  show: boolean;
  commit: boolean;
  reveal: boolean;
  say: boolean;
  chat: boolean;
}
/**
 * What happened after ``since`` up to ``seq``, and the view now.
 */
export interface Update {
  type: "update";
  since: number;
  seq: number;
  events: (
    | Opened
    | Joined
    | Left
    | BotTook
    | Returned
    | BotSeated
    | BotInvited
    | NewHost
    | Said
    | WasReady
    | Shown
    | Committed
    | Contributed
    | Revealed
    | GameBegan
    | RoundDealt
    | Moved
    | RoundOver
    | GameOver
    | SlowTurn
    | BotVoted
    | BotGotTurn
    | Closed
  )[];
  view: View;
}
/**
 * The table was made.
 */
export interface Opened {
  event: "opened";
  code: string;
  options: TableOptions;
}
/**
 * A person (or remote bot) took a seat.
 */
export interface Joined {
  event: "joined";
  seat: number;
  name: string;
  remote?: boolean;
}
/**
 * A person left the seat; during a game a bot plays it from now on.
 */
export interface Left {
  event: "left";
  seat: number;
}
/**
 * A bot plays for a seat: the clock ran out, the person was absent too long, or the host decided it.
 */
export interface BotTook {
  event: "bot_took";
  seat: number;
}
/**
 * A person has the own seat back.
 */
export interface Returned {
  event: "returned";
  seat: number;
}
/**
 * A bot sits on a seat; without a level the seat is empty again.
 */
export interface BotSeated {
  event: "bot_seated";
  seat: number;
  level?: string | null;
  name?: string;
}
/**
 * A seat is kept for a remote bot, under a name until it says its own.
 */
export interface BotInvited {
  event: "bot_invited";
  seat: number;
  name?: string;
}
/**
 * A seat has the host's rights.
 */
export interface NewHost {
  event: "new_host";
  seat: number;
}
/**
 * A seat said a phrase or a text; the text is plain, never markup.
 */
export interface Said {
  event: "said";
  seat: number;
  phrase?:
    | (
        | "again"
        | "bye"
        | "good_luck"
        | "hello"
        | "oops"
        | "thanks"
        | "thinking"
        | "well_played"
        | "your_turn"
      )
    | null;
  text?: string | null;
}
/**
 * A seat asked for the next round.
 */
export interface WasReady {
  event: "was_ready";
  seat: number;
}
/**
 * A seat lets spectators see its hand, or no more.
 */
export interface Shown {
  event: "shown";
  seat: number;
  spectators: boolean;
}
/**
 * The hash of the next round's secret was published.
 */
export interface Committed {
  event: "committed";
  game: number;
  round: number;
  commitment: string;
}
/**
 * A seat contributes to the next deal: the hash of its contribution, in earlier versions a text.
 */
export interface Contributed {
  event: "contributed";
  seat: number;
  text: string;
}
/**
 * The secret of a round that is over, for everybody to check.
 */
export interface Revealed {
  event: "revealed";
  round: number;
  secret: string;
}
/**
 * A game began, the first or a rematch.
 */
export interface GameBegan {
  event: "game_began";
  game: number;
}
/**
 * A round was dealt; the viewer's own cards are in the view.
 */
export interface RoundDealt {
  event: "round_dealt";
  round: number;
  leader: number;
}
/**
 * A seat acted; ``end`` where that ended the trick or the round.
 */
export interface Moved {
  event: "moved";
  seat: number;
  action: Action;
  cards_left: number;
  end?: TrickEnd | null;
}
/**
 * A round ended: who went out, and the points by seat.
 */
export interface RoundOver {
  event: "round_over";
  winner: number;
  points: number[];
}
/**
 * A game ended: the scores by seat and who share the win.
 */
export interface GameOver {
  event: "game_over";
  scores: number[];
  winners: number[];
}
/**
 * The turn of a seat has lasted so long, without a clock, that the others may let a bot play it.
 */
export interface SlowTurn {
  event: "slow_turn";
  seat: number;
}
/**
 * A seat voted for a bot to play the turn of the seat that is slow.
 */
export interface BotVoted {
  event: "bot_voted";
  seat: number;
}
/**
 * A bot plays this one turn of a seat, since more than half of the others voted for it.
 */
export interface BotGotTurn {
  event: "bot_got_turn";
  seat: number;
}
/**
 * The table was closed.
 */
export interface Closed {
  event: "closed";
}
/**
 * A message that was not done: the code and its parameters, the rule and the sentence.
 */
export interface Refused {
  type: "refused";
  id: number;
  code: string;
  rule: string;
  sentence: string;
  parameters: {
    [k: string]: number | string;
  };
}
/**
 * A message that was done and is stored; its update is on its way, or was sent before.
 */
export interface Done {
  type: "done";
  id: number;
  seq: number;
}
/**
 * Answers ``Ask``: why an action is not legal; code ``""`` where it is.
 */
export interface Why {
  type: "why";
  id: number;
  code: string;
  rule: string;
  sentence: string;
  parameters: {
    [k: string]: number | string;
  };
}
/**
 * Answers ``Hint``: the actions worth a look, the best first, and why that one.
 */
export interface Hinted {
  type: "hinted";
  id: number;
  turn: number;
  advice: Advised[];
  why: Reason | null;
}
/**
 * What one action is worth to the seat to play, with standard errors; docs/bots/analysis.md.
 */
export interface Advised {
  action: Action;
  ahead: number;
  ahead_error: number;
  cost: number;
  cost_error: number;
  as_good: boolean;
}
/**
 * What decides between two actions, or why there is nothing to decide: a sentence as data.
 */
export interface Reason {
  key: string;
  parameters: {
    [k: string]: number | string;
  };
}
/**
 * Answers ``InviteBot``: the token that a remote bot connects with.
 */
export interface Invited {
  type: "invited";
  id: number;
  seat: number;
  token: string;
}
/**
 * Answers ``Ping``.
 */
export interface Pong {
  type: "pong";
  id: number;
}
/**
 * The last message of a connection: why it ends, and whether the client should come back by itself.
 */
export interface Bye {
  type: "bye";
  code: string;
  sentence: string;
  retry: boolean;
}
/**
 * The body of POST /api/tables.
 */
export interface Create {
  rules?: {};
  bots?: (string | null)[];
  name?: string | null;
  start?: boolean;
  clock?: "none" | "quick" | "relaxed";
  pace?: "fast" | "instant" | "normal" | "slow";
  language?: "en" | "es" | "nl";
  chat?: boolean;
}
/**
 * Answers POST /api/tables.
 */
export interface Created {
  code: string;
  link: string;
  seat: number | null;
  token: string | null;
}
/**
 * Answers GET /api/tables/CODE: what the join page shows.
 */
export interface Summary {
  code: string;
  phase: "game_over" | "playing" | "round_over" | "waiting";
  options: TableOptions;
  seats: SeatView[];
}
/**
 * Answers GET /api/config: what can be chosen here.
 */
export interface Config {
  protocol: number;
  levels: string[];
  phrases: (
    "again" | "bye" | "good_luck" | "hello" | "oops" | "thanks" | "thinking" | "well_played" | "your_turn"
  )[];
  clocks: {
    [k: string]: number | null;
  };
  paces: {
    [k: string]: number;
  };
  longest_name: number;
  longest_say: number;
  longest_record: number;
}
/**
 * Answers POST /api/replay: one game of a record that keeps to the rules, step by step.
 */
export interface Replay {
  game: number;
  games: number;
  complete: boolean;
  started: string;
  rules: Rules;
  names: string[];
  steps: ReplayStep[];
}
/**
 * A recorded game right after one of its events, all hands open.
 */
export interface ReplayStep {
  event: RoundDealt | Moved | RoundOver | GameOver;
  round: number;
  hands: number[][];
  plays: Played[];
  first: number;
  table: number[];
  laid_by: number[];
  turn: number | null;
  passed: number[];
  scores: number[];
  beats: Beats | null;
}
/**
 * Answers GET /api/tables/CODE/review: a finished game looked at decision by decision.
 */
export interface Review {
  game: number;
  rules: Rules;
  winners: number[];
  players: ReviewedPlayer[];
  rounds: ReviewedRound[];
  decisions: number;
  mistakes: Mistake[];
  costs: DecisionCost[];
}
/**
 * What a game was about for one player, in points.
 */
export interface ReviewedPlayer {
  name: string;
  points: number;
  luck: number;
  cost: number;
  cost_error: number;
  mistakes: number;
}
/**
 * What a round was about, in points by seat.
 */
export interface ReviewedRound {
  round: number;
  points: number[];
  luck: number[];
  cost: number[];
}
/**
 * A decision whose cost is beyond the noise.
 */
export interface Mistake {
  round: number;
  action: number;
  seat: number;
  table: number[];
  last: number | null;
  hand: number[];
  played: Advised;
  best: Advised;
  why: Reason | null;
}
/**
 * What one decision of a game cost, mistake or not.
 */
export interface DecisionCost {
  round: number;
  action: number;
  seat: number;
  cost: number;
}
/**
 * Answers GET /api/tables/CODE/review with status 202 while it is being worked out.
 */
export interface ReviewGoesOn {
  done: number;
  all: number;
}
/**
 * Answers a request over HTTP that was refused.
 */
export interface Problem {
  code: string;
  rule: string;
  sentence: string;
  line?: number | null;
}

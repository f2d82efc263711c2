/** What happened, in words: for the log, and for those who listen instead of looking. */
import type { Action, Happened, TrickEnd, View } from "../protocol";
import { joinWithAnd, say, sayAbout } from "../state/catalogue.svelte";
import { seatName, type Players } from "./seats";

export interface LogLine {
  text: string;
  kind: "play" | "end" | "round" | "talk" | "people";
  /** Whom it is about, where it is one of the players. */
  seat?: number;
}

/** What is said of who comes and goes, and of whose turn a bot plays. */
const PEOPLE = {
  left: "page.log_left",
  bot_took: "page.log_bot_took",
  returned: "page.log_returned",
  slow_turn: "page.log_slow_turn",
  bot_voted: "page.log_bot_voted",
  bot_got_turn: "page.log_bot_got_turn",
} as const;

type Said = Extract<Happened, { event: "said" }>;

/** A sentence about a seat, in the form for "you" where it is the viewer's own. */
function about(players: Players, key: string, seat: number, parameters: Record<string, string | number> = {}): string {
  return sayAbout(key, seat === players.you, { name: seatName(players, seat), ...parameters });
}

/** What a seat did. */
export function playedText(players: Players, seat: number, { kind, cards, makes }: Action): string {
  // Cards that are added need not be a meld: written as one, 11 and 15 would look like a run.
  const played = kind === "add" ? joinWithAnd(cards.map(String)) : cards.join("-");
  return about(players, `play.deed_${kind}`, seat, { cards: played, makes: makes.join("-") });
}

/** Why a trick ended, and who leads. */
export function trickEndText(players: Players, end: TrickEnd): string {
  return about(players, `play.end_${end.rule}`, end.seat);
}

/** Who won the game. */
export function winnersText(view: View): string {
  const winners = view.winners ?? [];
  const [first = 0] = winners;
  const count = view.scores[first] ?? 0;
  if (winners.length < 2) return about(view, "play.wins", first, { count });
  return say("play.share", { names: joinWithAnd(winners.map((seat) => seatName(view, seat))), count });
}

/** The lines of one event; what is no news to a reader has none. */
export function logLines(players: Players, event: Happened): LogLine[] {
  switch (event.event) {
    case "moved":
      return [
        { text: playedText(players, event.seat, event.action), kind: "play", seat: event.seat },
        ...(event.end ? [{ text: trickEndText(players, event.end), kind: "end" as const }] : []),
      ];
    case "round_dealt":
      return [{ text: say("play.round", { round: event.round }), kind: "round" }];
    case "round_over":
      return event.points.flatMap((points, seat) =>
        points ? [{ text: pointsText(players, seat, points), kind: "play" as const, seat }] : [],
      );
    case "said":
      return [{ text: `${seatName(players, event.seat)}: ${saidText(event)}`, kind: "talk", seat: event.seat }];
    case "joined":
      return [{ text: about(players, "page.log_joined", event.seat, { name: event.name }), kind: "people", seat: event.seat }];
    case "left":
    case "bot_took":
    case "returned":
    case "slow_turn":
    case "bot_voted":
    case "bot_got_turn":
      return [{ text: about(players, PEOPLE[event.event], event.seat), kind: "people", seat: event.seat }];
    case "closed":
      return [{ text: say("page.log_closed"), kind: "people" }];
    default:
      return [];
  }
}

/** The lines of all events; without any, as after a snapshot, the plays of this round. */
export function wholeLog(view: View, events: readonly Happened[]): LogLine[] {
  if (events.length) return events.flatMap((event) => logLines(view, event));
  const history = view.observation?.history ?? [];
  return history.map(([seat, action]) => ({ text: playedText(view, seat, action), kind: "play", seat }));
}

/** Of the lines those that people said, and the others. */
export const talkOf = (lines: readonly LogLine[]): LogLine[] => lines.filter(({ kind }) => kind === "talk");
export const withoutTalk = (lines: readonly LogLine[]): LogLine[] => lines.filter(({ kind }) => kind !== "talk");

function pointsText(players: Players, seat: number, points: number): string {
  return say("page.log_points", { name: seatName(players, seat), count: points });
}

/** What somebody said: a phrase of the catalogue, or their own text. */
export function saidText(event: Said): string {
  return event.phrase ? say(`page.phrase_${event.phrase}`) : (event.text ?? "");
}

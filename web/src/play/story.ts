/** What happened, in words: for the log, and for those who listen instead of looking. */
import type { Action, Happened, Played, TrickEnd, View } from "../protocol";
import { listed, say, sayOf } from "../state/words.svelte";

export interface Line {
  text: string;
  kind: "play" | "end" | "round" | "talk" | "people";
}

export function nameOf(view: View, seat: number): string {
  if (seat === view.you) return say("play.you");
  return view.seats[seat]?.name || say("page.seat", { seat: seat + 1 });
}

const dashed = (cards: readonly number[]): string => cards.join("-");

export function deed(view: View, seat: number, action: Action): string {
  const words = { name: nameOf(view, seat), cards: dashed(action.cards), makes: dashed(action.makes) };
  return sayOf(`play.deed_${action.kind}`, seat === view.you, words);
}

export function trickEnd(view: View, end: TrickEnd): string {
  return sayOf(`play.end_${end.rule}`, end.seat === view.you, { name: nameOf(view, end.seat) });
}

export function winnersLine(view: View): string {
  const winners = view.winners ?? [];
  const points = view.scores[winners[0] ?? 0] ?? 0;
  if (winners.length > 1) {
    return say("play.share", { names: listed(winners.map((seat) => nameOf(view, seat))), count: points });
  }
  const winner = winners[0] ?? 0;
  const own = winner === view.you;
  return say(own ? "play.wins_you" : "play.wins", { name: nameOf(view, winner), count: points });
}

/** The lines of one event; what is no news to a reader has none. */
export function tell(view: View, event: Happened): Line[] {
  const about = (key: string, seat: number, words = {}): Line[] => [
    { text: sayOf(key, seat === view.you, { name: nameOf(view, seat), ...words }), kind: "people" },
  ];
  switch (event.event) {
    case "moved":
      return [
        { text: deed(view, event.seat, event.action), kind: "play" },
        ...(event.end ? [{ text: trickEnd(view, event.end), kind: "end" as const }] : []),
      ];
    case "round_dealt":
      return [{ text: say("play.round", { round: event.round }), kind: "round" }];
    case "round_over":
      return event.points.flatMap((points, seat) =>
        points
          ? [
              {
                text: say("page.log_points", { name: nameOf(view, seat), count: points }),
                kind: "play" as const,
              },
            ]
          : [],
      );
    case "said":
      return [{ text: `${nameOf(view, event.seat)}: ${said(event)}`, kind: "talk" }];
    case "joined":
      return about("page.log_joined", event.seat, { name: event.name });
    case "left":
      return about("page.log_left", event.seat);
    case "bot_took":
      return about("page.log_bot_took", event.seat);
    case "returned":
      return about("page.log_returned", event.seat);
    case "closed":
      return [{ text: say("page.log_closed"), kind: "people" }];
    default:
      return [];
  }
}

export function said(event: Extract<Happened, { event: "said" }>): string {
  return event.phrase ? say(`page.phrase_${event.phrase}`) : (event.text ?? "");
}

/** The plays of this round, for a client that came too late for the events. */
export function tellHistory(view: View): Line[] {
  const history: readonly Played[] = view.observation?.history ?? [];
  return history.map(([seat, action]) => ({ text: deed(view, seat, action), kind: "play" }));
}

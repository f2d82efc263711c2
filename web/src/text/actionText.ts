/** What can be done, in words: the label of a button, and the line above the buttons. */
import type { Action, Rank, View } from "../protocol";
import { joinWithAnd, joinWithOr, say, sayAbout } from "../state/catalogue.svelte";
import { seatName } from "./seats";
import { missingCards, type Selection } from "../cards/selection";

/** An action with its cards, without what it leads to: "Overwrite with 9-9". */
export function actionName(action: Action): string {
  const dashed = action.cards.join("-");
  return {
    pass: () => say("play.label_pass"),
    lead: () => say("page.do_lead", { cards: dashed }),
    overwrite: () => say("page.do_overwrite", { cards: dashed }),
    add: () => say("page.do_add", { cards: joinWithAnd(action.cards.map(String)) }),
  }[action.kind]();
}

/** What playing an action does, as its button says it. */
export function actionLabel(action: Action, handSize: number): string {
  const text = actionName(action);
  if (action.kind !== "pass" && action.cards.length === handSize) return `${text} - ${say("page.do_out")}`;
  return action.ends_trick ? `${text} - ${say("play.note_ends")}` : text;
}

/** So many ways on are named; the cards that are not dimmed show them all. */
const MOST_NAMED = 4;

/** The line above the buttons when it is not about a refusal: what to do next, or whose turn it is. */
export function promptText(view: View, selection: Selection, chosen: readonly Rank[]): string {
  const observation = view.observation;
  if (!observation || view.phase !== "playing") return "";
  if (!view.can.act) {
    const { turn } = observation;
    return sayAbout("page.turn_of", turn === view.you, { name: seatName(view, turn) });
  }
  if (!chosen.length) {
    return observation.table.length ? followPrompt(observation.legal) : say("page.your_lead");
  }
  if (selection.completed.length > 1) return say("page.which_way");
  const lacking = missingCards(observation.legal, chosen).slice(0, MOST_NAMED);
  if (!lacking.length) return "";
  const key = selection.completed.length ? "page.may_add" : "page.still_needs";
  return say(key, { cards: joinWithOr(lacking.map((cards) => cards.join("-"))) });
}

/** What can be done on the meld that lies on the table. */
function followPrompt(legal: readonly Action[]): string {
  const kinds = new Set(legal.map((action) => action.kind));
  if (kinds.has("overwrite") && kinds.has("add")) return say("page.your_turn");
  if (kinds.has("overwrite")) return say("page.your_turn_overwrite");
  return say(kinds.has("add") ? "page.your_turn_add" : "page.only_pass");
}

/** What a button says that plays an action, and what the line above it says while none can be played. */
import type { Action, Beats, Rank, View } from "../protocol";
import { listed, say } from "../state/words.svelte";
import { missing, type Selection } from "./selection";
import { nameOf } from "./story";

export function playText(action: Action, handSize: number): string {
  const dashed = action.cards.join("-");
  const text = {
    pass: () => say("play.label_pass"),
    lead: () => say("page.do_lead", { cards: dashed }),
    overwrite: () => say("page.do_overwrite", { cards: dashed }),
    add: () => say("page.do_add", { cards: listed(action.cards.map(String)) }),
  }[action.kind]();
  if (action.kind !== "pass" && action.cards.length === handSize) return `${text} - ${say("page.do_out")}`;
  return action.ends_trick ? `${text} - ${say("play.note_ends")}` : text;
}

/** What beats the central meld: the sentence LOOK asks for beside it, always. */
export function beatsText(beats: Beats): string {
  const main = {
    higher_single: () => say("play.beat_single"),
    higher_set: () =>
      beats.size === 2 ? say("play.beat_pair") : say("play.beat_set", { size: beats.size }),
    lower_run: () => say("play.beat_run", { size: beats.size }),
    only_larger: () => say("play.beat_larger"),
    only_adds: () => say("play.beat_only_add"),
    nothing: () => say("play.beat_nothing"),
  }[beats.code]();
  const parts = [main];
  if (beats.larger && beats.code !== "only_larger") parts.push(say("play.beat_larger"));
  if (beats.adds && beats.code !== "only_adds") parts.push(say("play.beat_add"));
  return parts.join(", ");
}

/** So many ways on are named; the cards that are not dimmed show them all. */
const MOST_NAMED = 4;

/** What can be done on the meld that lies on the table. */
function turnHint(legal: readonly Action[]): string {
  const overwrite = legal.some((action) => action.kind === "overwrite");
  const add = legal.some((action) => action.kind === "add");
  if (overwrite && add) return say("page.your_turn");
  if (overwrite) return say("page.your_turn_overwrite");
  return add ? say("page.your_turn_add") : say("page.only_pass");
}

/** The line above the bar when it is not about a refusal. */
export function hint(view: View, selection: Selection, chosen: readonly Rank[]): string {
  const observation = view.observation;
  if (!observation || view.you === null) return turnLine(view);
  if (!view.can.act) return turnLine(view);
  if (!chosen.length) {
    if (!observation.table.length) return say("page.your_lead");
    return turnHint(observation.legal);
  }
  if (selection.completed.length > 1) return say("page.which_way");
  const lacking = missing(observation.legal, chosen).slice(0, MOST_NAMED);
  if (!lacking.length) return "";
  const key = selection.completed.length ? "page.may_add" : "page.still_needs";
  return say(key, { cards: either(lacking.map((cards) => cards.join("-"))) });
}

function turnLine(view: View): string {
  const turn = view.observation?.turn;
  if (view.phase !== "playing" || turn === undefined) return "";
  return say("page.turn_of", { name: nameOf(view, turn) });
}

function either(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? "";
  return say("page.or", { first: parts.slice(0, -1).join(", "), last: parts.at(-1) ?? "" });
}

/** What the page says of views, events and actions, pinned by the vectors that the terminal's tests read too. */
import { beforeAll, describe, expect, it } from "vitest";
import vectors from "../../../tests/vectors/sentences.json";
import { aheadText, costText, mistakeText } from "../../src/text/analysisText";
import { actionLabel, promptText } from "../../src/text/actionText";
import { logLines, winnersText } from "../../src/text/eventLog";
import { seatLevel, seatNote } from "../../src/text/seats";
import { select } from "../../src/cards/selection";
import { beatsText, centreText, lastTrickText } from "../../src/text/tableText";
import type { Action, Advised, Happened, Language, Mistake, Rank, View } from "../../src/protocol";
import { loadLanguage } from "../../src/state/catalogue.svelte";

type Vector = { name: string; view: string | View; changes: Partial<View>; says: Record<string, unknown> } & (
  | { event: Happened }
  | { action: Action }
  | { chosen: Rank[] }
  | { seat: number; says: Record<"note" | "level", Record<Language, string>> }
  | { mistake: Mistake; names: string[] }
  | { advised: Advised }
  | { about: "centre" | "last_trick" | "beats" | "winners" }
);

const [first, ...rest] = vectors as unknown as [{ views: Record<string, View> }, ...Vector[]];

const ABOUT: Record<string, (view: View) => string> = {
  centre: centreText,
  last_trick: lastTrickText,
  beats: (view) => (view.beats ? beatsText(view.beats) : ""),
  winners: winnersText,
};

function says(vector: Vector): unknown {
  const whole = typeof vector.view === "string" ? first.views[vector.view] : vector.view;
  const view = { ...whole, ...vector.changes } as View;
  if ("event" in vector) return logLines(view, vector.event).map(({ text, kind }) => [text, kind]);
  const hand = view.observation?.hand ?? [];
  if ("action" in vector) return actionLabel(vector.action, hand.length);
  if ("chosen" in vector) {
    const legal = view.can.act ? (view.observation?.legal ?? []) : [];
    return promptText(view, select(hand, legal, vector.chosen), vector.chosen);
  }
  if ("seat" in vector) return { note: seatNote(view, vector.seat), level: seatLevel(view, vector.seat) };
  if ("mistake" in vector) return mistakeText(vector.mistake, vector.names);
  if ("advised" in vector) return `${aheadText(vector.advised)}; ${costText(vector.advised)}`;
  return ABOUT[vector.about]?.(view);
}

function expected(vector: Vector, language: Language): unknown {
  if (!("seat" in vector)) return vector.says[language];
  return { note: vector.says.note[language], level: vector.says.level[language] };
}

describe.each<Language>(["en", "es", "nl"])("in %s", (language) => {
  beforeAll(() => loadLanguage(language));

  it.each(rest)("$name", (vector) => {
    // Here the hyphens of melds break no line; nothing else is different.
    const said: unknown = JSON.parse(JSON.stringify(says(vector)).replaceAll("\u2011", "-"));
    expect(said).toEqual(expected(vector, language));
  });
});

/** The scores by round and as lines, and when the game ends. */
import { beforeEach, expect, it } from "vitest";
import ScoresDialog from "../../src/dialogs/ScoresDialog.svelte";
import type { View } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { all, render, texts } from "../support/render";
import { RULES, view } from "../support/views";

const PLAYED: Partial<View> = {
  points: [
    [3, 0, 5],
    [0, 2, 9],
  ],
  scores: [3, 2, 14],
};

const show = (more: Partial<View>): void => render(ScoresDialog, { view: view(more), onclose: () => undefined });

beforeEach(() => loadLanguage("en"));

it("says that there are none before the first round is over", () => {
  show({});
  expect(texts("p")).toContain(say("page.no_scores"));
  expect(all("table, svg[role=img]")).toEqual([]);
});

it("has the points of each round and their sums, by seat", () => {
  show(PLAYED);
  expect(texts("thead th")).toEqual([say("page.round_short"), say("play.you"), "Ben", "Cleo"]);
  expect(texts("tbody tr")).toEqual(["1305", "2029"]);
  expect(texts("tfoot td")).toEqual(["3", "2", "14"]);
});

it("draws one's own line strong, and the target across", () => {
  show(PLAYED);
  expect(texts("svg text.own")).toEqual([say("play.you")]);
  expect(all("path.line.own")).toHaveLength(1);
  expect(all("path.line")).toHaveLength(3);
  expect(all("path.target")).toHaveLength(1);
  expect(texts("p")).toContain(say("play.goal_target", { target: 20 }));
});

it("has no target where two hands are the whole game", () => {
  const options = { rules: { ...RULES, format: "two_hands" as const }, clock: "none", pace: "normal" } as const;
  show({ ...PLAYED, options: { ...options, language: "en", chat: false } });
  expect(all("path.target")).toEqual([]);
  expect(texts("p")).toContain(say("play.goal_two_hands"));
});

it("says nothing of watchers where there are none", () => {
  show({ watchers: 0 });
  expect(texts("p")).not.toContain(say("page.watchers", { count: 0 }));
});

it("counts who watches", () => {
  show({ watchers: 2 });
  expect(texts("p")).toContain(say("page.watchers", { count: 2 }));
});

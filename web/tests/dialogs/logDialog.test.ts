/** The log: the last trick, and everything that happened in words. */
import { beforeEach, expect, it } from "vitest";
import LogDialog from "../../src/dialogs/LogDialog.svelte";
import type { Happened, View } from "../../src/protocol";
import { loadLanguage } from "../../src/state/catalogue.svelte";
import { all, render, texts } from "../support/render";
import { action, observation, view } from "../support/views";

function show(seen: View, events: Happened[] = []): void {
  render(LogDialog, { view: seen, events, onclose: () => undefined });
}

beforeEach(() => loadLanguage("en"));

it("tells the newest first", () => {
  show(view(), [
    { event: "round_dealt", round: 2, leader: 1 },
    { event: "moved", seat: 1, action: action("lead", 3), cards_left: 4, end: null },
    { event: "moved", seat: 0, action: action("pass"), cards_left: 4, end: { rule: "R15", seat: 1 } },
  ]);
  expect(texts(".log li")).toEqual(["All others have passed - Ben leads.", "You pass.", "Ben leads 3.", "Round 2"]);
});

it("knows at least this round's plays after a snapshot", () => {
  show(view({ observation: observation({ history: [[1, action("lead", 3)]] }) }));
  expect(texts(".log li")).toEqual(["Ben leads 3."]);
});

it("shows all cards that lay there when the last trick ended, also those that nobody was seen to lay", () => {
  show(view({ last_trick: [[1, action("add", 5)]], last_table: [3, 4, 5], last_laid_by: [0, 0, 1] }));
  const cards = all(".last svg").map((card) => card.getAttribute("aria-label")?.split(",")[0]);
  expect(cards).toEqual(["3", "4", "5"]);
  expect(texts(".last li")).toEqual(["Ben adds 5 to make ."]);
});

it("has nothing of what people say", () => {
  show(view(), [
    { event: "said", seat: 1, phrase: "hello", text: null },
    { event: "moved", seat: 1, action: action("lead", 3), cards_left: 4, end: null },
  ]);
  expect(texts(".log li")).toEqual(["Ben leads 3."]);
});

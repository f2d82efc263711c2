/** The column beside a wide table: the last trick, the log, the scores, the phrases. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import SideColumn from "../../src/dialogs/SideColumn.svelte";
import type { Happened, View } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { all, click, named, render, texts } from "../support/render";
import { answerWith, CONFIG } from "../support/server";
import { action, can, view } from "../support/views";

const onsay = vi.fn();

function show(seen: View, events: Happened[] = []): void {
  render(SideColumn, { view: seen, events, onsay });
  flushSync();
}

beforeEach(async () => {
  await loadLanguage("en");
  answerWith({ "/api/config": CONFIG });
  onsay.mockClear();
});

afterEach(() => void vi.unstubAllGlobals());

it("has the newest line of the log last, where it does not move the others", () => {
  show(view(), [
    { event: "round_dealt", round: 2, leader: 1 },
    { event: "moved", seat: 1, action: action("lead", 3), cards_left: 4, end: null },
  ]);
  expect(texts(".log li")).toEqual(["Round 2", "Ben leads 3."]);
});

it("shows the last trick once there is one, and why it ended", () => {
  show(view({ last_trick: [], last_table: [], last_trick_end: null }));
  expect(all(".last .card")).toEqual([]);
  show(view({ last_trick: [[1, action("lead", 3)]], last_table: [3], last_trick_end: { rule: "R15", seat: 1 } }));
  expect(all(".last .card")).toHaveLength(1);
  expect(texts(".last p")).toEqual(["All others have passed - Ben leads."]);
});

it("has the scores from the first round on, and a chart from the second", () => {
  show(view({ points: [] }));
  expect(texts(".scores p")).toEqual([say("page.no_scores")]);
  show(view({ points: [[0, 3, 4]] }));
  show(
    view({
      points: [
        [0, 3, 4],
        [2, 0, 1],
      ],
    }),
  );
  expect(all(".scores table")).toHaveLength(2);
  expect(all(".scores svg[role=img]")).toHaveLength(1);
});

it("says phrases to who may speak", async () => {
  show(view());
  expect(all(".phrases")).toEqual([]);
  show(view({ can: can("say") }));
  await vi.waitFor(() => {
    flushSync();
    click(named(say("page.phrase_hello")));
  });
  expect(onsay).toHaveBeenCalledWith({ phrase: "hello" });
});

/** The log: the last trick, everything that happened in words, and what one may say. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import LogDialog from "../../src/dialogs/LogDialog.svelte";
import type { Happened, View } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { all, click, enter, named, one, render, submit, texts } from "../support/render";
import { answerWith, CONFIG } from "../support/server";
import { action, can, observation, view } from "../support/views";

const onsay = vi.fn();

async function show(seen: View, events: Happened[] = []): Promise<void> {
  render(LogDialog, { view: seen, events, onsay, onclose: () => undefined });
  await vi.waitFor(() => {
    flushSync();
    if (seen.can.say && !all(".phrase").length) throw new Error("the phrases are on their way");
  });
}

beforeEach(async () => {
  await loadLanguage("en");
  answerWith({ "/api/config": CONFIG });
  onsay.mockClear();
});

afterEach(() => void vi.unstubAllGlobals());

it("tells the newest first", async () => {
  await show(view(), [
    { event: "round_dealt", round: 2, leader: 1 },
    { event: "moved", seat: 1, action: action("lead", 3), cards_left: 4, end: null },
    { event: "moved", seat: 0, action: action("pass"), cards_left: 4, end: { rule: "R15", seat: 1 } },
  ]);
  expect(texts(".log li")).toEqual(["All others have passed - Ben leads.", "You pass.", "Ben leads 3.", "Round 2"]);
});

it("knows at least this round's plays after a snapshot", async () => {
  await show(view({ observation: observation({ history: [[1, action("lead", 3)]] }) }));
  expect(texts(".log li")).toEqual(["Ben leads 3."]);
});

it("shows all cards that lay there when the last trick ended, also those that nobody was seen to lay", async () => {
  await show(view({ last_trick: [[1, action("add", 5)]], last_table: [3, 4, 5], last_laid_by: [0, 0, 1] }));
  const cards = all(".last svg").map((card) => card.getAttribute("aria-label")?.split(",")[0]);
  expect(cards).toEqual(["3", "4", "5"]);
  expect(texts(".last li")).toEqual(["Ben adds 5 to make ."]);
});

it("lets nobody speak who may not", async () => {
  await show(view());
  expect(all(".phrases")).toEqual([]);
});

it("says phrases, and free text where the table allows it", async () => {
  await show(view({ can: can("say") }));
  click(named(say("page.phrase_hello")));
  expect(onsay).toHaveBeenLastCalledWith({ phrase: "hello" });
  expect(all("form")).toEqual([]);
});

it("says free text where the table allows it, and nothing of nothing", async () => {
  await show(view({ can: can("say", "chat") }));
  enter(one("form input"), "  ");
  submit(one("form"));
  expect(onsay).not.toHaveBeenCalled();
  enter(one("form input"), " well! ");
  submit(one("form"));
  expect(onsay).toHaveBeenLastCalledWith({ text: "well!" });
  expect((one("form input") as HTMLInputElement).value).toBe("");
});

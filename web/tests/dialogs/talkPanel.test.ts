/** What is said at the table: what people have said, phrases, and free text where the host allows it. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import TalkPanel from "../../src/dialogs/TalkPanel.svelte";
import type { Happened, View } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { all, click, enter, named, one, render, submit, texts } from "../support/render";
import { answerWith, CONFIG } from "../support/server";
import { action, can, view } from "../support/views";

const onsay = vi.fn();
const onclose = vi.fn();

async function show(seen: View, events: Happened[] = []): Promise<void> {
  render(TalkPanel, { view: seen, events, onsay, onclose });
  await vi.waitFor(() => {
    flushSync();
    if (seen.can.say && !all(".phrase").length) throw new Error("the phrases are on their way");
  });
}

beforeEach(async () => {
  await loadLanguage("en");
  answerWith({ "/api/config": CONFIG });
  onsay.mockClear();
  onclose.mockClear();
});

afterEach(() => void vi.unstubAllGlobals());

it("tells what people have said, and nothing of the play", async () => {
  await show(view());
  expect(texts(".conversation")).toEqual([say("page.nothing_said")]);
  await show(view(), [
    { event: "moved", seat: 1, action: action("lead", 3), cards_left: 4, end: null },
    { event: "said", seat: 1, phrase: "hello", text: null },
  ]);
  expect(texts(".conversation li")).toEqual([`Ben: ${say("page.phrase_hello")}`]);
});

it("lets nobody speak who may not", async () => {
  await show(view());
  expect(all(".phrases")).toEqual([]);
});

it("says phrases, and free text where the table allows it", async () => {
  await show(view({ can: can("say") }));
  click(named(say("page.phrase_hello")));
  expect(onsay).toHaveBeenLastCalledWith({ phrase: "hello" });
  expect(onclose).toHaveBeenCalled();
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
  expect(onclose, "one may write on").not.toHaveBeenCalled();
});

/** A record that is handed in, or that a link names. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Replay from "../../src/pages/Replay.svelte";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { navigate } from "../../src/state/route.svelte";
import { all, click, named, one, render, texts } from "../support/render";
import { answerWith, CONFIG } from "../support/server";
import { RULES } from "../support/views";

const REPLAY = {
  game: 1,
  games: 1,
  complete: true,
  started: "",
  rules: RULES,
  names: ["Ana", "Ben", "Cleo"],
  steps: [
    {
      event: { event: "round_dealt", round: 1, leader: 0 },
      round: 1,
      hands: [[3], [4], [5]],
      plays: [],
      first: 0,
      table: [],
      laid_by: [],
      turn: 0,
      passed: [],
      scores: [0, 0, 0],
      beats: null,
    },
  ],
};

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  flushSync();
}

async function handIn(file: File): Promise<void> {
  const field = one("input[type='file']");
  Object.defineProperty(field, "files", { value: [file], configurable: true });
  field.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
}

beforeEach(() => loadLanguage("en"));
afterEach(() => void vi.unstubAllGlobals());

it("is read by the server when it is handed in", async () => {
  const requests = answerWith({ "/api/config": CONFIG, "/api/replay": REPLAY });
  navigate("/replay");
  render(Replay, {});
  const file = new File(["{}"], "game.jsonl");
  await handIn(file);
  expect(requests.at(-1)).toEqual({ path: "/api/replay", body: file });
  expect(all("main.replay")).toHaveLength(1);
});

it("says what is wrong with it, and takes another", async () => {
  const sentence = "Line 2 is no event.";
  answerWith({
    "/api/config": CONFIG,
    "/api/replay": { status: 422, body: { code: "bad_event", rule: "", sentence } },
  });
  navigate("/replay");
  render(Replay, {});
  await handIn(new File(["x"], "game.jsonl"));
  expect(texts("[role=alert]")).toEqual([sentence]);
  answerWith({ "/api/config": CONFIG, "/api/replay": REPLAY });
  await handIn(new File(["{}"], "game.jsonl"));
  expect(all("main.replay")).toHaveLength(1);
});

it("is not sent where the server would not read it to its end", async () => {
  const requests = answerWith({ "/api/config": CONFIG });
  navigate("/replay");
  render(Replay, {});
  await handIn(new File(["x".repeat(CONFIG.longest_record + 1)], "game.jsonl"));
  expect(texts("[role=alert]")).toEqual([say("page.record_too_long", { most: 2 })]);
  expect(requests.map(({ path }) => path)).not.toContain("/api/replay");
});

it("can be tried again when nobody answered", async () => {
  answerWith({ "/api/config": CONFIG });
  navigate("/replay");
  render(Replay, {});
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  await handIn(new File(["{}"], "game.jsonl"));
  expect(texts("[role=alert]")).toEqual([say("page.replay_offline")]);
  answerWith({ "/api/config": CONFIG, "/api/replay": REPLAY });
  click(named(say("page.try_again")));
  await settle();
  expect(all("main.replay")).toHaveLength(1);
});

it("of a table is fetched, and can be downloaded and verified at its end", async () => {
  answerWith({ "/api/config": CONFIG, "/api/replay": REPLAY, "/api/tables/ABC/record?game=2": {} });
  navigate("/replay/abc?game=2");
  render(Replay, {});
  await settle();
  expect(named(say("page.download")).getAttribute("href")).toBe("/api/tables/ABC/record?game=2");
  expect(named(say("page.verify"))).toBeTruthy();
});

it("that is not there has a page that says so", async () => {
  answerWith({ "/api/config": CONFIG });
  navigate("/replay/abc");
  render(Replay, {});
  await settle();
  expect(texts("h1")).toEqual([say("page.no_table")]);
});

import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import VerifyDeals from "../../src/components/VerifyDeals.svelte";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import games from "../play/fairDeals.json";
import { all, click, named, render, texts } from "../support/render";
import { answerWith } from "../support/server";

async function verify(game: object): Promise<string> {
  answerWith({ "/fair": game });
  render(VerifyDeals, { path: "/fair" });
  click(named(say("page.verify")));
  return vi.waitFor(() => {
    flushSync();
    const [text = ""] = texts("[role=status]");
    if (text.startsWith(say("page.verifying"))) throw new Error("it is being verified");
    return text;
  });
}

beforeEach(() => loadLanguage("en"));
afterEach(() => void vi.unstubAllGlobals());

it("finds that all deals are right", async () => {
  expect(await verify(games[0]!)).toContain(say("page.verify_right", { count: 2 }));
  expect(all(".alert")).toEqual([]);
});

it("names the round that is wrong", async () => {
  const game = structuredClone(games[0]!);
  game.reveals[1]!.secret = game.reveals[0]!.secret;
  expect(await verify(game)).toContain(say("page.verify_wrong", { round: 2 }));
  expect(all(".alert")).toHaveLength(1);
});

it("says where it cannot be known", async () => {
  expect(await verify({ status: 404, body: {} })).toContain(say("page.verify_failed"));
});

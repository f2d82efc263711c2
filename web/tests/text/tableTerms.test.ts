/** What is played at a table, for somebody invited to it. */
import { beforeEach, expect, it } from "vitest";
import type { TableOptions } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { tableTerms, tableVariants } from "../../src/text/tableTerms";
import { RULES } from "../support/views";

const PLAIN: TableOptions = { rules: RULES, clock: "none", pace: "normal", language: "en", chat: false };

beforeEach(() => loadLanguage("en"));

it("says how many play, to which end, and how fast", () => {
  expect(tableTerms(PLAIN).map(({ text }) => text)).toEqual(["3", "20 points", "13", "52", "No limit", "Normal"]);
  expect(tableVariants(PLAIN)).toEqual([]);
});

it("names what differs from the usual game", () => {
  const rules = { ...RULES, overwrite: "larger" as const, next_leader: "left" as const };
  expect(tableVariants({ ...PLAIN, chat: true, rules })).toEqual([
    "Here more cards also overwrite fewer.",
    "Who leads the next round: The next seat",
    "Free text in the chat",
  ]);
  const points = { ...RULES.points, 8: 7 };
  expect(tableVariants({ ...PLAIN, rules: { ...RULES, points } })[0]).toContain("8: 7");
  const small = { ...PLAIN, rules: { ...RULES, ranks: RULES.ranks.slice(0, 8), copies: 2 } };
  expect(tableTerms(small).map(({ text }) => text)).toContain("16");
  expect(tableVariants(small)).toEqual([say("page.ranks_only", { ranks: "1 2 3 4 5 7 8 9" })]);
  const twoHands = { ...PLAIN, rules: { ...RULES, format: "two_hands" as const } };
  expect(tableTerms(twoHands)).toHaveLength(5);
  expect(tableVariants(twoHands)).toEqual(["Two rounds from one deck; then whoever has the fewest points wins."]);
});

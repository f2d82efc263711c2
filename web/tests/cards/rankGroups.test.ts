/** What a card is called, and which group of the deck it belongs to. */
import { beforeEach, expect, it } from "vitest";
import { cardName, DEFAULT_POINTS, rankGroup } from "../../src/cards/rankGroups";
import { loadLanguage } from "../../src/state/catalogue.svelte";
import { RULES } from "../support/views";

beforeEach(() => loadLanguage("en"));

it("puts every rank of the deck into its group", () => {
  const groups = RULES.ranks.map((rank) => `${rank} ${rankGroup(rank)}`);
  expect(groups).toEqual([
    ...[1, 2, 3, 4, 5].map((rank) => `${rank} rain`),
    ...[7, 8, 9].map((rank) => `${rank} cloud`),
    ...[11, 12, 13, 14, 15].map((rank) => `${rank} sun`),
  ]);
});

it("names a card with its group and what it counts, for who cannot see it", async () => {
  expect(cardName(3, 1)).toBe("3, rain, one point");
  expect(cardName(8, 5)).toBe("8, cloud, 5 points");
  await loadLanguage("nl");
  expect(cardName(15, 3)).toContain("15");
  expect(cardName(15, 3)).not.toBe("15, sun, 3 points");
});

it("has the points of the plain game", () => {
  expect(DEFAULT_POINTS).toEqual(RULES.points);
});

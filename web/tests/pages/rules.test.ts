/** The page of the rules: whole in every language, and true of the plain game's deck. */
import { expect, it } from "vitest";
import Rules from "../../src/pages/Rules.svelte";
import { LANGUAGES, loadLanguage } from "../../src/state/catalogue.svelte";
import { all, render, texts } from "../support/render";
import { RULES } from "../support/views";

it.each(LANGUAGES.map(({ code }) => code))("has all its sentences and numbers in %s", async (language) => {
  await loadLanguage(language);
  render(Rules, {});
  const text = document.querySelector("main")?.textContent ?? "";
  expect(text).not.toMatch(/\b(rules|page|play)\.[a-z_]+/);
  expect(text).not.toMatch(/[{}]/);
});

it("shows every card of the deck once", async () => {
  await loadLanguage("en");
  render(Rules, {});
  const ranks = all(".deck svg").map((card) => Number(card.getAttribute("aria-label")?.split(",")[0]));
  expect(ranks).toEqual(RULES.ranks);
});

it("says how many cards each player has, from a deck that has enough for all", async () => {
  await loadLanguage("en");
  render(Rules, {});
  const rows = all("tbody tr").map((row) => [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent)));
  expect(rows.map(([players]) => players)).toEqual([2, 3, 4, 5, 6]);
  for (const [players = 0, each = 0, deck = 0] of rows) expect(players * each).toBeLessThanOrEqual(deck);
});

it("keeps the cards of a meld on one line", async () => {
  await loadLanguage("en");
  render(Rules, {});
  expect(texts("main").join()).not.toMatch(/\d-\d/);
});

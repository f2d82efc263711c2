/** One mistake of a review: what lay there, what was played, what was better and why. */
import { beforeEach, expect, it } from "vitest";
import MistakeCard from "../../src/pages/MistakeCard.svelte";
import type { Mistake } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { all, cleanUp, one, render, texts } from "../support/render";
import { action, RULES } from "../support/views";

const MISTAKE: Mistake = {
  round: 2,
  action: 5,
  seat: 0,
  table: [2, 3],
  last: 1,
  hand: [1, 4, 9],
  played: { action: action("pass"), ahead: -0.75, ahead_error: 0, cost: 1.25, cost_error: 0.2, as_good: false },
  best: {
    action: { ...action("add", 1, 4), makes: [1, 2, 3, 4] },
    ahead: 0.5,
    ahead_error: 0.1,
    cost: 0,
    cost_error: 0,
    as_good: true,
  },
  why: { key: "sheds", parameters: { count: 2 } },
};

function show(more: Partial<Mistake> = {}): void {
  render(MistakeCard, { mistake: { ...MISTAKE, ...more }, names: ["Ana", "Ben"], rules: RULES, code: "ABC", game: 3, open: true });
}

/** What is said about one of its parts, and the cards that are shown with it. */
function part(key: string): { text: string; cards: string[] } {
  const term = all("dt").find((found) => found.textContent === say(key));
  const about = term?.nextElementSibling;
  if (!about) throw new Error(`nothing is said about ${key}`);
  const cards = [...about.querySelectorAll("svg")].map((card) => card.getAttribute("aria-label")?.split(",")[0] ?? "");
  const said = [...about.querySelectorAll(":scope > span:not(.meld)")].map((found) => found.textContent);
  return { text: said.length ? said.join(" ") : (about.textContent ?? "").trim(), cards };
}

beforeEach(() => loadLanguage("en"));

it("says whose decision it was and what it cost", () => {
  show();
  expect(texts("h3")).toEqual([
    `${say("review.where", { round: 2, number: 5, name: "Ana" })} ${say("review.costs", { cost: "1.25 ± 0.20" })}`,
  ]);
});

it("shows what lay there and who laid it, and the hand", () => {
  show();
  expect(part("review.table")).toEqual({ text: say("review.laid_by", { name: "Ben" }), cards: ["2", "3"] });
  expect(part("review.hand").cards).toEqual(["1", "4", "9"]);
});

it("says that nothing lay there", () => {
  show({ table: [], last: null });
  expect(part("review.table")).toEqual({ text: say("play.table_empty", { name: "Ana" }), cards: [] });
});

it("compares what was played with what was best: an add with the meld that it makes", () => {
  show();
  expect(part("review.played").text).toBe(`${say("play.label_pass")} ${say("review.ahead", { points: "-0.75" })}`);
  const best = part("review.best");
  expect(best.cards).toEqual(["1", "4", "1", "2", "3", "4"]);
  expect(best.text).toBe(`${say("play.label_add")} = ${say("review.ahead", { points: "+0.50 ± 0.10" })}`);
});

it("says in a sentence what would have been better, and why where there is a reason", async () => {
  const better = say("review.better", { deed: "Ana adds 1 and 4 to make 1-2-3-4." });
  show();
  expect(texts("summary > p")).toEqual([`Ana passes. ${better} ${say("why.sheds", { count: 2 })}`]);
  await cleanUp();
  show({ why: null });
  expect(texts("summary > p")).toEqual([`Ana passes. ${better}`]);
});

it("leads to the moment in the replay, by a link that says which", () => {
  show();
  expect(one("[data-do='see']").getAttribute("href")).toBe("/replay/ABC?game=3&round=2&action=5");
  expect(one("[data-do='see']").getAttribute("aria-label")).toContain(
    say("review.where", { round: 2, number: 5, name: "Ana" }),
  );
});

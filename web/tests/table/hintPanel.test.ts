/** What to play, and why. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Advised, Hinted, Rank } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import HintPanel from "../../src/table/HintPanel.svelte";
import { all, click, named, render, texts } from "../support/render";
import { action } from "../support/views";

const onclose = vi.fn();

const advised = (rank: Rank, points: number, cost: number, error = 0): Advised => ({
  action: { ...action("overwrite", rank), id: rank },
  points,
  points_error: error,
  cost,
  cost_error: error,
});

const ADVICE = [advised(4, 1.5, 0, 0.1), advised(9, 2, 0.5), advised(12, 2.25, 0.75), advised(15, 4, 2.5)];

function show(more: Partial<Hinted> = {}): void {
  const hinted: Hinted = { type: "hinted", id: 1, turn: 0, advice: ADVICE, why: "sheds", count: 2, ...more };
  render(HintPanel, { hinted, handSize: 5, onclose });
}

beforeEach(async () => {
  await loadLanguage("en");
  onclose.mockClear();
});

describe("a hint", () => {
  it("names the best action with the points expected, and the next two with what they cost more", () => {
    show();
    expect(texts("tr b")).toEqual([say("page.hint_best", { action: "Overwrite with 4" })]);
    expect(texts("td")).toEqual(["1.50 ± 0.10", "+0.50", "+0.75"]);
    expect(all("tr.best")).toHaveLength(1);
  });

  it("says a cost that is less than none without another sign", () => {
    show({ advice: [advised(4, 1.5, 0), advised(9, 1.25, -0.25)] });
    expect(texts("td")).toEqual(["1.50", "-0.25"]);
  });

  it("says why, with the number of cards where the reason has one", () => {
    show();
    expect(texts("tr p")).toEqual([say("why.sheds", { count: 2 })]);
  });

  it("says why, without one where it has none", () => {
    show({ why: "unbeatable", count: 0 });
    expect(texts("tr p")).toEqual([say("why.unbeatable")]);
  });

  it("is told to who listens, and put away by its button", () => {
    show();
    expect(texts("[role=status]").join()).toContain(say("why.sheds", { count: 2 }));
    click(named(say("page.hint_close")));
    expect(onclose).toHaveBeenCalledOnce();
  });

  it("of nothing is none", () => {
    show({ advice: [] });
    expect(all("aside")).toEqual([]);
  });
});

/** What to play, and why. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Advised, Hinted, Rank } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import HintPanel from "../../src/table/HintPanel.svelte";
import { all, cleanUp, click, named, render, texts } from "../support/render";
import { action } from "../support/views";

const onclose = vi.fn();
const onchoose = vi.fn();

const advised = (rank: Rank, ahead: number, cost: number, error = 0, as_good = false): Advised => ({
  action: { ...action("overwrite", rank), id: rank },
  ahead,
  ahead_error: error,
  cost,
  cost_error: error,
  as_good,
});

const ADVICE = [advised(4, 1.5, 0, 0.1, true), advised(9, 1, 0.5), advised(12, -0.75, 2.25), advised(15, -2, 3.5)];
const SHEDS = { key: "sheds", parameters: { count: 2 } };

function show(more: Partial<Hinted> = {}): void {
  const hinted: Hinted = { type: "hinted", id: 1, turn: 0, advice: ADVICE, why: SHEDS, ...more };
  render(HintPanel, { hinted, handSize: 5, onchoose, onclose });
}

beforeEach(async () => {
  await loadLanguage("en");
  onclose.mockClear();
});

describe("a hint", () => {
  it("names the best action, and by how much it and the next two are ahead", () => {
    show();
    expect(texts("p b")).toEqual([say("hint.best", { action: "Overwrite with 4" })]);
    expect(texts("td")).toEqual(["+1.50 ± 0.10", "+1.00", "-0.75"]);
    expect(texts("caption")).toEqual([say("hint.how")]);
    expect(all("tr")).toHaveLength(3);
  });

  it("says what the others cost, or that they are about as good", () => {
    show({ advice: [advised(4, 1.5, 0), advised(9, 1.45, 0.05, 0.1, true), advised(12, 0.5, 1, 0.1)] });
    expect(texts("th .cost")).toEqual([say("hint.as_good"), say("hint.cost", { cost: "1.00 ± 0.10" })]);
  });

  it("says why, or nothing where nothing decides", async () => {
    show();
    expect(texts("p").join()).toContain(say("why.sheds", { count: 2 }));
    await cleanUp();
    show({ why: null });
    expect(texts("p")).toEqual([
      `${say("hint.best", { action: "Overwrite with 4" })} ${say("page.hint_next", { cost: "0.5" })}`,
    ]);
  });

  it("begins with words, and keeps the figures folded", () => {
    show();
    expect(texts("p").join()).toContain("The next best costs about 0.5 points more.");
    expect(texts("small")).toEqual(["costs about 0.5 points more", "costs about 2.3 points more"]);
    expect(all("details:not([open]) td")).toHaveLength(3);
  });

  it("raises the cards of the play that is pressed", () => {
    show();
    click(all("[data-do='raise']")[1] as HTMLElement);
    expect(onchoose).toHaveBeenCalledExactlyOnceWith(ADVICE[1]?.action);
  });

  it("does not break the cards of one play in two", () => {
    show({ advice: [{ ...advised(8, 1, 0), action: action("overwrite", 8, 9) }] });
    expect(texts("p b").join()).toContain("8\u20119");
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

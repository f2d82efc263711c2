/** A card as it is seen and heard. */
import { beforeEach, describe, expect, it } from "vitest";
import Card from "../../src/cards/Card.svelte";
import Meld from "../../src/cards/Meld.svelte";
import { loadLanguage } from "../../src/state/catalogue.svelte";
import { all, cleanUp, one, render, texts } from "../support/render";
import { RULES } from "../support/views";

beforeEach(() => loadLanguage("en"));

const draw = (rank: number, points = RULES.points[rank] ?? 0, more: object = {}): void =>
  render(Card, { rank, points, ...more });

describe("a card", () => {
  it.each(RULES.ranks)("%i shows its rank in two corners", (rank) => {
    draw(rank);
    expect(texts("text.rank")).toEqual([String(rank), String(rank)]);
  });

  it("is drawn after its group, and the 8 as what it is", async () => {
    const kinds = [];
    for (const rank of [5, 7, 8, 9, 11]) {
      draw(rank);
      kinds.push(one("svg").classList[1]);
      await cleanUp();
    }
    expect(kinds).toEqual(["rain", "cloud", "storm", "cloud", "sun"]);
  });

  it.each([1, 2, 3, 4, 5])("of rain has as many drops as its rank: %i", (rank) => {
    draw(rank);
    expect(all("[href='#drop']")).toHaveLength(rank);
  });

  it("counts its points as dots, and as a number where they are many or none", async () => {
    draw(3, 2);
    expect(all(".pips circle")).toHaveLength(2);
    await cleanUp();
    draw(3, 9);
    expect(all(".pips circle")).toEqual([]);
    expect(texts(".pips text")).toEqual(["9"]);
    await cleanUp();
    draw(3, 0);
    expect(one(".pips").children).toHaveLength(0);
  });

  it("says its name, unless something around it does", async () => {
    draw(3);
    expect(one("svg[role='img']").getAttribute("aria-label")).toBe("3, rain, one point");
    await cleanUp();
    draw(3, 1, { decorative: true });
    expect(one("svg").getAttribute("aria-hidden")).toBe("true");
    expect(one("svg").hasAttribute("aria-label")).toBe(false);
  });
});

describe("a meld", () => {
  it("shows its cards in order, with the points of the table", () => {
    render(Meld, { cards: [2, 3, 4], points: { 2: 4, 3: 1, 4: 2 } });
    expect(all("svg").map((card) => card.getAttribute("aria-label"))).toEqual([
      "2, rain, 4 points",
      "3, rain, one point",
      "4, rain, 2 points",
    ]);
  });

  it("has the plain game's points where no table says others", () => {
    render(Meld, { cards: [8] });
    expect(all(".pips circle")).toHaveLength(5);
  });
});

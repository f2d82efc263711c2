/** What is fixed about the next deal, and the word that one may add to it. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import NextDeal from "../../src/dialogs/NextDeal.svelte";
import type { View } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { all, enter, one, render, submit, texts } from "../support/render";
import { can, seatView, view } from "../support/views";

const oncontribute = vi.fn();
const COMMITMENT = "a".repeat(64);

function show(more: Partial<View> = {}): void {
  const fair = { commitment: COMMITMENT, round: 2, reveals: [] };
  render(NextDeal, { view: view({ phase: "round_over", fair, can: can("contribute"), ...more }), oncontribute });
}

beforeEach(async () => {
  await loadLanguage("en");
  oncontribute.mockClear();
});

it("shows the hash that the server is held to", () => {
  show();
  expect(texts("code")).toEqual([COMMITMENT]);
});

it("shows nothing while the round goes on, or where nothing is fixed", () => {
  show({ phase: "playing" });
  show({ fair: { commitment: null, round: 1, reveals: [] } });
  expect(all("section")).toEqual([]);
});

describe("a contribution", () => {
  it("is sent without the spaces around it, and its field is empty again", () => {
    show();
    enter(one("input"), "  dice: 4 2 6 ");
    submit(one("form"));
    expect(oncontribute).toHaveBeenCalledExactlyOnceWith("dice: 4 2 6");
    expect((one("input") as HTMLInputElement).value).toBe("");
  });

  it("of nothing is none", () => {
    show();
    enter(one("input"), "   ");
    submit(one("form"));
    expect(oncontribute).not.toHaveBeenCalled();
  });

  it("is given once", () => {
    show({ can: can(), seats: [seatView("Ana", { contributed: true }), seatView("Ben")] });
    expect(all("form")).toEqual([]);
    expect(texts("section > p")).toContain(say("page.contributed"));
  });

  it("is not for who only watches", () => {
    show({ can: can(), you: null });
    expect(all("form")).toEqual([]);
    expect(texts("section > p")).not.toContain(say("page.contributed"));
  });
});

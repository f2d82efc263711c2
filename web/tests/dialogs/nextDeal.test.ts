/** What is fixed about the next deal, and whether one contributes to it. */
import { beforeEach, expect, it } from "vitest";
import NextDeal from "../../src/dialogs/NextDeal.svelte";
import type { View } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { all, render, texts } from "../support/render";
import { fair, seatView, view } from "../support/views";

const COMMITMENT = "a".repeat(64);

function show(more: Partial<View> = {}): void {
  const next = fair({ commitment: COMMITMENT, round: 2 });
  render(NextDeal, { view: view({ phase: "round_over", fair: next, ...more }) });
}

beforeEach(async () => {
  await loadLanguage("en");
});

it("shows the hash that the server is held to", () => {
  show();
  expect(texts("code")).toEqual([COMMITMENT]);
});

it("shows nothing while the round goes on, or where nothing is fixed", () => {
  show({ phase: "playing" });
  show({ fair: fair() });
  expect(all("section")).toEqual([]);
});

it("says that this browser has contributed", () => {
  show({ seats: [seatView("Ana", { contributed: true }), seatView("Ben")] });
  expect(texts("section > p")).toContain(say("page.contributed"));
});

it("says nothing of it to who only watches, or has not contributed", () => {
  show({ you: null });
  expect(texts("section > p")).not.toContain(say("page.contributed"));
  show();
  expect(texts("section > p")).not.toContain(say("page.contributed"));
});

/** The tables that this browser has a seat at. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import HeldSeats from "../../src/pages/HeldSeats.svelte";
import { loadLanguage } from "../../src/state/catalogue.svelte";
import { heldSeats, keepToken } from "../../src/state/seatTokens";
import { all, render, texts } from "../support/render";
import { answerWith, type Answer } from "../support/server";
import { seatView } from "../support/views";

const table = (code: string): Answer => ({ code, phase: "playing", options: {}, seats: [seatView("Ana")] });

/** Keep seats at tables, the first as the oldest. */
function hold(...codes: string[]): void {
  vi.useFakeTimers({ toFake: ["Date"] });
  for (const [time, code] of codes.entries()) {
    vi.setSystemTime(time);
    keepToken(code, "secret-of-the-seat");
  }
  vi.useRealTimers();
}

beforeEach(async () => {
  await loadLanguage("en");
  localStorage.clear();
});

afterEach(() => void vi.unstubAllGlobals());

async function show(count: number): Promise<void> {
  render(HeldSeats, {});
  await vi.waitFor(() => {
    flushSync();
    expect(all("li")).toHaveLength(count);
  });
}

it("are the six newest, the newest first", async () => {
  const codes = ["A", "B", "C", "D", "E", "F", "G", "H"];
  hold(...codes);
  const requests = answerWith(Object.fromEntries(codes.map((code) => [`/api/tables/${code}`, table(code)])));
  await show(6);
  expect(texts("li b")).toEqual(["H", "G", "F", "E", "D", "C"]);
  expect(requests, "the others are not asked for").toHaveLength(6);
});

it("are kept where the server does not answer", async () => {
  hold("A", "B");
  answerWith({
    "/api/tables/A": { status: 503, body: { code: "store_failed", rule: "", sentence: "" } },
    "/api/tables/B": table("B"),
  });
  await show(1);
  expect(Object.keys(heldSeats()).sort()).toEqual(["A", "B"]);
});

it("have no place on the page where there are none", () => {
  const requests = answerWith({});
  render(HeldSeats, {});
  expect(all("section")).toEqual([]);
  expect(requests).toEqual([]);
});

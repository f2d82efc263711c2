/** A turn that lasts too long: who may do something about it, and what they ask for. */
import { beforeEach, expect, it, vi } from "vitest";
import { loadLanguage } from "../../src/state/catalogue.svelte";
import SlowTurnBanner from "../../src/table/SlowTurnBanner.svelte";
import { all, click, one, render, texts } from "../support/render";
import { can, observation, seatView, view } from "../support/views";

const onrequest = vi.fn();
const seen = { observation: observation({ turn: 1 }) };

beforeEach(async () => {
  await loadLanguage("en");
  vi.clearAllMocks();
});

it("is not there where nothing can be done", () => {
  render(SlowTurnBanner, { view: view(seen), onrequest });
  expect(all(".banner")).toEqual([]);
});

it("says who takes so long, and votes for a bot", () => {
  render(SlowTurnBanner, { view: view({ ...seen, can: can("vote_bot") }), onrequest });
  expect(texts(".banner > span")).toEqual(["Ben is taking a long time."]);
  expect(all("[data-do='take_over']")).toEqual([]);
  click(one("[data-do='vote_bot']"));
  expect(onrequest).toHaveBeenCalledExactlyOnceWith({ type: "vote_bot" });
});

it("says when a bot plays for somebody who is away", () => {
  const seats = [seatView("Ana"), seatView("Ben", { online: false }), seatView("Cleo")];
  render(SlowTurnBanner, { view: view({ ...seen, seats }), seconds: 42, onrequest });
  expect(texts(".banner")).toEqual(["Ben is away: a bot plays in 42 seconds."]);
});

it("does not say so of who is there, or of a bot", () => {
  const bot = seatView("Ben", { online: false, played_by_bot: true });
  for (const who of [seatView("Ben"), bot]) {
    render(SlowTurnBanner, { view: view({ ...seen, seats: [seatView("Ana"), who] }), seconds: 42, onrequest });
    expect(all(".banner")).toEqual([]);
  }
});

it("lets the host give the seat to a bot, also after the vote", () => {
  render(SlowTurnBanner, { view: view({ ...seen, can: can("take_over") }), onrequest });
  expect(all("[data-do='vote_bot']")).toEqual([]);
  click(one("[data-do='take_over']"));
  expect(onrequest).toHaveBeenCalledExactlyOnceWith({ type: "take_over" });
});

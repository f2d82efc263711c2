/** The end of a round and of a game: points by seat, what comes next, and who is waited for. */
import { beforeEach, expect, it, vi } from "vitest";
import RoundEndDialog from "../../src/dialogs/RoundEndDialog.svelte";
import type { View } from "../../src/protocol";
import { loadLanguage } from "../../src/state/catalogue.svelte";
import { all, click, named, one, render, texts } from "../support/render";
import { can, observation, seatView, view } from "../support/views";

const onready = vi.fn();
const onclose = vi.fn();

const END: Partial<View> = {
  phase: "round_over",
  observation: observation({ round: 2 }),
  points: [
    [3, 0, 5],
    [0, 2, 9],
  ],
  scores: [3, 2, 14],
  hands: [[], [1, 1], [8, 9, 9]],
  last_trick_end: { rule: "R19", seat: 0 },
};

function show(ended: Partial<View> = {}, now: Partial<View> = { can: can("ready") }, seconds: number | null = null): void {
  const seen = view({ ...END, ...ended });
  render(RoundEndDialog, { ended: seen, view: view({ ...END, ...ended, ...now }), seconds, onready, onclose });
}

beforeEach(async () => {
  await loadLanguage("en");
  vi.clearAllMocks();
});

it("says who went out, the points of the round and the scores", () => {
  show();
  expect(texts("h2")).toEqual(["End of round 2"]);
  expect(texts(".hands .points .visually-hidden")).toEqual(["2", "0", "9"]);
  expect(texts(".hands .score .visually-hidden")).toEqual(["2", "3", "14"]);
  expect(texts(".hands i")).toHaveLength(1);
});

it("goes on with one button, and counts down to the next round", () => {
  show({}, { can: can("ready") }, 12);
  expect(texts(".waits")).toEqual(["Next round in 12 seconds"]);
  click(one("[data-do='ready']"));
  expect(onready).toHaveBeenCalledOnce();
});

it("says who is waited for, once one has asked oneself", () => {
  const seats = [
    seatView("Ana", { ready: true }),
    seatView("Ben"),
    seatView("Cleo", { online: false }),
  ];
  show({ seats }, { can: can(), waits_for: [1] });
  expect(texts(".waits")).toEqual(["Waiting for Ben."]);
  show({ seats }, { can: can(), waits_for: [1] }, 7);
  expect(texts(".waits").slice(-2)).toEqual(["Waiting for Ben.", "Next round in 7 seconds"]);
  expect(all("[data-do='ready']")).toEqual([]);
});

it("leads to the table where the next round has begun", () => {
  show({}, { phase: "playing" });
  click(named("To the table"));
  expect(onclose).toHaveBeenCalledOnce();
});

it("lists the seats by place, and says one's own", () => {
  show({ you: 2 });
  expect(texts("li > .place")).toEqual(["1.", "2.", "3."]);
  expect(texts(".hands b")).toEqual(["Ben", "Ana", "You"]);
  expect(texts(".body > p").join()).toContain("You are third.");
});

it("says who wants to play again, and when that begins", () => {
  const over: Partial<View> = { phase: "game_over", winners: [1], scores: [20, 2, 14], you: 2 };
  const seats = [seatView("Ana", { ready: true }), seatView("Ben"), seatView("Cleo")];
  show({ ...over, seats }, { can: can("rematch") }, 9);
  expect(texts(".end p")).toEqual(["Ana has reached 20 points. You finish second. The winner went out in 1 of 2 rounds."]);
  expect(texts(".waits")).toEqual(["Ana wants to play again.", "Next game in 9 seconds"]);
  expect(named("Play again")).toBe(one("[data-do='ready']"));
});

it("names the winner of a game, and offers what one can do with it", () => {
  show({ phase: "game_over", winners: [1] }, { can: can("rematch") });
  expect(texts("h2")).toEqual(["Ben wins the game with 2 points."]);
  expect(texts("li.winner b")).toEqual(["Ben"]);
  expect(all("a").map((link) => link.getAttribute("href"))).toEqual([
    "/replay/ABC?game=1",
    "/t/ABC/review?game=1&seat=0",
    "/api/tables/ABC/record?game=1",
    "/",
  ]);
  expect(named("Play again")).toBe(one("[data-do='ready']"));
});

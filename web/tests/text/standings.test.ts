/** Places, shared ones too, and why a game is over. */
import { beforeEach, expect, it } from "vitest";
import { loadLanguage } from "../../src/state/catalogue.svelte";
import { gameEndText, gameStoryText, ownPlaceText, raceTarget, rematchText, resultText, standings } from "../../src/text/standings";
import { RULES, seatView, view } from "../support/views";

beforeEach(() => loadLanguage("en"));

it("shares a place among those with as many points", () => {
  expect(standings([7, 3, 7, 21])).toEqual([
    { seat: 1, place: 1 },
    { seat: 0, place: 2 },
    { seat: 2, place: 2 },
    { seat: 3, place: 4 },
  ]);
});

it("leaves to the title that one has won", () => {
  const over = view({ phase: "game_over", scores: [4, 9, 21], winners: [0], you: 0 });
  expect(ownPlaceText(over)).toBe("");
  expect(ownPlaceText({ ...over, you: 2 })).toBe("You finish third.");
  expect(ownPlaceText({ ...over, you: null })).toBe("");
});

it("says who ended a game, in the form for you too", () => {
  const over = view({ phase: "game_over", scores: [4, 20, 21], winners: [0], you: 0 });
  expect(gameEndText(over)).toMatch(/^At 20 points or more: \w+, \w+\.$/);
  expect(gameEndText({ ...over, scores: [4, 20, 3], you: 1 })).toBe("You have reached 20 points.");
  const two = { ...over.options, rules: { ...RULES, format: "two_hands" as const } };
  expect(gameEndText({ ...over, options: two })).toBe("Both rounds have been played.");
});

it("does not tell those who asked that they want to play again", () => {
  const seats = [seatView("Ana", { ready: true }), seatView("Ben", { ready: true }), seatView("Cleo")];
  const over = view({ phase: "game_over", seats, you: 0 });
  expect(rematchText(over)).toBe("Ben wants to play again.");
  expect(rematchText({ ...over, you: 2 })).toBe("Ana, Ben want to play again.");
  expect(rematchText({ ...over, phase: "round_over" })).toBe("");
});

it.each([
  ["who lost the lead in the last round", [[5, 0, 9], [0, 8, 9]], [5, 8, 18], [0], null, "Ben was ahead until the last round."],
  ["that it was you", [[5, 0, 9], [0, 8, 9]], [5, 8, 18], [0], 1, "You were ahead until the last round."],
  ["that it was close", [[0, 9, 9], [4, 0, 9]], [7, 9, 18], [0], null, "Only 2 points lie between the first and the second."],
  ["how often the winner went out", [[0, 4, 9], [0, 9, 9]], [0, 13, 18], [0], null, "The winner went out in 2 of 2 rounds."],
  ["how far the winner was ahead", [[1, 0, 9], [1, 9, 0], [1, 9, 9]], [3, 18, 18], [0], null, "15 points lie between the first and the second."],
  ["nothing where several win", [[5, 5, 9], [0, 0, 9]], [5, 5, 18], [0, 1], null, ""],
  ["nothing of a single round", [[0, 5, 9]], [0, 5, 9], [0], null, ""],
])("tells of a game %s", (_, points, scores, winners, you, story) => {
  const seats = ["Ana", "Ben", "Cleo"].map((name) => seatView(name));
  expect(gameStoryText(view({ phase: "game_over", points, scores, winners, you, seats }))).toBe(story);
});

it("has a race where the game ends at a number of points", () => {
  expect(raceTarget(RULES)).toBe(20);
  expect(raceTarget({ ...RULES, format: "two_hands" })).toBe(0);
});

it("tells a result to people who were not there: nobody is you", () => {
  const over = view({ phase: "game_over", scores: [21, 4, 9], winners: [1], you: 1 });
  expect(resultText(over)).toBe("535: Ben wins the game with 4 points.\n1. Ben: 4\n2. Cleo: 9\n3. Ana: 21");
});

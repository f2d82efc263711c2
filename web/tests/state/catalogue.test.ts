import { beforeEach, describe, expect, it } from "vitest";
import { joinWithAnd, joinWithOr, levelName, loadLanguage, say, sayAbout } from "../../src/state/catalogue.svelte";

beforeEach(() => loadLanguage("en"));

describe("sentences", () => {
  it("keep the cards of a meld on one line", () => {
    expect(say("play.deed_lead", { name: "An-A", cards: "13-14-15" })).toBe("An-A leads 13\u201114\u201115.");
  });

  it("have their parameters filled in, and are two where something is counted", () => {
    expect(say("play.deed_lead", { name: "Ana", cards: "3" })).toBe("Ana leads 3.");
    expect(say("page.log_points", { name: "Ana", count: 1 })).toBe("Ana: 1 point");
    expect(say("page.log_points", { name: "Ana", count: 0 })).toBe("Ana: 0 points");
  });

  it("speak to who reads them", () => {
    expect(sayAbout("page.log_left", false, { name: "Ana" })).toBe("Ana leaves.");
    expect(sayAbout("page.log_left", true, { name: "Ana" })).toBe("You leave.");
  });

  it("show a key or a parameter that is missing", () => {
    expect(say("page.no_such_sentence")).toBe("page.no_such_sentence");
    expect(say("page.log_left")).toBe("{name} leaves.");
  });

  it("change with the language, all at once", async () => {
    await loadLanguage("nl");
    expect(say("page.what_happened")).toBe("Wat er gebeurde");
  });
});

it("joins what is listed", () => {
  expect(joinWithAnd([])).toBe("");
  expect(joinWithAnd(["Ana"])).toBe("Ana");
  expect(joinWithAnd(["Ana", "Ben", "Cleo"])).toBe("Ana, Ben and Cleo");
  expect(joinWithOr(["3", "4"])).toBe("3 or 4");
});

it("calls a level of an operator by its own name", () => {
  expect(levelName("medium")).toBe(say("page.level_medium"));
  expect(levelName("house-special")).toBe("house-special");
});

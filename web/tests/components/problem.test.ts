/** What is said where a page cannot be shown. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import Problem from "../../src/components/Problem.svelte";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { named, render, texts } from "../support/render";

beforeEach(() => loadLanguage("en"));

const CODES = ["no_such_table", "closed", "too_many", "server_full", "offline", "no_game_yet", "not_found"];

describe("a reason that is known", () => {
  it.each(CODES)("%s has words of the page", (code) => {
    render(Problem, { code, sentence: "the server's words" });
    const [title] = texts("h1");
    const [text] = texts("main > p");
    for (const said of [title, text]) {
      expect(said).not.toMatch(/^page\.|the server's words/);
      expect(said).not.toBe("");
    }
  });
});

it("says the server's sentence where the page has none", () => {
  render(Problem, { code: "else", sentence: "The server is full of water." });
  expect(texts("h1")).toEqual([say("page.went_wrong")]);
  expect(texts("main > p")).toEqual(["The server is full of water."]);
});

it("lets a table that is gone be forgotten, and no other", () => {
  const onmissing = vi.fn();
  render(Problem, { code: "closed", onmissing });
  expect(onmissing).not.toHaveBeenCalled();
  render(Problem, { code: "no_such_table", onmissing });
  expect(onmissing).toHaveBeenCalledOnce();
});

it("leads home", () => {
  render(Problem, { code: "offline" });
  expect(named(say("page.home")).getAttribute("href")).toBe("/");
});

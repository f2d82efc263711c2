/** Making a table: what is chosen, as the body that the server gets. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import CreateTable from "../../src/pages/CreateTable.svelte";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { all, click, enter, named, one, render, submit } from "../support/render";
import { answerWith, CONFIG } from "../support/server";

const oncreate = vi.fn();

const PLAIN = {
  rules: { players: 4, next_leader: "winner", overwrite: "same_size", target: 20 },
  bots: [null, null, null, null],
  clock: "none",
  pace: "normal",
  chat: false,
  start: false,
};

/** The choice with a text in the group with a label. */
function choice(label: string, text: string): HTMLElement {
  const group = all("fieldset").find((found) => found.querySelector("legend")?.textContent === label);
  const found = [...(group?.querySelectorAll("label") ?? [])].find((each) => each.textContent?.trim() === text);
  const input = found?.querySelector("input");
  if (!input) throw new Error(`${label} has no ${text}`);
  return input;
}

function switched(label: string): HTMLElement {
  const found = all("label").find((each) => each.textContent?.trim().startsWith(label))?.querySelector("input");
  if (!found) throw new Error(`nothing switches ${label}`);
  return found;
}

beforeEach(async () => {
  await loadLanguage("en");
  answerWith({ "/api/config": CONFIG });
  oncreate.mockClear();
  render(CreateTable, { problem: "", busy: false, oncreate, onclose: () => undefined });
  await vi.waitFor(() => {
    flushSync();
    if (all("select option").length < 9) throw new Error("the levels are on their way");
  });
});

afterEach(() => void vi.unstubAllGlobals());

it("is the plain game with friends unless something is chosen", () => {
  expect(named(say("page.create_and_share")).getAttribute("type")).toBe("submit");
  submit(one("form"));
  expect(oncreate).toHaveBeenCalledWith(PLAIN);
});

it("begins at once where bots have all other seats", () => {
  click(choice(say("page.players"), "3"));
  for (const seat of all("select")) enter(seat, "easy");
  click(choice(say("page.target"), say("page.short_game")));
  expect(named(say("page.start")).getAttribute("type")).toBe("submit");
  submit(one("form"));
  expect(oncreate).toHaveBeenCalledWith({
    ...PLAIN,
    rules: { ...PLAIN.rules, players: 3, target: 10 },
    bots: [null, "easy", "easy"],
    start: true,
  });
});

it("has no target in the format of two hands, which is for two", () => {
  click(choice(say("page.players"), "2"));
  click(switched(say("page.two_hands")));
  submit(one("form"));
  const { target: _target, ...rules } = PLAIN.rules;
  expect(oncreate).toHaveBeenCalledWith({
    ...PLAIN,
    rules: { ...rules, players: 2, format: "two_hands" },
    bots: [null, null],
  });
});

it("forgets a variant that is not for so many players", () => {
  click(choice(say("page.players"), "3"));
  click(switched(say("page.extra_deal")));
  submit(one("form"));
  expect(oncreate.mock.lastCall?.[0]).toMatchObject({ rules: { players: 3, deal: 16 } });
  click(choice(say("page.players"), "4"));
  submit(one("form"));
  expect(oncreate.mock.lastCall?.[0]).toEqual(PLAIN);
});

it("says how long a turn lasts at this server", () => {
  const clock = say("page.clock_quick");
  expect(choice(say("page.clock"), `${clock} (15 s)`)).toBeTruthy();
});

/** Making a table: what is chosen, as the body that the server gets. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import CreateTable from "../../src/pages/CreateTable.svelte";
import { Refusal } from "../../src/state/api";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { all, click, enter, named, one, render, submit, texts } from "../support/render";
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

async function show(refused: Refusal | null = null): Promise<void> {
  render(CreateTable, { refused, busy: false, oncreate, onclose: () => undefined });
  await vi.waitFor(() => {
    flushSync();
    if (all(".seats option").length < 9) throw new Error("the levels are on their way");
  });
}

const sent = (): unknown => {
  submit(one("form"));
  return oncreate.mock.lastCall?.[0];
};

beforeEach(async () => {
  await loadLanguage("en");
  answerWith({ "/api/config": CONFIG });
  oncreate.mockClear();
});

afterEach(() => void vi.unstubAllGlobals());

it("is the plain game with friends unless something is chosen", async () => {
  await show();
  expect(named(say("page.create_and_share")).getAttribute("type")).toBe("submit");
  submit(one("form"));
  expect(oncreate).toHaveBeenCalledWith(PLAIN);
});

it("begins at once where bots have all other seats", async () => {
  await show();
  click(choice(say("page.players"), "3"));
  for (const seat of all(".seats select")) enter(seat, "easy");
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

it("has no target in the format of two hands, which is for two", async () => {
  await show();
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

it("forgets a variant that is not for so many players", async () => {
  await show();
  click(choice(say("page.players"), "3"));
  click(switched(say("page.extra_deal")));
  submit(one("form"));
  expect(oncreate.mock.lastCall?.[0]).toMatchObject({ rules: { players: 3, deal: 16 } });
  click(choice(say("page.players"), "4"));
  submit(one("form"));
  expect(oncreate.mock.lastCall?.[0]).toEqual(PLAIN);
});

it("says how long a turn lasts at this server", async () => {
  await show();
  const clock = say("page.clock_quick");
  expect(choice(say("page.clock"), `${clock} (15 s)`)).toBeTruthy();
});

it("takes any target, and says what it means", async () => {
  await show();
  click(choice(say("page.target"), say("page.other_target")));
  enter(one("[name=target]"), "35");
  expect(texts("small").some((text) => text === say("rules.game_target", { target: 35 }))).toBe(true);
  expect(sent()).toMatchObject({ rules: { target: 35 } });
});

it("has every other option of the rules behind one summary, and sends what differs", async () => {
  await show();
  enter(one("[name=deal]"), "9");
  click(switched(say("page.larger")));
  click(choice(say("page.next_leader"), say("page.leader_loser")));
  enter(one("[name='points.8']"), "10");
  for (const rank of [1, 2, 15]) click(one(`[name='rank.${rank}']`));
  click(one("[name='rank.1']"));
  enter(one("[name=copies]"), "3");
  expect(all("details [name='points.15']")).toEqual([]);
  expect(sent()).toMatchObject({
    rules: {
      ...PLAIN.rules,
      deal: 9,
      overwrite: "larger",
      next_leader: "loser",
      points: { 8: 10 },
      ranks: [1, 3, 4, 5, 7, 8, 9, 11, 12, 13, 14],
      copies: 3,
    },
  });
});

it.each([
  ["R1", "[name='rank.1']"],
  ["R2", "[name=copies]"],
  ["R3", "[name=deal]"],
  ["R4", "[name='points.8']"],
])("shows at its field what the server refuses by %s", async (rule, field) => {
  await show(new Refusal("code", 400, "Not so.", rule));
  expect(texts("[role=alert]")).toEqual(["Not so."]);
  expect(one("[role=alert]").closest(".option")?.contains(one(field))).toBe(true);
  expect(one("details").hasAttribute("open")).toBe(true);
});

it("shows what is about no field below all of them", async () => {
  await show(new Refusal("server_full", 503, "All tables are taken."));
  expect(one("[role=alert]").parentElement).toBe(one("form"));
});

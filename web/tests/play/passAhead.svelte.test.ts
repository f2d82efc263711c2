/** A pass chosen before one's turn: once, for the trick that lies there. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HandState, type HandSource } from "../../src/play/handState.svelte";
import type { Observation, Played, View } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { settings } from "../../src/state/settings.svelte";
import { action, can, observation, view } from "../support/views";

const LEAD: Played = [1, action("lead", 3)];
const OVER: Played = [2, action("overwrite", 4)];
const PASS = action("pass");

/** A trick that has had these plays, after as many others in the round. */
function others(trick: Played[], more: Partial<Observation> = {}, before = 0): View {
  const history = [...Array<Played>(before).fill(LEAD), ...trick];
  return view({ trick, observation: observation({ hand: [3, 9], table: [3], turn: 2, last: 1, history, ...more }) });
}

/** One's own turn in it. */
function own(trick: Played[], before = 0): View {
  return { ...others(trick, { turn: 0, legal: [PASS, action("overwrite", 9)] }, before), can: can("act") };
}

class Table implements HandSource {
  view: View = $state.raw(others([LEAD]));
  own = 0;
  busy = $state(false);
  promptOverride = "";
  passesAhead: boolean | undefined = true;
  played: string[] = [];
  act = (text: string): Promise<string> => {
    this.played.push(text);
    return Promise.resolve("");
  };
  why = (): Promise<string> => Promise.resolve("");
}

let table: Table;
let hand: HandState;
let dispose: () => void;

function next(seen: View): void {
  table.view = seen;
  flushSync();
}

beforeEach(async () => {
  await loadLanguage("en");
  Object.assign(settings, { confirm: false, autoPass: false });
  table = new Table();
  dispose = $effect.root(() => {
    hand = new HandState(() => table);
  });
  flushSync();
});

afterEach(() => dispose());

it("passes in one's turn, whatever lies there by then, and only once", () => {
  expect(hand.canPassAhead).toBe(true);
  hand.pass();
  expect(hand.passesAhead).toBe(true);
  expect(hand.message).toBe(say("page.passes_ahead"));
  next(own([LEAD, OVER]));
  expect(table.played).toEqual(["pass"]);
  next(own([LEAD, OVER]));
  expect(table.played).toEqual(["pass"]);
});

it("can be taken back until the turn comes", () => {
  hand.pass();
  hand.pass();
  expect(hand.passesAhead).toBe(false);
  next(own([LEAD, OVER]));
  expect(table.played).toEqual([]);
});

it("is dropped when the trick ends", () => {
  hand.pass();
  next(others([], { table: [] }, 2));
  expect(hand.canPassAhead).toBe(false);
  next(others([LEAD], {}, 2));
  expect(hand.passesAhead).toBe(false);
  next(own([LEAD], 2));
  expect(table.played).toEqual([]);
});

it("waits while another action is on its way", () => {
  hand.pass();
  table.busy = true;
  next(own([LEAD, OVER]));
  expect(table.played).toEqual([]);
  table.busy = false;
  flushSync();
  expect(table.played).toEqual(["pass"]);
});

it("needs no second press where actions are confirmed: it can be taken back", () => {
  settings.confirm = true;
  hand.pass();
  next(own([LEAD, OVER]));
  expect(table.played).toEqual(["pass"]);
});

it.each([
  ["in one's own turn", own([LEAD])],
  ["where nothing lies there to pass on", others([], { table: [] })],
  ["by who has passed", others([LEAD], { passed: [0] })],
  ["when the round is over", { ...others([LEAD]), phase: "round_over" as const }],
])("cannot be chosen %s", (_when, seen) => {
  next(seen);
  expect(hand.canPassAhead).toBe(false);
});

it("is there only where it was asked for: the lesson has none", () => {
  table.passesAhead = undefined;
  next(others([LEAD]));
  hand.pass();
  next(own([LEAD]));
  expect(table.played).toEqual([]);
});

/** One's own hand: choosing, asking, confirming and playing, against a table that the test plays. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HandState, type HandSource } from "../../src/play/handState.svelte";
import type { Action, Hinted, Rank, View } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { settings } from "../../src/state/settings.svelte";
import { action, can, observation, view } from "../support/views";

const HAND: Rank[] = [3, 3, 4, 9];
const PASS = action("pass");

function turn(legal: Action[], more: { hand?: Rank[]; table?: Rank[] } & Partial<View> = {}): View {
  const { hand = HAND, table = [3], ...rest } = more;
  return view({ can: can("act", "hint", "hint_in_turn"), observation: observation({ hand, table, legal }), ...rest });
}

class Table implements HandSource {
  view: View = $state.raw(turn([PASS, action("overwrite", 4), action("add", 3), action("add", 4)]));
  own = 0;
  busy = $state(false);
  promptOverride = $state("");
  played: string[] = [];
  asked: string[] = [];
  refusal = "";
  hint: Hinted | string = "no hint";

  act = (text: string): Promise<string> => {
    this.played.push(text);
    return Promise.resolve(this.refusal);
  };
  why = (text: string): Promise<string> => {
    this.asked.push(text);
    return Promise.resolve(`${text} is not legal (R10)`);
  };
  requestHint: HandSource["requestHint"] = () => Promise.resolve(this.hint);
}

let table: Table;
let hand: HandState;
let dispose: () => void;

beforeEach(async () => {
  vi.useFakeTimers();
  await loadLanguage("en");
  Object.assign(settings, { confirm: false, autoPass: false });
  table = new Table();
  dispose = $effect.root(() => {
    hand = new HandState(() => table);
  });
  flushSync();
});

afterEach(() => {
  dispose();
  vi.useRealTimers();
});

/** Choose ranks as the keys do. */
function choose(...ranks: Rank[]): void {
  for (const rank of ranks) hand.run({ do: "rank", rank });
  flushSync();
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
}

describe("choosing", () => {
  it("takes the next copy of a rank, and after the last of them none", () => {
    choose(3);
    expect(hand.choice).toEqual([3]);
    choose(3);
    expect(hand.choice).toEqual([3, 3]);
    choose(3);
    expect(hand.choice).toEqual([]);
  });

  it("keeps what stays in the hand over the next view", () => {
    choose(4, 9);
    table.view = turn([PASS], { hand: [3, 3, 9] });
    flushSync();
    expect(hand.choice).toEqual([9]);
  });

  it("begins anew with a round, whose cards are seen coming", () => {
    choose(4);
    table.view = view({ observation: observation({ round: 2, hand: [4, 5] }) });
    flushSync();
    expect(hand.choice).toEqual([]);
    expect(hand.justDealt).toBe(true);
    const history: [number, Action][] = [[1, action("lead", 3)]];
    table.view = view({ observation: observation({ round: 3, hand: [4, 5], history }) });
    flushSync();
    expect(hand.justDealt).toBe(false);
  });

  it("is put away by one key", () => {
    choose(3, 9);
    hand.run({ do: "clear" });
    expect(hand.choice).toEqual([]);
  });
});

describe("a choice that is no play", () => {
  it("asks which rule forbids it, both ways that it may be meant", async () => {
    choose(9);
    await settle();
    expect(table.asked).toEqual([">9", "+9"]);
    expect(hand.message).toBe(">9 is not legal (R10). +9 is not legal (R10).");
  });

  it("is explained once where both meanings are refused for the same", async () => {
    table.why = () => Promise.resolve("too many cards (R8)");
    choose(9);
    await settle();
    expect(hand.message).toBe("Too many cards (R8).");
  });

  it("is asked about as a lead on an empty table", async () => {
    table.view = turn([action("lead", 3)], { table: [] });
    choose(3, 9);
    await settle();
    expect(table.asked).toEqual(["3-9"]);
  });

  it("has no answer any more once the choice is another", async () => {
    choose(9);
    choose(9, 4);
    await settle();
    expect(hand.refusal).toBe("");
    expect(hand.selection.completed).toHaveLength(2);
  });

  it("is no question where it was made before one's turn, until it is another", async () => {
    const mine = table.view;
    table.view = view({ observation: observation({ hand: HAND, turn: 1 }) });
    choose(9);
    await settle();
    table.view = mine;
    await settle();
    expect(hand.choice).toEqual([9]);
    expect(table.asked).toEqual([]);
    expect(hand.message).toBe(say("page.your_turn"));
    choose(9);
    choose(9);
    await settle();
    expect(table.asked).toEqual([">9", "+9"]);
  });

  it("asks nothing while it may become a play, and in another's turn", async () => {
    table.view = turn([PASS, action("overwrite", 3, 3)]);
    choose(3);
    await settle();
    table.view = view({ observation: observation({ hand: HAND, turn: 1 }) });
    choose(9);
    await settle();
    expect(table.asked).toEqual([]);
    expect(hand.message).toBe("Ben is to play.");
  });
});

describe("playing", () => {
  it("plays the only thing that the cards can do, and then has none chosen", async () => {
    choose(3);
    expect(hand.run({ do: "play" })).toBeNull();
    await settle();
    expect(table.played).toEqual(["+3"]);
    expect(hand.choice).toEqual([]);
  });

  it("asks which is meant where the cards can do either (R12)", async () => {
    choose(4);
    expect(hand.run({ do: "play" })?.kind).toBe("overwrite");
    expect(table.played).toEqual([]);
    hand.run({ do: "add" });
    await settle();
    expect(table.played).toEqual(["+4"]);
  });

  it("plays a card that is dropped on the table with those chosen", async () => {
    table.view = turn([PASS, action("overwrite", 3, 3)]);
    choose(3);
    hand.drop(hand.held[1]!);
    await settle();
    expect(table.played).toEqual([">3-3"]);
  });

  it("keeps the choice and says why where it was refused", async () => {
    table.refusal = "it is not your turn";
    choose(3);
    hand.run({ do: "play" });
    await settle();
    expect(hand.message).toBe("It is not your turn.");
    expect(hand.choice).toEqual([3]);
  });

  it("waits while an action is on its way, and in another's turn", () => {
    choose(3);
    table.busy = true;
    hand.run({ do: "play" });
    table.busy = false;
    table.view = view({ observation: observation({ hand: HAND, turn: 1 }) });
    flushSync();
    hand.run({ do: "play" });
    hand.pass();
    expect(table.played).toEqual([]);
  });

  it("asks for a second press where actions are confirmed, of the same action", async () => {
    settings.confirm = true;
    hand.pass();
    expect(hand.confirming).toBe("pass");
    choose(3);
    expect(hand.confirming).toBeNull();
    hand.run({ do: "play" });
    expect(hand.confirming).toBe("+3");
    expect(table.played).toEqual([]);
    hand.run({ do: "play" });
    await settle();
    expect(table.played).toEqual(["+3"]);
  });
});

describe("passing by itself", () => {
  beforeEach(() => (settings.autoPass = true));

  it("waits a while, and only where nothing else can be done", async () => {
    await vi.advanceTimersByTimeAsync(3000);
    expect(table.played).toEqual([]);
    table.view = turn([PASS]);
    flushSync();
    await vi.advanceTimersByTimeAsync(599);
    expect(table.played).toEqual([]);
    await vi.advanceTimersByTimeAsync(2001);
    expect(table.played).toEqual(["pass"]);
  });

  it("is dropped when the turn is over before", async () => {
    table.view = turn([PASS]);
    flushSync();
    table.view = view();
    flushSync();
    await vi.advanceTimersByTimeAsync(3000);
    expect(table.played).toEqual([]);
  });
});

describe("hints", () => {
  const hinted: Hinted = { type: "hinted", id: 1, turn: 0, advice: [], why: null };

  it("have their button also in the others' turns", () => {
    expect(hand.hasHints).toBe(true);
    table.view = view({ can: can("hint_in_turn") });
    flushSync();
    expect(hand.hasHints).toBe(true);
  });

  it("have none where the table allows none, or nobody can be asked", () => {
    table.view = view({ can: can("act") });
    flushSync();
    expect(hand.hasHints).toBe(false);
    table.requestHint = undefined;
    table.view = view({ can: can("hint_in_turn") });
    flushSync();
    expect(hand.hasHints).toBe(false);
  });

  it("are shown for their turn, and put away when asked again", async () => {
    table.hint = hinted;
    hand.run({ do: "hint" });
    flushSync();
    expect(hand.message).toBe("Thinking about the best play...");
    await settle();
    expect(hand.hint).toEqual(hinted);
    hand.run({ do: "hint" });
    expect(hand.hint).toBeNull();
    hand.run({ do: "hint" });
    await settle();
    table.view = turn([PASS], { turn_number: 1 });
    flushSync();
    expect(hand.hint).toBeNull();
  });

  it("leave the choice alone: the first clearing puts the hint away", async () => {
    table.hint = hinted;
    choose(3);
    hand.run({ do: "hint" });
    await settle();
    hand.run({ do: "clear" });
    expect([hand.hint, hand.choice]).toEqual([null, [3]]);
  });

  it("say why there is none", async () => {
    hand.run({ do: "hint" });
    await settle();
    expect(hand.message).toBe("No hint.");
  });
});

it("shows what is to be said in place of the prompt", () => {
  expect(hand.message).toBe("Your turn: overwrite, add or pass.");
  table.promptOverride = "Try the 4.";
  flushSync();
  expect(hand.message).toBe("Try the 4.");
});

/** A table by its code, as a person sees it, against a server that the test plays. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import TablePage from "../../src/pages/TablePage.svelte";
import type { Happened, Request, View } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { navigate, route } from "../../src/state/route.svelte";
import { keepToken, tokenOf } from "../../src/state/seatTokens";
import { settings } from "../../src/state/settings.svelte";
import { all, click, enter, named, one, press, render, submit, texts } from "../support/render";
import { answerWith, CONFIG } from "../support/server";
import { FakeSocket } from "../support/socket";
import { action, can, observation, seatView, view } from "../support/views";

const LOST = "The connection broke before the answer came: look at the table, and try again if it was not done.";

let seq = 5;

/** The page of a table that is as in a view. */
function show(seen: View): FakeSocket {
  render(TablePage, { code: "ABC" });
  FakeSocket.last.welcome(seen, seq);
  flushSync();
  return FakeSocket.last;
}

function happen(seen: View, ...events: Happened[]): void {
  FakeSocket.last.say({ type: "update", since: seq, seq: seq + 1, events, view: seen });
  seq += 1;
  flushSync();
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
}

/** The last request, answered by a refusal or by what it asked for. */
async function answer(reply: { refused: string } | "done"): Promise<void> {
  const { id } = FakeSocket.last.sent.at(-1) as Request & { id: number };
  if (reply === "done") FakeSocket.last.say({ type: "done", id, seq });
  else FakeSocket.last.say({ type: "refused", id, code: "x", rule: "", sentence: reply.refused, parameters: {} });
  await settle();
}

/** The connection breaks, and comes back to a table as in a view. */
async function reconnect(seen: View): Promise<void> {
  FakeSocket.last.close();
  await vi.advanceTimersByTimeAsync(1000);
  FakeSocket.last.welcome(seen, seq);
  await settle();
}

function turn(more: Partial<View> = {}): View {
  const legal = [action("pass"), action("overwrite", 4)];
  return view({ can: can("act"), observation: observation({ hand: [4, 9], table: [3], legal }), ...more });
}

const ROUND_OVER: Partial<View> = { phase: "round_over", points: [[3, 0, 5]], hands: [[1], [], [8]] };

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  await loadLanguage("en");
  answerWith({ "/api/config": CONFIG });
  localStorage.clear();
  Object.assign(settings, { language: "en", name: "", sound: false, autoPass: false, confirm: false });
  FakeSocket.made = [];
  seq = 5;
  navigate("/t/ABC");
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("coming to a table", () => {
  it("says that the page connects, and that the server does not answer", async () => {
    answerWith({ "/api/tables/ABC": { code: "ABC" } });
    render(TablePage, { code: "ABC" });
    expect(texts("main [role=status]")).toEqual([say("page.connecting")]);
    FakeSocket.last.close();
    await settle();
    expect(texts("main [role=status]")).toEqual([say("page.no_connection")]);
  });

  it("says that there is no such table, and forgets its seat", async () => {
    keepToken("ABC", "secret-of-the-seat");
    render(TablePage, { code: "ABC" });
    FakeSocket.last.close();
    await vi.waitFor(() => {
      flushSync();
      expect(texts("h1")).toEqual([say("page.no_table")]);
    });
    expect(tokenOf("ABC")).toBeNull();
  });

  it("leads to the lobby before the first game, and says there why something was refused", async () => {
    const socket = show(view({ phase: "waiting", can: can("fill") }));
    expect(texts("main h1")).toEqual([say("page.waiting")]);
    click(named(say("page.fill", { count: 0 })));
    expect(socket.sent.at(-1)).toMatchObject({ type: "fill", level: "medium" });
    await answer({ refused: "the game has begun" });
    expect(texts("[role=alert]")).toEqual(["The game has begun."]);
  });

  it("lets who only watches sit down", () => {
    const socket = show(view({ you: null, can: { ...can(), sit: [1] } }));
    expect(texts(".watching p")).toEqual([say("page.watching")]);
    click(named(say("page.sit")));
    expect(socket.sent.at(-1)).toMatchObject({ type: "sit", name: say("play.default_name") });
  });

  it("offers no seat where there is none", () => {
    show(view({ you: null }));
    expect(all(".watching button")).toEqual([]);
  });
});

describe("playing", () => {
  it("sends the action, and says why it was refused", async () => {
    const socket = show(turn());
    click(one("[data-do='pass']"));
    expect(socket.sent.at(-1)).toMatchObject({ type: "act", turn: 0, action: "pass" });
    expect(one("[data-do='pass']").getAttribute("aria-disabled")).toBe("true");
    await answer({ refused: "this is not your turn" });
    expect(texts(".hint.alert")).toEqual(["This is not your turn."]);
  });

  it("asks which rule forbids the chosen cards", async () => {
    const socket = show(turn());
    click(one("[data-card='9']"));
    const asked = socket.sent.filter((request) => request.type === "ask");
    expect(asked.map((request) => request.action)).toEqual([">9", "+9"]);
    for (const { id } of asked) {
      socket.say({ type: "why", id, code: "x", rule: "R10", sentence: "9 is no pair (R10)", parameters: {} });
    }
    await settle();
    expect(texts(".hint.alert")).toEqual(["9 is no pair (R10)."]);
  });

  it("shows the hint that was asked for", async () => {
    const socket = show(turn({ can: can("act", "hint", "hint_in_turn") }));
    click(one("[data-do='hint']"));
    const { id } = socket.sent.at(-1) as Request & { id: number };
    const best = { action: action("overwrite", 4), ahead: 1.5, ahead_error: 0, cost: 0, cost_error: 0, as_good: true };
    socket.say({ type: "hinted", id, turn: 0, advice: [best], why: null });
    await settle();
    expect(texts(".advice p b")).toEqual([say("hint.best", { action: "Overwrite with 4" })]);
  });

  it("marks the page's title while it is one's turn", () => {
    show(turn());
    expect(document.title).toContain(say("page.your_move"));
    happen(view({ turn_number: 1 }));
    expect(document.title).toBe("535 ABC");
  });

  it("says that the time ran out where a bot has the seat for that, and not for an absence", () => {
    show(turn());
    happen(view({ turn_number: 1, can: can("back") }));
    expect(texts(".banner span")).toEqual([say("page.time_ran_out")]);
    happen(turn({ turn_number: 2 }));
    expect(all(".banner")).toEqual([]);
    happen(view({ turn_number: 3 }));
    happen(view({ turn_number: 4, can: can("back") }));
    expect(texts(".banner span")).toEqual([say("page.bot_stands_in")]);
  });

  it("gives the seat back that a bot plays", () => {
    const socket = show(view({ can: can("back") }));
    expect(texts(".banner span")).toEqual([say("page.bot_stands_in")]);
    click(named(say("page.back")));
    expect(socket.sent.at(-1)).toMatchObject({ type: "back" });
  });
});

describe("what happens", () => {
  const said = (text: string): Happened => ({ event: "said", seat: 1, phrase: null, text });

  it("is told to who listens, and shown beside who said it", () => {
    show(view());
    happen(view(), { event: "moved", seat: 1, action: action("lead", 3), cards_left: 4, end: null }, said("Hi"));
    expect(texts("[role=log]")).toEqual(["Ben leads 3. Ben: Hi"]);
    expect(texts("[data-seat='1'] .said")).toEqual(["Hi"]);
  });

  it("is marked as unread until what is said is opened", () => {
    show(view());
    happen(view(), said("Hi"));
    expect(all(".unread")).toEqual([one("[data-do=talk]")]);
    click(one("[data-do=talk]"));
    expect(texts(".conversation li")).toEqual(["Ben: Hi"]);
    expect(all(".unread")).toEqual([]);
    happen(view(), said("There"));
    expect(all(".unread"), "it is being read").toEqual([]);
  });

  it("is the past, and no news, where it is much at once", () => {
    show(view());
    happen(view(), ...Array.from({ length: 21 }, (_, number) => said(String(number))));
    expect(texts("[role=log]")).toEqual([""]);
    expect(all(".said")).toEqual([]);
  });
});

describe("what one may say", () => {
  it("is one tap away: a phrase, and the focus is back at its button", async () => {
    answerWith({ "/api/config": CONFIG });
    const socket = show(view({ can: can("say") }));
    click(one("[data-do=talk]"));
    expect(one("[data-do=talk]").getAttribute("aria-expanded")).toBe("true");
    await vi.waitFor(() => {
      flushSync();
      click(named(say("page.phrase_hello")));
    });
    expect(socket.sent.at(-1)).toMatchObject({ type: "say", phrase: "hello" });
    expect(all("aside")).toEqual([]);
    expect(document.activeElement).toBe(one("[data-do=talk]"));
  });

  it("is taken away by Esc, and by a dialog", () => {
    show(view({ can: can("say") }));
    click(one("[data-do=talk]"));
    press({ key: "Escape" });
    expect(all("aside")).toEqual([]);
    click(one("[data-do=talk]"));
    click(named(say("page.scores")));
    expect(all("aside")).toEqual([]);
  });
});

describe("the dialogs", () => {
  it("open by the buttons at the top, and close", () => {
    show(view());
    for (const key of ["page.scores", "page.reference", "page.settings"]) {
      click(named(say(key)));
      expect(texts("dialog h2")).toEqual([say(key)]);
      click(named(say("page.close")));
      expect(all("dialog")).toEqual([]);
    }
  });

  it("lead home once the seat was left, and stay where it was not", async () => {
    const socket = show(view({ can: can("leave") }));
    click(named(say("page.settings")));
    click(named(say("page.leave")));
    expect(socket.sent.at(-1)).toMatchObject({ type: "leave" });
    await answer({ refused: "not now" });
    expect(route.current.page).toBe("table");
    expect(texts("dialog [role=alert]")).toEqual(["Not now."]);
    click(named(say("page.leave")));
    await answer("done");
    expect(route.current.page).toBe("home");
  });

  it("show how a round ended until it was read, and ask for the next", async () => {
    const socket = show(view());
    happen(view({ ...ROUND_OVER, can: can("ready") }));
    expect(texts("dialog h2")).toEqual([say("play.sheet_round", { round: 1 })]);
    click(one("[data-do='ready']"));
    expect(socket.sent.at(-1)).toMatchObject({ type: "ready" });
    await answer("done");
    happen(view({ observation: observation({ round: 2 }) }));
    expect(all("dialog")).toEqual([]);
  });

  it("ask for another game at the end of one", () => {
    const socket = show(view({ ...ROUND_OVER, phase: "game_over", winners: [1], can: can("rematch") }));
    click(one("[data-do='ready']"));
    expect(socket.sent.at(-1)).toMatchObject({ type: "rematch" });
  });

  it("tell nothing where the next round began by itself just before it was asked for", async () => {
    show(view({ ...ROUND_OVER, can: can("ready") }));
    click(one("[data-do='ready']"));
    happen(view({ observation: observation({ round: 2 }) }));
    await answer({ refused: "not now" });
    expect(all("[role=alert]")).toEqual([]);
  });
});

it("is no news any more once the connection was lost meanwhile", async () => {
  show(view());
  FakeSocket.last.close();
  await vi.advanceTimersByTimeAsync(1000);
  FakeSocket.last.open();
  FakeSocket.last.say({ type: "welcome", id: 0, protocol: 1, token: null } as never);
  happen(view(), { event: "said", seat: 1, phrase: null, text: "Long ago" });
  expect(all(".said")).toEqual([]);
  happen(view(), { event: "said", seat: 1, phrase: null, text: "Just now" });
  expect(texts(".said")).toEqual(["Just now"]);
});

describe("losing the connection", () => {
  it("is said, and whether the network is there at all", async () => {
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
    show(turn());
    FakeSocket.last.close();
    flushSync();
    expect(texts(".banner")).toEqual([say("page.reconnecting")]);
    expect(one("[data-do='pass']").getAttribute("aria-disabled"), "nothing can be played meanwhile").toBe("true");
    await reconnect(turn());
    expect(all(".banner")).toEqual([]);
    onLine.mockReturnValue(false);
    FakeSocket.last.close();
    flushSync();
    expect(texts(".banner")).toEqual([say("page.you_are_offline")]);
    onLine.mockRestore();
  });

  it("leaves it open whether a phrase was said: it is not said twice, and the person is told", async () => {
    show(view({ can: can("say") }));
    click(one("[data-do=talk]"));
    await vi.waitFor(() => {
      flushSync();
      click(named(say("page.phrase_hello")));
    });
    expect(FakeSocket.last.sent.at(-1)).toMatchObject({ type: "say", phrase: "hello" });
    await reconnect(view({ can: can("say") }));
    expect(FakeSocket.last.sent.map((request) => request.type)).toEqual(["hello"]);
    expect(texts("[role=alert] span")).toEqual([LOST]);
    click(one("[data-do=talk]"));
    await settle();
    click(named(say("page.phrase_hello")));
    await answer("done");
    expect(all("[role=alert]"), "the next one was done").toEqual([]);
  });

  it("is told over the table where no dialog is open, until it was read", async () => {
    show(view({ you: null, can: { ...can("back"), sit: [1] } }));
    click(named(say("page.sit")));
    await reconnect(view({ you: null, can: can("back") }));
    expect(texts(".banner span")).toEqual([LOST]);
    click(named(say("page.close")));
    expect(texts(".banner span")).toEqual([say("page.bot_stands_in")]);
  });

  it("keeps what it was about out of the next dialog", async () => {
    show(view({ ...ROUND_OVER, can: can("ready") }));
    click(one("[data-do='ready']"));
    await reconnect(view({ ...ROUND_OVER, can: can("ready") }));
    expect(texts("dialog [role=alert]")).toEqual([LOST]);
    click(named(say("page.settings")));
    expect(texts("dialog h2")).toEqual([say("page.settings")]);
    expect(all("dialog [role=alert]")).toEqual([]);
  });

  it("sends a text that was written meanwhile once it is back", async () => {
    show(view({ can: can("say", "chat") }));
    click(one("[data-do=talk]"));
    FakeSocket.last.close();
    enter(one("aside form input"), "Here?");
    submit(one("aside form"));
    await vi.advanceTimersByTimeAsync(1000);
    FakeSocket.last.welcome(view({ can: can("say", "chat") }), seq);
    await settle();
    expect(FakeSocket.last.sent.filter((request) => request.type === "say")).toMatchObject([{ text: "Here?" }]);
    expect(all("[role=alert]")).toEqual([]);
  });

  it("to another tab is said with the way back", () => {
    const socket = show(view());
    socket.say({ type: "bye", code: "replaced", sentence: "Open elsewhere.", retry: false });
    socket.close();
    flushSync();
    expect(texts(".banner span")).toEqual(["Open elsewhere."]);
    click(named(say("page.play_here")));
    expect(FakeSocket.made).toHaveLength(2);
  });
});

it("comes back in the language that is chosen", async () => {
  show(view({ seats: [seatView("Ana"), seatView("Ben"), seatView("Cleo")] }));
  settings.language = "nl";
  flushSync();
  FakeSocket.last.open();
  expect(FakeSocket.made).toHaveLength(2);
  expect(FakeSocket.last.sent[0]).toMatchObject({ type: "hello", language: "nl" });
});

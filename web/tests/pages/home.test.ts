/** The start page: playing at once, joining by a code, and the seats that this browser holds. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import Home from "../../src/pages/Home.svelte";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { interceptLinks, route } from "../../src/state/route.svelte";
import { heldSeats, keepToken, tokenOf } from "../../src/state/seatTokens";
import { settings } from "../../src/state/settings.svelte";
import { all, click, enter, named, one, render, submit, texts } from "../support/render";
import { answerWith, CONFIG } from "../support/server";
import { seatView } from "../support/views";

const MADE = { code: "ABC", link: "/t/ABC", seat: 0, token: "secret-of-the-seat" };

async function show(): Promise<void> {
  render(Home, {});
  await settle();
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  flushSync();
}

let stop: () => void;

beforeEach(async () => {
  stop = interceptLinks();
  await loadLanguage("en");
  localStorage.clear();
  Object.assign(settings, { name: "", lessonOffered: false, language: "en", quickPlayers: 4, quickLevel: "medium" });
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

it("plays at once against bots, and keeps the seat", async () => {
  const requests = answerWith({ "/api/tables": MADE });
  settings.name = " Ana ";
  await show();
  click(one("[data-do='play-now']"));
  await settle();
  expect(requests.find(({ path }) => path === "/api/tables")?.body).toEqual({
    name: "Ana",
    language: "en",
    rules: { players: 4 },
    bots: [null, "medium", "medium", "medium"],
    start: true,
  });
  expect(tokenOf("ABC")).toBe("secret-of-the-seat");
  expect(route.current).toEqual({ page: "table", code: "ABC" });
});

it("remembers how many play and how strong the bots are", async () => {
  const requests = answerWith({ "/api/tables": MADE, "/api/config": CONFIG });
  await show();
  expect(all("[data-do='quick-players'] option").map(({ textContent }) => textContent)).toEqual(["2", "3", "4", "5", "6"]);
  enter(one("[data-do='quick-players']"), "2");
  enter(one("[data-do='quick-level']"), "easy");
  expect(texts(".hero .soft")).toEqual([say("page.play_now_text", { count: 1 })]);
  expect(settings).toMatchObject({ quickPlayers: 2, quickLevel: "easy" });
  click(one("[data-do='play-now']"));
  await settle();
  const made = requests.find(({ path }) => path === "/api/tables");
  expect(made?.body).toMatchObject({ rules: { players: 2 }, bots: [null, "easy"], start: true });
});

it("plays with a level of this server where the one that was chosen is of another", async () => {
  answerWith({ "/api/config": CONFIG });
  settings.quickLevel = "of another server";
  await show();
  expect(settings.quickLevel).toBe("easy");
});

it("says why there is no table", async () => {
  answerWith({ "/api/tables": { status: 503, body: { code: "server_full", rule: "", sentence: "All full." } } });
  await show();
  click(one("[data-do='play-now']"));
  await settle();
  expect(texts("[role=alert]")).toEqual(["All full."]);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  click(one("[data-do='play-now']"));
  await settle();
  expect(texts("[role=alert]")).toEqual([say("page.offline_text")]);
});

it("joins by a code, or by the link that somebody sent", async () => {
  await show();
  for (const written of ["xyz", " https://example.org/t/xyz "]) {
    enter(one("form input"), written);
    submit(one("form"));
    expect(route.current).toEqual({ page: "table", code: "XYZ" });
  }
});

it("offers the lesson once, to who is new", async () => {
  await show();
  click(named(say("page.lesson_offer")));
  expect(settings.lessonOffered).toBe(true);
});

it("lists the tables of the seats that are held, the newest first, and forgets those that are gone", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1 });
  keepToken("OLD", "a");
  vi.setSystemTime(2);
  keepToken("NEW", "b");
  keepToken("GONE", "c");
  vi.useRealTimers();
  const seats = [seatView("Ana"), seatView(""), seatView("Ben")];
  answerWith({
    "/api/tables/OLD": { code: "OLD", phase: "waiting", options: {}, seats },
    "/api/tables/NEW": { code: "NEW", phase: "playing", options: {}, seats },
  });
  await show();
  expect(all("a[href^='/t/']").map((link) => link.getAttribute("href"))).toEqual(["/t/NEW", "/t/OLD"]);
  expect(texts("a[href='/t/OLD']")).toEqual([`OLD Ana, Ben ${say("page.phase_waiting")}`]);
  expect(Object.keys(heldSeats()).sort()).toEqual(["NEW", "OLD"]);
});

it("loads the form for a table when it is asked for, and says there what the server refuses", async () => {
  const refusal = { code: "deal_too_large", rule: "R3", sentence: "too many cards (R3)" };
  answerWith({ "/api/config": CONFIG, "/api/tables": { status: 400, body: refusal } });
  await show();
  expect(all("dialog")).toEqual([]);
  click(named(say("page.create")));
  await vi.waitFor(() => {
    flushSync();
    one("dialog form");
  });
  submit(one("dialog form"));
  await settle();
  expect(texts("[role=alert]")).toEqual(["Too many cards (R3)."]);
  expect(one("[role=alert]").closest(".option")?.contains(one("[name=deal]"))).toBe(true);
  click(named(say("page.close")));
  expect(all("dialog")).toEqual([]);
});

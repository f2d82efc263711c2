/** Before the game: who sits where, what the host may set, and how to sit down. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { View } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { settings } from "../../src/state/settings.svelte";
import Lobby from "../../src/table/Lobby.svelte";
import { all, click, enter, named, one, render, submit, texts } from "../support/render";
import { answerWith, CONFIG } from "../support/server";
import { can, seatView, view } from "../support/views";

const onrequest = vi.fn();
const EMPTY = seatView("", { kind: "empty", online: false });
const SEATS = [seatView("Ana", { host: true }), seatView("Nimbus", { kind: "bot", level: "easy" }), EMPTY];

async function show(more: Partial<View>, invited: { seat: number; token: string } | null = null): Promise<void> {
  render(Lobby, { view: view({ phase: "waiting", seats: SEATS, ...more }), problem: "", invited, onrequest });
  await vi.waitFor(() => flushSync());
}

beforeEach(async () => {
  await loadLanguage("en");
  answerWith({ "/api/config": CONFIG });
  settings.name = "";
  onrequest.mockClear();
});

afterEach(() => void vi.unstubAllGlobals());

it("says who sits where", async () => {
  await show({});
  expect(texts("li .who b")).toEqual(["Ana", "Nimbus", say("page.seat_free")]);
  expect(texts("li .who small")).toEqual(["You, host", "Easy bot", ""]);
  expect(one(".code").textContent).toBe("ABC");
});

it("shows whoever is invited the terms and a seat before the link to share", async () => {
  await show({ you: null, can: { ...can(), sit: [2] } });
  expect(texts("h1")).toEqual(["Ana invites you to a game of 535"]);
  const parts = all("main > section, main > form").map((part) => part.className.split(" ")[1]);
  expect(parts[0]).toBe("terms");
  expect(parts[1]).toBe("sit");
  expect(parts.at(-1)).toBe("share");
});

it("lets the host fill, choose and start", async () => {
  await show({ can: { ...can("fill"), seat_bot: [1, 2] } });
  click(named(say("page.fill", { count: 1 })));
  expect(onrequest).toHaveBeenLastCalledWith({ type: "fill", level: "medium" });
  click(named(say("page.start")));
  expect(onrequest).toHaveBeenCalledTimes(1);
  const [bot, free] = all("select") as [HTMLElement, HTMLElement];
  enter(bot, "");
  expect(onrequest).toHaveBeenLastCalledWith({ type: "seat_bot", seat: 1, level: null });
  enter(free, "remote");
  expect(onrequest).toHaveBeenLastCalledWith({ type: "invite_bot", seat: 2 });
});

it("starts once it may", async () => {
  await show({ can: can("start") });
  click(named(say("page.start")));
  expect(onrequest).toHaveBeenLastCalledWith({ type: "start" });
});

it("tells a guest whom to wait for, and lets them leave", async () => {
  await show({ you: 1, can: can("leave") });
  expect(texts("p[role=status]")).toEqual(["Ana starts the game when all are here."]);
  click(named(say("page.leave")));
  expect(onrequest).toHaveBeenLastCalledWith({ type: "leave" });
});

it("offers a free seat to who comes by the link, under a name", async () => {
  await show({ you: null, can: { ...can(), sit: [2] } });
  enter(one("form input"), " Dora ");
  submit(one("form"));
  expect(onrequest).toHaveBeenLastCalledWith({ type: "sit", name: "Dora" });
  expect(settings.name).toBe("Dora");
});

it("says when there is none", async () => {
  await show({ you: null });
  expect(all("form")).toEqual([]);
});

it("gives the command of a bot from outside", async () => {
  await show({}, { seat: 2, token: "secret-of-the-seat" });
  expect(texts(".share code")).toEqual([
    `fivethreefive bot --connect ${location.origin}/t/ABC --token secret-of-the-seat`,
  ]);
});

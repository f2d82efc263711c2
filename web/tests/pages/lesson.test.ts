/** The lesson, as a person plays it: every position, right and wrong answers, forth and back. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Lesson from "../../src/pages/Lesson.svelte";
import steps from "../../src/pages/lesson.json";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { settings } from "../../src/state/settings.svelte";
import { all, click, named, one, render, texts } from "../support/render";
import { answerWith } from "../support/server";

const NAMES = steps.map(({ name }) => name);

beforeEach(async () => {
  vi.useFakeTimers();
  await loadLanguage("en");
  Object.assign(settings, { confirm: false, autoPass: false, lessonOffered: false });
  render(Lesson, {});
});

afterEach(() => void vi.useRealTimers());

const task = (): string => texts(".task p:not(.left)").join();
const progress = (): string => texts("h1 span").join();

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  flushSync();
}

/** Play an action in its written form with the cards and the buttons. */
async function play(written: string): Promise<void> {
  if (written === "pass") {
    click(one("[data-do='pass']"));
  } else {
    for (const rank of written.replace(/^[>+]/, "").split("-")) {
      click(all(`[data-card='${rank}']:not(.chosen)`)[0]!);
    }
    const kind = written.startsWith(">") ? "overwrite" : written.startsWith("+") ? "add" : "lead";
    click(one(`[data-do='${kind}']`));
  }
  await settle();
}

it("begins with leading, and is not offered again", () => {
  expect(progress()).toBe("1/9");
  expect(task()).toBe(say("page.lesson_lead"));
  expect(settings.lessonOffered).toBe(true);
});

it("is played from the first position to the last", async () => {
  for (const [index, { name, answers }] of steps.entries()) {
    expect(progress()).toBe(`${index + 1}/9`);
    expect(task()).toBe(say(`page.lesson_${name}`));
    await play(Object.keys(answers)[0]!);
    expect(task()).toBe(say(`page.lesson_${name}_done`));
    if (index < steps.length - 1) click(one("[data-do='next']"));
  }
  expect(texts(".left"), "the card that costs the other points").toEqual(["Nimbus: 88"]);
  answerWith({ "/api/tables": { code: "BCDF", token: "secret-of-the-seat", seat: 0 } });
  click(one("[data-do='finish']"));
  await vi.waitFor(() => expect(location.pathname).toBe("/t/BCDF"));
  vi.unstubAllGlobals();
  expect(all("[data-do='next']")).toEqual([]);
});

it("says a sentence of its own about every position", () => {
  const keys = NAMES.flatMap((name) => [`page.lesson_${name}`, `page.lesson_${name}_done`]);
  for (const key of keys) expect(say(key), key).not.toBe(key);
});

describe("an answer", () => {
  beforeEach(async () => {
    await play("4");
    click(one("[data-do='next']"));
  });

  it("that is legal and not what is taught is not taken, and the other still is", async () => {
    await play("pass");
    expect(texts(".hint")).toEqual([say("page.lesson_not_this")]);
    expect(task()).toBe(say("page.lesson_higher"));
    await play(">7");
    expect(task()).toBe(say("page.lesson_higher_done"));
    expect(texts(".hint")).not.toContain(say("page.lesson_not_this"));
  });

  it("that is not legal is explained", async () => {
    click(one("[data-card='3']"));
    await settle();
    expect(texts(".hint.alert").join()).toContain(say("page.lesson_illegal"));
  });

  it("is the last of its position, also where one would lead the next trick: the cards rest", async () => {
    for (const _ of ["higher", "pairs", "low"]) click(named(say("page.step_forward")));
    await play("+1-5");
    expect(task()).toBe(say("page.lesson_add_done"));
    expect(texts(".plays"), "it is one's turn, but not here").toEqual(["…"]);
    expect(texts(".hint")).toEqual([say("page.lesson_go_on")]);
    expect(all("[data-card]").map((card) => card.dataset.card)).toEqual(["9", "14"]);
  });
});

it("goes forth and back without an answer, and no further than there are positions", async () => {
  // Not disabled: that would take the focus from whoever went back to here.
  expect(named(say("page.step_back")).getAttribute("aria-disabled")).toBe("true");
  click(named(say("page.step_back")));
  expect(progress()).toBe("1/9");
  for (let step = 1; step < steps.length; step += 1) click(named(say("page.step_forward")));
  expect(progress()).toBe("9/9");
  // It keeps its place, so that the other arrow does not move under the pointer.
  expect(named(say("page.step_forward")).getAttribute("aria-disabled")).toBe("true");
  click(named(say("page.step_forward")));
  expect(progress()).toBe("9/9");
  await play(">12");
  click(named(say("page.step_back")));
  click(named(say("page.step_forward")));
  expect(task(), "what was answered is forgotten").toBe(say("page.lesson_out"));
});

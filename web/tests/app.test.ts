/** Which page an address shows, and what is said where a page cannot be fetched. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import App from "../src/App.svelte";
import { loadLanguage, say } from "../src/state/catalogue.svelte";
import { navigate } from "../src/state/route.svelte";
import { settings } from "../src/state/settings.svelte";
import { all, render, texts } from "./support/render";
import { answerWith, CONFIG } from "./support/server";
import { FakeSocket } from "./support/socket";

const failing = vi.hoisted(() => ({ lesson: false }));
vi.mock("../src/pages/Lesson.svelte", async (original) => {
  if (failing.lesson) throw new Error("no network");
  return original();
});

beforeEach(async () => {
  vi.stubGlobal("WebSocket", FakeSocket);
  const busy = { status: 503, body: { code: "too_busy", rule: "", sentence: "Too much to do." } };
  answerWith({ "/api/config": CONFIG, "/api/tables/ABC/review": busy });
  settings.language = "en";
  await loadLanguage("en");
  navigate("/");
});

afterEach(() => void vi.unstubAllGlobals());

/** Wait for a page that is fetched when it is asked for. */
async function shown(selector: string, text: string): Promise<void> {
  await vi.waitFor(() => {
    flushSync();
    expect(texts(selector)).toEqual([text]);
  });
}

describe("an address", () => {
  it.each([
    ["/rules", "h1", "page.rules"],
    ["/replay", "h1", "page.replay"],
    ["/t/ABC", "main [role=status]", "page.connecting"],
    ["/t/ABC/review", "h1", "page.review"],
  ])("%s shows its page", async (path, selector, key) => {
    navigate(path);
    render(App, {});
    await shown(selector, say(key));
  });

  it("that is none is said to be none", () => {
    navigate("/t/ABC/other");
    render(App, {});
    expect(texts("h1")).toEqual([say("page.not_found")]);
  });

  it("changes the page without loading it anew", async () => {
    render(App, {});
    expect(texts("h1")).toEqual(["535"]);
    navigate("/rules");
    await shown("h1", say("page.rules"));
    navigate("/");
    await shown("h1", "535");
  });

  it("of another table shows that one, and leaves the first", async () => {
    FakeSocket.made = [];
    navigate("/t/ABC");
    render(App, {});
    await shown("main [role=status]", say("page.connecting"));
    navigate("/t/XYZ");
    await vi.waitFor(() => {
      flushSync();
      expect(FakeSocket.made.map(({ url }) => url.slice(-3))).toEqual(["ABC", "XYZ"]);
    });
    expect(FakeSocket.made[0]?.readyState).toBe(3);
  });
});

it("says that there is no network where a page cannot be fetched", async () => {
  failing.lesson = true;
  navigate("/lesson");
  render(App, {});
  await shown("h1", say("page.you_are_offline"));
});

it("speaks the language that is chosen, at once", async () => {
  render(App, {});
  settings.language = "es";
  const spanish = await import("../src/locale/es");
  await vi.waitFor(() => {
    flushSync();
    expect(all("[data-do='play-now']")[0]?.textContent).toBe(spanish.page.play_now);
  });
  expect(document.documentElement.lang).toBe("es");
});

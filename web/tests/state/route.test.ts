import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { interceptLinks, keepStep, navigate, parseRoute, replayPath, reviewPath, route } from "../../src/state/route.svelte";

describe("addresses", () => {
  it("name the pages", () => {
    expect(parseRoute("/")).toEqual({ page: "home" });
    expect(parseRoute("/t/abc")).toEqual({ page: "table", code: "ABC" });
    const replay = { page: "replay", code: "ABC", game: 2, step: null };
    expect(parseRoute("/replay/abc", "?game=2")).toEqual({ ...replay, decision: null });
    expect(parseRoute("/replay/abc", "?game=2&round=3&action=1")).toEqual({
      ...replay,
      decision: { round: 3, action: 1 },
    });
    for (const query of ["&round=3", "&round=0&action=2", "&round=x&action=2", "&round=1.5&action=2"]) {
      expect(parseRoute("/replay/abc", `?game=2${query}`)).toEqual({ ...replay, decision: null });
    }
    expect(parseRoute("/t/abc/review", "?game=2")).toEqual({ page: "review", code: "ABC", game: 2, seat: null });
    expect(parseRoute("/t/abc/review")).toEqual({ page: "review", code: "ABC", game: null, seat: null });
    expect(parseRoute("/t/abc/review/more")).toEqual({ page: "not_found" });
    expect(parseRoute("/t/abc/other")).toEqual({ page: "not_found" });
    expect(parseRoute("/rules")).toEqual({ page: "rules" });
    expect(parseRoute("/rules/more")).toEqual({ page: "not_found" });
  });
});

it("lead to the review of a seat and to a decision in the replay", () => {
  const open = (path: string): unknown => parseRoute(...(path.split(/(?=\?)/) as [string, string]));
  expect(open(reviewPath("ABC", 2, 0))).toEqual({ page: "review", code: "ABC", game: 2, seat: 0 });
  expect(open(reviewPath("ABC", 2, null))).toEqual({ page: "review", code: "ABC", game: 2, seat: null });
  const decision = { round: 3, action: 1 };
  expect(open(replayPath("ABC", 2, decision))).toEqual({ page: "replay", code: "ABC", game: 2, decision, step: null });
  expect(open(replayPath("ABC", 2))).toEqual({ page: "replay", code: "ABC", game: 2, decision: null, step: null });
});

describe("links", () => {
  let stop: () => void;

  beforeEach(() => {
    stop = interceptLinks();
    navigate("/");
    document.body.innerHTML = "";
  });

  afterEach(() => stop());

  /** Click a link, and whether the browser would have followed it. */
  function follow(html: string, more: MouseEventInit = {}): boolean {
    document.body.innerHTML = html;
    // After the page's own listener, which is on the window too: jsdom cannot follow links.
    const stop = (event: Event): void => {
      followed = !event.defaultPrevented;
      event.preventDefault();
    };
    let followed = false;
    addEventListener("click", stop, { once: true });
    const init = { bubbles: true, cancelable: true, ...more };
    document.querySelector("a b")?.dispatchEvent(new MouseEvent("click", init));
    return followed;
  }

  it("stay in the page", () => {
    expect(follow('<a href="/t/abc?x=1"><b>go</b></a>')).toBe(false);
    expect(location.pathname + location.search).toBe("/t/abc?x=1");
    expect(route.current).toEqual({ page: "table", code: "ABC" });
  });

  it("leave it where they are downloads, of elsewhere, or meant for another tab", () => {
    expect(follow('<a download href="/x"><b>go</b></a>')).toBe(true);
    expect(follow('<a target="_blank" href="/x"><b>go</b></a>')).toBe(true);
    expect(follow('<a href="/api/tables/ABC/record"><b>go</b></a>')).toBe(true);
    expect(follow('<a href="https://example.org/"><b>go</b></a>')).toBe(true);
    expect(follow('<a href="/x"><b>go</b></a>', { ctrlKey: true })).toBe(true);
    expect(follow('<a href="/#there"><b>go</b></a>')).toBe(true);
    expect(route.current).toEqual({ page: "home" });
  });

  it("go back as the browser does", () => {
    navigate("/rules");
    navigate("/lesson", true);
    expect(route.current).toEqual({ page: "lesson" });
    history.replaceState(null, "", "/rules");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(route.current).toEqual({ page: "rules" });
  });
});

it("keeps the step of a replay in its address, in place of the decision that it began with", () => {
  history.replaceState(null, "", "/replay/abc?game=2&round=3&action=1");
  keepStep(17);
  expect(location.pathname + location.search).toBe("/replay/abc?game=2&step=17");
  expect(parseRoute(location.pathname, location.search)).toMatchObject({ game: 2, step: 17, decision: null });
});

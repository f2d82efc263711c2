import { describe, expect, it } from "vitest";
import { parseRoute } from "../../src/state/route.svelte";

describe("addresses", () => {
  it("name the pages", () => {
    expect(parseRoute("/")).toEqual({ page: "home" });
    expect(parseRoute("/t/abc")).toEqual({ page: "table", code: "ABC" });
    const replay = { page: "replay", code: "ABC", game: 2 };
    expect(parseRoute("/replay/abc", "?game=2")).toEqual({ ...replay, decision: null });
    expect(parseRoute("/replay/abc", "?game=2&round=3&action=1")).toEqual({
      ...replay,
      decision: { round: 3, action: 1 },
    });
    for (const query of ["&round=3", "&round=0&action=2", "&round=x&action=2", "&round=1.5&action=2"]) {
      expect(parseRoute("/replay/abc", `?game=2${query}`)).toEqual({ ...replay, decision: null });
    }
    expect(parseRoute("/t/abc/review", "?game=2")).toEqual({ page: "review", code: "ABC", game: 2 });
    expect(parseRoute("/t/abc/review")).toEqual({ page: "review", code: "ABC", game: null });
    expect(parseRoute("/t/abc/review/more")).toEqual({ page: "not_found" });
    expect(parseRoute("/t/abc/other")).toEqual({ page: "not_found" });
    expect(parseRoute("/rules")).toEqual({ page: "rules" });
    expect(parseRoute("/rules/more")).toEqual({ page: "not_found" });
  });
});

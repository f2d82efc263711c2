import { beforeEach, expect, it, vi } from "vitest";
import { forgetToken, heldSeats, keepToken, tokenOf } from "../../src/state/seatTokens";

beforeEach(() => localStorage.clear());

it("keeps, finds and forgets the token of a table", () => {
  expect(tokenOf("ABC")).toBeNull();
  keepToken("ABC", "first");
  keepToken("ABC", "second");
  expect(tokenOf("ABC")).toBe("second");
  forgetToken("ABC");
  expect(heldSeats()).toEqual({});
});

it("keeps the twenty newest", () => {
  vi.useFakeTimers();
  for (let number = 0; number < 25; number += 1) {
    vi.setSystemTime(number);
    keepToken(`T${number}`, "token");
  }
  vi.useRealTimers();
  const codes = Object.keys(heldSeats());
  expect(codes).toHaveLength(20);
  expect(codes).not.toContain("T4");
  expect(codes).toContain("T24");
});

it("does without a storage that is forbidden or broken", () => {
  localStorage.setItem("fivethreefive.tables", "{");
  expect(tokenOf("ABC")).toBeNull();
  const forbidden = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("forbidden");
  });
  expect(() => keepToken("ABC", "token")).not.toThrow();
  forbidden.mockRestore();
});

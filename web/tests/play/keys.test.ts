import { describe, expect, it } from "vitest";
import { keyCommand } from "../../src/play/keys";

describe("keys", () => {
  const key = (code: string, more: KeyboardEventInit = {}) =>
    keyCommand(new KeyboardEvent("keydown", { code, ...more }));

  it("go by position", () => {
    expect(key("Digit3")).toEqual({ do: "rank", rank: 3 });
    expect(key("KeyQ", { key: "a" })).toEqual({ do: "rank", rank: 11 });
    expect(key("Digit6")).toBeNull();
    expect(key("KeyP")).toEqual({ do: "pass" });
  });

  it("leave the browser's own alone", () => {
    expect(key("KeyR", { ctrlKey: true })).toBeNull();
  });
});

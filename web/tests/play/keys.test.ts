import { describe, expect, it } from "vitest";
import { settings } from "../../src/state/settings.svelte";
import { isForControl, keyCommand } from "../../src/play/keys";

describe("keys", () => {
  const key = (code: string, more: KeyboardEventInit = {}) =>
    keyCommand(new KeyboardEvent("keydown", { code, ...more }));

  it("go by position", () => {
    expect(key("Digit3")).toEqual({ do: "rank", rank: 3 });
    expect(key("KeyQ", { key: "a" })).toEqual({ do: "rank", rank: 11 });
    expect(key("Digit6")).toBeNull();
    expect(key("KeyP")).toEqual({ do: "pass" });
  });

  it("are no single ones where somebody wants none", () => {
    settings.singleKeys = false;
    const [pass, help, play] = [
      key("KeyP", { key: "p" }),
      key("Slash", { key: "?" }),
      key("Enter", { key: "Enter" }),
    ];
    settings.singleKeys = true;
    expect([pass, help, play]).toEqual([null, null, { do: "play" }]);
  });

  it("leave the browser's own alone", () => {
    expect(key("KeyR", { ctrlKey: true })).toBeNull();
  });
});

describe("keys for a control that has the focus", () => {
  /** Whether a key is the control's own, pressed inside the element with the id `here`. */
  function isTaken(html: string, code: string): boolean {
    document.body.innerHTML = html;
    let taken = false;
    const listen = (event: KeyboardEvent): void => void (taken = isForControl(event));
    addEventListener("keydown", listen, { once: true });
    document.getElementById("here")?.dispatchEvent(new KeyboardEvent("keydown", { code, bubbles: true }));
    return taken;
  }

  it("are all keys where text is typed, and in dialogs", () => {
    expect(isTaken('<input id="here">', "Digit3")).toBe(true);
    expect(isTaken('<dialog><p id="here"></p></dialog>', "KeyP")).toBe(true);
    expect(isTaken('<p id="here"></p>', "KeyP")).toBe(false);
  });

  it("are Enter and Space at a button, but of a card only Space's own", () => {
    expect(isTaken('<button id="here"></button>', "Enter")).toBe(true);
    expect(isTaken('<button id="here"></button>', "Digit3")).toBe(false);
    expect(isTaken('<button data-card="3" id="here"></button>', "Enter")).toBe(false);
  });
});

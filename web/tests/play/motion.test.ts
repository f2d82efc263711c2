/** How cards move, and that nothing moves for who wants that. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Motion } from "../../src/state/settings.svelte";

type Moves = typeof import("../../src/play/motion");

let wantsLess: boolean;
let motion: Moves;
let choose: (speed: Motion) => void;

beforeEach(async () => {
  wantsLess = false;
  vi.stubGlobal("matchMedia", () => ({
    get matches() {
      return wantsLess;
    },
  }));
  vi.resetModules(); // The module asks the system when it is loaded.
  motion = await import("../../src/play/motion");
  const { settings } = await import("../../src/state/settings.svelte");
  choose = (speed) => (settings.motion = speed);
  choose("normal");
});

afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** An element whose middle is at a place. */
function at(x: number, y: number, attributes: Record<string, string> = {}): HTMLElement {
  const element = document.body.appendChild(document.createElement("div"));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.getBoundingClientRect = () => new DOMRect(x - 10, y - 10, 20, 20);
  return element;
}

describe("a movement", () => {
  it("lasts as long as the speed that was chosen says", () => {
    expect(motion.duration(100)).toBe(100);
    choose("fast");
    expect(motion.duration(100)).toBeLessThan(100);
    choose("slow");
    expect(motion.duration(100)).toBeGreaterThan(100);
    choose("off");
    expect(motion.duration(100)).toBe(0);
  });

  it("is none where the system asks for none", () => {
    wantsLess = true;
    expect(motion.duration(100)).toBe(0);
    expect(motion.flyFromSeat(at(0, 0), 1).duration).toBe(0);
    expect(motion.leaveTable(at(0, 0)).duration).toBe(0);
  });
});

describe("a card that is played", () => {
  it("comes from where its player sits to where it lies", () => {
    at(300, 50, { "data-seat": "2" });
    const { css } = motion.flyFromSeat(at(100, 200), 2);
    expect(css?.(0, 1)).toContain("translate(200px, -150px)");
    expect(css?.(1, 0)).toContain("translate(0px, 0px) rotate(0deg) scale(1)");
  });

  it("only takes its time where its player is not on the screen", () => {
    expect(motion.flyFromSeat(at(100, 200), 2)).toEqual({ delay: 0, duration: motion.duration(220) });
  });
});

describe("a meld", () => {
  it("leaves before the one comes that replaces it", () => {
    const table = document.body.appendChild(document.createElement("div"));
    table.className = "melds";
    const card = table.appendChild(at(100, 200));
    expect(motion.flyFromSeat(card, 1).delay).toBe(0);
    table.appendChild(document.createElement("div")).setAttribute("inert", "");
    expect(motion.flyFromSeat(card, 1).delay).toBe(motion.leaveTable(at(0, 0)).duration);
  });

  it("goes to the seat that leads next, where the trick is over", () => {
    at(300, 50, { "data-seat": "2" });
    expect(motion.leaveTable(at(100, 200, { "data-leader": "2" })).css?.(0, 1)).toContain("translate(200px, -150px)");
    expect(motion.leaveTable(at(100, 200)).css?.(0, 1)).not.toContain("translate");
  });
});

describe("a card that is dealt", () => {
  it("comes from the middle of the table, each after the one before", () => {
    at(50, 60, { "data-centre": "" });
    const [first, third] = [motion.dealIn(at(100, 200), 0), motion.dealIn(at(140, 200), 2)];
    expect(first.css?.(0, 1)).toContain("translate(-50px, -140px)");
    expect(first.delay).toBe(0);
    expect(third.delay).toBeGreaterThan(0);
  });

  it("does not move where it was not dealt just now", () => {
    expect(motion.dealIn(at(100, 200), motion.NOT_DEALT)).toEqual({ duration: 0 });
  });
});

/** The middle of the table: whose cards lie there, and what is said about them. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LaidMeld } from "../../src/play/centralMeld";
import type { Beats } from "../../src/protocol";
import { loadLanguage } from "../../src/state/catalogue.svelte";
import { settings } from "../../src/state/settings.svelte";
import CentralMeld from "../../src/table/CentralMeld.svelte";
import { all, click, one, render, texts } from "../support/render";
import { RULES } from "../support/views";

// The browser of the tests wants nothing to move.
vi.mock("../../src/play/motion", async (load) => ({
  ...(await load<typeof import("../../src/play/motion")>()),
  duration: (ms: number) => (settings.motion === "off" ? 0 : ms),
}));

/** A meld of cards, each as its rank and its seat. */
function meld(...cards: [rank: number, seat: number][]): LaidMeld {
  return { key: "1", ended: false, cards: cards.map(([rank, seat], index) => ({ rank, seat, key: String(index) })) };
}

const show = (shown: LaidMeld | null, more: object = {}): void =>
  render(CentralMeld, { meld: shown, points: RULES.points, name: (seat: number) => `Seat ${seat}`, ...more });

const beats: Beats = { code: "higher_single", size: 1, adds: false, larger: false };

beforeEach(() => loadLanguage("en"));

describe("the cards", () => {
  it("of one seat that lie side by side share its name", () => {
    show(meld([2, 0], [3, 0], [4, 1], [5, 0]));
    expect(texts(".laid span")).toEqual(["Seat 0", "Seat 1", "Seat 0"]);
    expect(all(".laid span").map((label) => label.style.getPropertyValue("--cards"))).toEqual(["2", "1", "1"]);
  });

  it("say each to who listens whose they are", () => {
    show(meld([2, 0], [3, 1]));
    expect(texts(".cards .visually-hidden")).toEqual(["Seat 0", "Seat 1"]);
    expect(one(".laid").getAttribute("aria-hidden")).toBe("true");
  });

  it("colour the table after their group, until the trick is over", () => {
    show(meld([11, 0]));
    show({ ...meld([11, 0]), ended: true });
    show(null);
    expect(all(".centre").map((centre) => centre.dataset.group)).toEqual(["sun", "none", "none"]);
    expect(all(".meld.ended")).toHaveLength(1);
  });
});

describe("the meld of a trick that is over", () => {
  const over = { ...meld([3, 0], [4, 1]), ended: true };

  beforeEach(() => {
    vi.useFakeTimers();
    settings.motion = "normal";
  });
  afterEach(() => void vi.useRealTimers());

  const pass = (ms: number): void => {
    vi.advanceTimersByTime(ms);
    flushSync();
  };

  const staying = (): HTMLElement[] => all(".place").filter((card) => !card.closest<HTMLElement>(".meld")?.inert);

  it("stands for a second, then goes to who leads", () => {
    show(over, { leader: 1 });
    expect(one(".meld").dataset.leader).toBe("1");
    pass(999);
    expect(all(".cards .place")).toHaveLength(2);
    pass(1);
    expect(staying()).toEqual([]);
    expect(all(".nothing")).toHaveLength(1);
  });

  it("stays where nobody leads next, and where nothing moves", () => {
    show(over);
    settings.motion = "off";
    show(over, { leader: 1 });
    pass(5000);
    expect(staying()).toHaveLength(4);
  });
});

it("darkens the table once for each 8", () => {
  show(meld([7, 0], [9, 1]));
  expect(all(".darkening")).toEqual([]);
  show(meld([8, 0], [9, 1]));
  expect(all(".darkening")).toHaveLength(1);
});

describe("what is said", () => {
  it("is what beats the meld, unless there is something to tell", () => {
    show(meld([3, 0]), { beats });
    show(meld([3, 0]), { beats, sentence: "Ben leads." });
    expect(texts(".beats b")).toEqual(["a higher single"]);
    expect(texts(".sentence")).toEqual(["Ben leads."]);
  });

  it.each([
    ["higher_single", "up"],
    ["higher_set", "up"],
    ["lower_run", "down"],
    ["only_adds", "add"],
  ] as const)("has a sign for the way: %s is %s", (code, sign) => {
    show(meld([3, 0]), { beats: { ...beats, code } });
    expect(all(`.sign.${sign}`)).toHaveLength(1);
  });

  it("has no sign where nothing beats the meld", () => {
    show(meld([3, 0]), { beats: { ...beats, code: "nothing" } });
    expect(all(".sign")).toEqual([]);
  });

  it("leads to the last trick where there was one", () => {
    const onlasttrick = vi.fn();
    show(null);
    expect(all("button")).toEqual([]);
    show(null, { lastTrick: "Last trick: Ben leads.", onlasttrick });
    click(one("button"));
    expect(onlasttrick).toHaveBeenCalledOnce();
  });
});

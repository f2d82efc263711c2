import { beforeAll, describe, expect, it } from "vitest";
import { loadLanguage } from "../../src/state/catalogue.svelte";
import { axisStep, cutName, runningTotals, signed, withError } from "../../src/text/format";

beforeAll(() => loadLanguage("en"));

describe("figures", () => {
  it("say their error where they have one", () => {
    expect(withError(1.234, 0.056)).toBe("1.23 ± 0.06");
    expect(withError(24, 0)).toBe("24.00");
  });

  it("have a sign, but for 0", () => {
    expect([1.26, -1.26, 0.04, -0.04, 0].map(signed)).toEqual(["+1.3", "-1.3", "0.0", "0.0", "0.0"]);
  });

  it("have the decimal sign of the language", async () => {
    await loadLanguage("nl");
    expect([withError(1.5, 0.25), signed(-2)]).toEqual(["1,50 ± 0,25", "-2,0"]);
    await loadLanguage("en");
  });

  it("add up by seat, from before the first round", () => {
    expect(
      runningTotals(
        [
          [1, 2],
          [3, -4],
        ],
        2,
      ),
    ).toEqual([
      [0, 1, 4],
      [0, 2, -2],
    ]);
    expect(runningTotals([], 2)).toEqual([[0], [0]]);
  });

  it("stand on round steps", () => {
    expect([41, 8, 0.3, 0].map(axisStep)).toEqual([10, 2, 0.05, 0.2]);
  });
});

describe("names", () => {
  it("are as long as the characters that a reader counts", () => {
    const astronaut = "\u{1f468}\u200d\u{1f680}";
    expect(cutName(astronaut.repeat(20))).toBe(astronaut.repeat(20));
    expect(cutName(`${"x".repeat(19)}${astronaut}y`)).toBe(`${"x".repeat(19)}${astronaut}`);
  });
});

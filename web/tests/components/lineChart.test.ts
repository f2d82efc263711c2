import { expect, it } from "vitest";
import LineChart from "../../src/components/LineChart.svelte";
import { all, render, texts } from "../support/render";

function show(totals: number[][], target = 0, own: number | null = null): void {
  render(LineChart, { label: "Scores", names: ["Ana", "Ben", "A name that is very long"], totals, target, own });
}

const heights = (): number[] =>
  all("text:not([text-anchor])").map((label) => Number(label.getAttribute("y")));

it("names each line at its end, the highest first, and none over another", () => {
  show([
    [0, 3, 9],
    [0, 4, 8],
    [0, 0, 9],
  ]);
  expect(texts("text:not([text-anchor])")).toEqual(["Ana", "A name that…", "Ben"]);
  const [first = 0, second = 0, third = 0] = heights();
  expect(second - first).toBeGreaterThanOrEqual(13);
  expect(third - second).toBeGreaterThanOrEqual(13);
  expect(third).toBeLessThanOrEqual(150);
});

it("has 0 and its target for levels, and one's own line strong and whole", () => {
  show([[0, 3], [0, 4], [0, 0]], 20, 1);
  expect(texts("[text-anchor]")).toEqual(["0", "20"]);
  const lines = all("path.line");
  expect(lines.map((line) => line.classList.contains("own"))).toEqual([false, true, false]);
  expect(lines[1]?.getAttribute("stroke-dasharray")).toBe("");
});

it("goes below 0 where the numbers do", () => {
  show([[0, -3], [0, 4], [0, 0]]);
  const levels = texts("[text-anchor]").map(Number);
  expect(Math.min(...levels)).toBeLessThanOrEqual(-3);
  expect(Math.max(...levels)).toBeGreaterThanOrEqual(4);
});

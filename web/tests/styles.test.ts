/** The styles of all components, read as text. */
import { expect, it } from "vitest";

const SOURCES = import.meta.glob<string>("../src/**/*.{svelte,css}", { query: "?raw", import: "default", eager: true });

it("answer to a pointer only where there is one that hovers: a finger leaves no control as if chosen", () => {
  const bare = Object.entries(SOURCES).flatMap(([file, source]) => {
    const outside = source.replace(/@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, "");
    return outside.includes(":hover") ? [file] : [];
  });
  expect(Object.keys(SOURCES).length).toBeGreaterThan(30);
  expect(bare).toEqual([]);
});

import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it } from "vitest";
import { applySettings, readStored, settings } from "../../src/state/settings.svelte";

const root = document.documentElement;
let before: typeof settings;
let dispose: () => void;

beforeEach(() => {
  before = $state.snapshot(settings);
  dispose = $effect.root(applySettings);
  flushSync();
});

afterEach(() => {
  dispose();
  Object.assign(settings, before);
});

it("shows theme, contrast and language on the document at once", () => {
  expect(root.dataset.theme).toBeUndefined();
  Object.assign(settings, { theme: "dark", contrast: true, language: "es" });
  flushSync();
  expect([root.dataset.theme, root.lang]).toEqual(["dark", "es"]);
  expect(root.hasAttribute("data-contrast")).toBe(true);
  Object.assign(settings, { theme: "auto", contrast: false });
  flushSync();
  expect(root.dataset.theme).toBeUndefined();
  expect(root.hasAttribute("data-contrast")).toBe(false);
});

it("keeps every change", () => {
  settings.name = "Ana";
  flushSync();
  expect(readStored("fivethreefive.settings")).toMatchObject({ name: "Ana", motion: "normal" });
});

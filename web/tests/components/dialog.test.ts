import { createRawSnippet } from "svelte";
import { beforeEach, expect, it, vi } from "vitest";
import Dialog from "../../src/components/Dialog.svelte";
import { loadLanguage } from "../../src/state/catalogue.svelte";
import { all, cleanUp, click, named, one, render, texts } from "../support/render";

const onclose = vi.fn();
const children = createRawSnippet(() => ({ render: () => "<p>Inside</p>" }));

function show(persistent: boolean, problem = ""): void {
  render(Dialog, { title: "Settings", onclose, children, persistent, problem });
}

const cancel = (): boolean => one("dialog").dispatchEvent(new Event("cancel", { cancelable: true }));

beforeEach(async () => {
  await loadLanguage("en");
  onclose.mockClear();
});

it("is open, and called by its title", () => {
  show(false);
  const dialog = one("dialog") as HTMLDialogElement;
  expect(dialog.open).toBe(true);
  expect(document.getElementById(dialog.getAttribute("aria-labelledby") ?? "")?.textContent).toBe("Settings");
});

it("closes by its button, the Esc key and a click beside it, but not by one inside", () => {
  show(false);
  click(named("Close"));
  cancel();
  click(one("dialog"));
  expect(onclose).toHaveBeenCalledTimes(3);
  click(one("dialog p"));
  expect(onclose).toHaveBeenCalledTimes(3);
});

it("says what went wrong, and nothing where nothing did", async () => {
  show(false, "Not now.");
  expect(texts("dialog [role=alert]")).toEqual(["Not now."]);
  await cleanUp();
  show(false);
  expect(all("[role=alert]")).toEqual([]);
});

it("stays where it must be read: its owner decides", () => {
  show(true);
  expect(all("dialog header button")).toEqual([]);
  expect(cancel()).toBe(false);
  click(one("dialog"));
  expect(onclose).not.toHaveBeenCalled();
});

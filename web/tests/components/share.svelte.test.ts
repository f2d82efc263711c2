/** Handing something on: by the device, by copying, or by copying the old way. */
import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { share } from "../../src/components/share";
import ShareButton from "../../src/components/ShareButton.svelte";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { click, one, render, texts } from "../support/render";

const SHARED = { text: "535: Ana wins.", url: "https://example.org/replay/ABC" };
const WORDS = `${SHARED.text}\n${SHARED.url}`;

beforeEach(() => loadLanguage("en"));
afterEach(() => void vi.unstubAllGlobals());

it("uses what the device has for it, and does not mind when nothing is shared after all", async () => {
  const given = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new DOMException("no", "AbortError"));
  vi.stubGlobal("navigator", { share: given });
  expect(await share(SHARED)).toBe(false);
  expect(await share(SHARED)).toBe(false);
  expect(given).toHaveBeenCalledWith({ title: "535", ...SHARED });
});

it("copies where there is nothing for it", async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await share(SHARED)).toBe(true);
  expect(writeText).toHaveBeenCalledWith(WORDS);
});

it("copies the old way where pages have no clipboard, and leaves nothing behind", async () => {
  vi.stubGlobal("navigator", {});
  let copied = "";
  document.execCommand = vi.fn(() => {
    copied = (document.activeElement as HTMLTextAreaElement).value;
    return true;
  });
  document.body.innerHTML = "<button>share</button>";
  one("button").focus();
  expect(await share(SHARED)).toBe(true);
  expect(copied).toBe(WORDS);
  expect(document.body.innerHTML).toBe("<button>share</button>");
  expect(document.activeElement).toBe(one("button"));
});

it("says that it was copied, until there is something else to share", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.resolve() } });
  const props = $state({ label: "Share", url: "https://example.org/a" });
  render(ShareButton, props);
  click(one("[data-do=share]"));
  await vi.waitFor(() => {
    flushSync();
    expect(texts("[role=status]")).toEqual([say("page.copied")]);
  });
  expect(texts("[data-do=share]")).toEqual([say("page.copied")]);
  props.url = "https://example.org/b";
  flushSync();
  expect(texts("[data-do=share]")).toEqual(["Share"]);
});

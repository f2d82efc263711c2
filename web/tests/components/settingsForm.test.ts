/** The settings of this browser: what is chosen holds at once. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import SettingsForm from "../../src/components/SettingsForm.svelte";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { settings } from "../../src/state/settings.svelte";
import { all, click, render } from "../support/render";

const { makesSound, playSample } = vi.hoisted(() => ({ makesSound: vi.fn(() => true), playSample: vi.fn() }));
vi.mock("../../src/play/sound", () => ({ makesSound, playSample }));

beforeEach(async () => {
  await loadLanguage("en");
  Object.assign(settings, {
    language: "en",
    theme: "auto",
    motion: "normal",
    sorting: "rank",
    sound: false,
    contrast: false,
    confirm: false,
    singleKeys: false,
    autoPass: false,
  });
  playSample.mockClear();
  render(SettingsForm, {});
});

/** The radio button with a text in the group with a label. */
function choice(group: string, text: string): HTMLInputElement {
  const fieldset = all("fieldset").find((found) => found.querySelector("legend")?.textContent === group);
  const label = [...(fieldset?.querySelectorAll("label") ?? [])].find((found) => found.textContent?.trim() === text);
  if (!label) throw new Error(`${group} has no ${text}`);
  return label.querySelector("input")!;
}

function box(text: string): HTMLInputElement {
  const label = all("label").find((found) => found.textContent?.trim().startsWith(text));
  const input = label?.querySelector<HTMLInputElement>("input[type=checkbox]");
  if (!input) throw new Error(`nothing is called ${text}`);
  return input;
}

describe("a choice of one", () => {
  it.each([
    ["page.language", "Nederlands", "language", "nl"],
    ["page.theme", "page.theme_dark", "theme", "dark"],
    ["page.motion", "page.motion_off", "motion", "off"],
    ["page.sorting", "page.by_melds", "sorting", "melds"],
  ] as const)("%s takes what is pressed", (group, text, setting, value) => {
    const radio = choice(say(group), say(text));
    expect(radio.checked).toBe(false);
    click(radio);
    expect(settings[setting]).toBe(value);
    expect(radio.checked).toBe(true);
  });

  it("shows what holds now, in each group one", () => {
    const checked = all("fieldset").map((group) => group.querySelectorAll("input:checked").length);
    expect(checked).toEqual([1, 1, 1, 1]);
    expect(choice(say("page.theme"), say("page.theme_auto")).checked).toBe(true);
  });
});

describe("a switch", () => {
  it.each([
    ["page.contrast", "contrast"],
    ["page.confirm", "confirm"],
    ["page.auto_pass", "autoPass"],
    ["page.single_keys", "singleKeys"],
    ["page.sound", "sound"],
  ] as const)("%s goes on and off", (text, setting) => {
    click(box(say(text)));
    expect(settings[setting]).toBe(true);
    click(box(say(text)));
    expect(settings[setting]).toBe(false);
  });

  it("for sound lets a sound be heard when it goes on, and none when it goes off", () => {
    click(box(say("page.sound")));
    expect(playSample).toHaveBeenCalledOnce();
    click(box(say("page.sound")));
    expect(playSample).toHaveBeenCalledOnce();
  });

  it("for sound is there only where the browser makes sound", () => {
    expect(() => box(say("page.sound"))).not.toThrow();
    makesSound.mockReturnValueOnce(false);
    render(SettingsForm, {});
    const last = all("div").at(-1)?.textContent;
    expect(last).toContain(say("page.contrast"));
    expect(last).not.toContain(say("page.sound"));
  });
});

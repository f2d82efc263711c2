/** The rules at a glance, as they are played at this table. */
import { beforeEach, expect, it } from "vitest";
import RulesDialog from "../../src/dialogs/RulesDialog.svelte";
import type { Rules } from "../../src/protocol";
import { loadLanguage, say } from "../../src/state/catalogue.svelte";
import { render, texts } from "../support/render";
import { RULES } from "../support/views";

const show = (more: Partial<Rules> = {}): void =>
  render(RulesDialog, { rules: { ...RULES, ...more }, onclose: () => undefined });

beforeEach(() => loadLanguage("en"));

it("has the target and the copies of this table", () => {
  show({ target: 35, copies: 5 });
  expect(texts("li")).toContain(say("page.ref_target", { target: 35 }));
  expect(texts("li")).toContain(say("page.ref_ends", { copies: 5 }));
  expect(texts("li")).not.toContain(say("page.ref_larger"));
});

it("has the variants that are played", () => {
  show({ overwrite: "larger", format: "two_hands" });
  expect(texts("li")).toContain(say("page.ref_larger"));
  expect(texts("li")).toContain(say("page.ref_two_hands"));
});

it("has a sentence for every key", () => {
  show();
  expect(texts(".keys p")).toHaveLength(7);
  for (const line of texts(".keys p")) expect(line).not.toMatch(/^page\./);
});

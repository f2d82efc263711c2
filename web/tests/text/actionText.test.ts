/** The line above the buttons where nothing can be done. */
import { expect, it } from "vitest";
import { loadLanguage } from "../../src/state/catalogue.svelte";
import { promptText } from "../../src/text/actionText";
import { select } from "../../src/cards/selection";
import { can, observation, view } from "../support/views";

const NOTHING = select([], [], []);

it.each([
  ["en", "It is your turn.", "Ben is to play."],
  ["es", "Te toca a ti.", "Le toca a Ben."],
  ["nl", "Jij bent aan de beurt.", "Ben is aan de beurt."],
] as const)("says in %s whose turn it is, in the form for you too", async (language, own, other) => {
  await loadLanguage(language);
  const seen = { you: 0, can: can() };
  expect(promptText(view({ ...seen, observation: observation({ turn: 0 }) }), NOTHING, [])).toBe(own);
  expect(promptText(view({ ...seen, observation: observation({ turn: 1 }) }), NOTHING, [])).toBe(other);
});

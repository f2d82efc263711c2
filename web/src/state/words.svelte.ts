/** Sentences from the catalogues that the Python side uses too; switching language changes all at once. */
import type { Language } from "../protocol";

type Tree = { [key: string]: string | Tree };
type Words = Record<string, string | number>;

const LOAD: Record<Language, () => Promise<object>> = {
  en: () => import("../words/en"),
  es: () => import("../words/es"),
  nl: () => import("../words/nl"),
};

let sentences = $state.raw(new Map<string, string>());

export async function speak(language: Language): Promise<void> {
  sentences = new Map(flatten((await LOAD[language]()) as Tree));
}

/** The sentence of a key; a `count` chooses between its two forms. An unknown key shows itself. */
export function say(key: string, words: Words = {}): string {
  const form = "count" in words ? (words.count === 1 ? "_one" : "_other") : "";
  const sentence = sentences.get(key + form) ?? key;
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(words[name] ?? whole));
}

/** What a level of bots is called; one that the server's operator added goes by its own name. */
export function sayLevel(level: string): string {
  return sentences.get(`page.level_${level}`) ?? level;
}

/** The sentence about oneself where there is one and it is meant. */
export function sayOf(key: string, you: boolean, words: Words = {}): string {
  return say(you ? `${key}_you` : key, words);
}

export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts[0] ?? "";
  return say("play.and", { first: parts.slice(0, -1).join(", "), last: parts.at(-1) ?? "" });
}

function* flatten(tree: Tree, prefix = ""): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") yield [prefix + key, value];
    else yield* flatten(value, `${prefix}${key}.`);
  }
}

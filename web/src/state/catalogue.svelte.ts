/** Sentences from the catalogues that the Python side uses too; switching language changes all at once. */
import type { Language } from "../protocol";

type Tree = { [key: string]: string | Tree };
type Parameters = Record<string, string | number>;

const CATALOGUES: Record<Language, { name: string; load: () => Promise<object> }> = {
  en: { name: "English", load: () => import("../locale/en") },
  es: { name: "Español", load: () => import("../locale/es") },
  nl: { name: "Nederlands", load: () => import("../locale/nl") },
};

/** All languages, each with what it calls itself. */
export const LANGUAGES = Object.entries(CATALOGUES).map(([code, { name }]) => ({ code: code as Language, name }));

let sentences = $state.raw(new Map<string, string>());

export async function loadLanguage(language: Language): Promise<void> {
  sentences = new Map(flatten((await CATALOGUES[language].load()) as Tree));
}

/** With the cards of a meld on one line: browsers would break it at its hyphens. */
export const unbroken = (text: string): string => text.replace(/(\d)-(?=\d)/g, "$1\u2011");

/** The sentence of a key; a `count` chooses between its two forms. An unknown key shows itself. */
export function say(key: string, parameters: Parameters = {}): string {
  const form = "count" in parameters ? (parameters.count === 1 ? "_one" : "_other") : "";
  const sentence = sentences.get(key + form) ?? key;
  return unbroken(sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole)));
}

/** The sentence of a key about a seat: in the form for "you" where `isYou`. */
export function sayAbout(key: string, isYou: boolean, parameters: Parameters = {}): string {
  return say(isYou ? `${key}_you` : key, parameters);
}

/** What a level of bots is called; one that the server's operator added goes by its own name. */
export function levelName(level: string): string {
  return sentences.get(`page.level_${level}`) ?? level;
}

export const joinWithAnd = (items: readonly string[]): string => join("play.and", items);
export const joinWithOr = (items: readonly string[]): string => join("page.or", items);

function join(key: string, items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : say(key, { first: items.slice(0, -1).join(", "), last });
}

function* flatten(tree: Tree, prefix = ""): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === "string") yield [prefix + key, value];
    else yield* flatten(value, `${prefix}${key}.`);
  }
}

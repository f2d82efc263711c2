import { LONGEST_NAME } from "../protocol";
import { say, unbroken } from "../state/catalogue.svelte";

/** The words of a refusal, which begin with a small letter and have no full stop, as a sentence. */
export function asSentence(text: string): string {
  if (!text) return "";
  return unbroken(text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith(".") ? "" : "."));
}

/** A figure as everywhere: two digits, and the standard error where there is one. */
export const withError = (value: number, error: number): string =>
  error ? `${decimal(value, 2)} ${errorText(error)}` : decimal(value, 2);

/** A standard error. */
export const errorText = (error: number): string => `± ${decimal(error, 2)}`;

/** A number with so many digits behind the decimal sign of the language. */
function decimal(value: number, digits: number): string {
  return value.toFixed(digits).replace(".", say("page.decimal_sign"));
}

/** About how much: one digit. */
export const roughly = (value: number): string => decimal(value, 1);

/** A difference with its sign, which 0 has not. */
export function signed(value: number): string {
  const zero = Number(value.toFixed(1)) === 0; // Without the sign that -0 has.
  return (value > 0 && !zero ? "+" : "") + decimal(zero ? 0 : value, 1);
}

/** The sums after each round, beginning with 0 before the first: a row for each seat. */
export function runningTotals(rounds: readonly (readonly number[])[], seats: number): number[][] {
  return Array.from({ length: seats }, (_, seat) => {
    let sum = 0;
    return [0, ...rounds.map((round) => (sum += round[seat] ?? 0))];
  });
}

/** The largest step of 1, 2 or 5 times a power of ten that divides a span into four parts or more. */
export function axisStep(span: number): number {
  const rough = (span || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([5, 2, 1].find((factor) => factor * power <= rough) ?? 1) * power;
}

const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** So much of a name as the server takes: it counts characters as a reader does, a joined picture as one. */
export function cutName(name: string): string {
  return [...characters.segment(name)]
    .slice(0, LONGEST_NAME)
    .map((character) => character.segment)
    .join("");
}

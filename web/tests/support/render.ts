/** Shows components in the document, finds what they show, and presses it. */
import { flushSync, mount, unmount, type Component } from "svelte";

const shown: Record<string, unknown>[] = [];

export function render<Props extends Record<string, unknown>>(component: Component<Props>, props: Props): void {
  shown.push(mount(component, { target: document.body, props }));
  flushSync();
}

/** Take everything away again; after each test. */
export async function cleanUp(): Promise<void> {
  await Promise.all(shown.splice(0).map((component) => unmount(component)));
  document.body.replaceChildren();
}

/** The only element that a selector finds. */
export function one(selector: string): HTMLElement {
  const found = document.querySelectorAll<HTMLElement>(selector);
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} elements are ${selector}`);
  return found[0];
}

export const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

/** The texts of what a selector finds, without the spaces between the parts of the markup. */
export const texts = (selector: string): string[] =>
  all(selector).map((element) => (element.textContent ?? "").replace(/\s+/g, " ").trim());

/** The button, link or input with a name. */
export function named(name: string): HTMLElement {
  const found = all("button, a, input, select").find(
    (element) => element.getAttribute("aria-label") === name || element.textContent?.trim() === name,
  );
  if (!found) throw new Error(`nothing is called ${name}`);
  return found;
}

export function click(element: HTMLElement): void {
  element.click();
  flushSync();
}

export function press(init: KeyboardEventInit & { code?: string }, target: EventTarget = document.body): void {
  target.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
  flushSync();
}

/** Type into a field, or choose of a list. */
export function enter(field: HTMLElement, value: string): void {
  (field as HTMLInputElement).value = value;
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
  flushSync();
}

export function submit(form: HTMLElement): void {
  form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }));
  flushSync();
}

/** What jsdom lacks of a browser, as far as the page needs it; people in tests want nothing to move. */
import { webcrypto } from "node:crypto";
import { afterEach } from "vitest";
import { cleanUp } from "./render";

Object.defineProperty(crypto, "subtle", { value: webcrypto.subtle, configurable: true });
window.matchMedia ??= (query: string): MediaQueryList =>
  Object.assign(new EventTarget(), { matches: query.includes("reduced-motion") }) as unknown as MediaQueryList;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.setPointerCapture ??= () => undefined;
Element.prototype.getAnimations ??= () => [];
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true;
};

afterEach(cleanUp);

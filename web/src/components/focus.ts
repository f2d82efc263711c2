/** Where the keyboard goes on when what had the focus is gone. */

const isLost = (): boolean => !document.activeElement || document.activeElement === document.body;

/** To one's own cards, or else to the page itself, from where Tab goes to its first control. */
function focusIn(part: HTMLElement): void {
  (part.querySelector<HTMLElement>('[data-card][tabindex="0"]') ?? part).focus({ preventScroll: true });
}

/**
 * For the main part of a page: the control that led here went away with the page before. Who has just
 * opened the address has not touched anything yet, and starts at its top as everywhere.
 */
export function takeFocus(main: HTMLElement): void {
  main.tabIndex = -1;
  if (navigator.userActivation?.hasBeenActive && isLost()) focusIn(main);
}

/** Call before a part of the page changes; after the change the focus is in it still, if it was there before. */
export function keepFocus(part: HTMLElement | undefined, changed: Promise<void>): void {
  if (!part?.contains(document.activeElement)) return;
  void changed.then(() => {
    if (isLost()) focusIn(part);
  });
}

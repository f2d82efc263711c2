/** What each seat said last, while it is news. */
const SHOWN_MS = 6000;

export class SpeechBubbles {
  /** By seat; empty where nothing is said. */
  texts: string[] = $state([]);
  private readonly timers: ReturnType<typeof setTimeout>[] = [];

  show(seat: number, text: string): void {
    clearTimeout(this.timers[seat]); // The same words again are news again, for their whole time.
    this.texts[seat] = text;
    this.timers[seat] = setTimeout(() => (this.texts[seat] = ""), SHOWN_MS);
  }
}

/** What each seat said last, while it is news. */
const SHOWN_MS = 6000;

export class SpeechBubbles {
  /** By seat; empty where nothing is said. */
  texts: string[] = $state([]);

  show(seat: number, text: string): void {
    this.texts[seat] = text;
    setTimeout(() => {
      if (this.texts[seat] === text) this.texts[seat] = "";
    }, SHOWN_MS);
  }
}

/** How a round or the game ended: it stays in sight until it was read, even when the next round begins. */
import type { View } from "../protocol";

export class RoundEnd {
  /** The view as the round ended, while it is to be read. */
  view: View | null = $state.raw(null);
  /** The round that was shown last, by its game and number. */
  private shown = "";
  private isRead = false;
  private standing: ReturnType<typeof setTimeout> | undefined;

  /** Follow the newest view; the table stands for some milliseconds before its end is told. */
  follow(view: View, standMs = 0): void {
    const round = `${view.game}.${view.observation?.round}`;
    const isOver = view.phase === "round_over" || view.phase === "game_over";
    if (!isOver && this.isRead) this.close();
    if (!isOver || round === this.shown) return;
    this.shown = round;
    this.isRead = false;
    if (standMs) this.standing = setTimeout(() => (this.view = view), standMs);
    else this.view = view;
  }

  /** Who asks for the next round has read how this one ended: it closes when that begins. */
  markRead(): void {
    this.isRead = true;
  }

  close(): void {
    clearTimeout(this.standing);
    this.view = null;
    this.isRead = false;
  }
}

/** The seconds that a view's clock has left, counted on by this browser; null where no clock runs. */
import type { View } from "../protocol";

const TICK_MS = 250;

export class Countdown {
  seconds: number | null = $state(null);
  /** How much of the turn is left, 0 to 1, as far as this browser has seen it. */
  share = $state(1);
  private turn = -1;
  private longest = 0;

  /** Follow the clock of the newest view; call while a component is being made. */
  constructor(view: () => View | null, viewedAt: () => number) {
    $effect(() => {
      const left = view()?.clock_ms ?? null;
      const running = view()?.clock_running ?? false;
      const since = viewedAt();
      if (left === null) {
        this.seconds = null;
        return;
      }
      const turn = view()?.turn_number ?? 0;
      this.longest = turn === this.turn ? Math.max(this.longest, left) : Math.max(1, left);
      this.turn = turn;
      const show = (): void => {
        // Not of the clock that tells the time of day, which may be set meanwhile.
        const gone = running ? performance.now() - since : 0;
        this.seconds = Math.max(0, Math.ceil((left - gone) / 1000));
        this.share = Math.max(0, (left - gone) / this.longest);
      };
      show();
      if (!running) return;
      const timer = setInterval(show, TICK_MS);
      return () => clearInterval(timer);
    });
  }
}

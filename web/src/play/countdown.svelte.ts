/** The seconds that a view's clock has left, counted on by this browser; null where no clock runs. */
import type { View } from "../protocol";

const TICK_MS = 250;

export class Countdown {
  seconds: number | null = $state(null);

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
      const show = (): void => {
        // Not of the clock that tells the time of day, which may be set meanwhile.
        const gone = running ? performance.now() - since : 0;
        this.seconds = Math.max(0, Math.ceil((left - gone) / 1000));
      };
      show();
      if (!running) return;
      const timer = setInterval(show, TICK_MS);
      return () => clearInterval(timer);
    });
  }
}

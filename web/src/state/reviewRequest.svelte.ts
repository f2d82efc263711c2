/** A review that was asked for: how far it is, what came of it, or why there is none. */
import type { Review, ReviewGoesOn } from "../protocol";
import { getReview, Refusal } from "./api";

export class ReviewRequest {
  review: Review | null = $state.raw(null);
  /** How far it is; null while nobody waits for it. */
  progress: ReviewGoesOn | null = $state.raw(null);
  refused: Refusal | null = $state.raw(null);
  private readonly controller = new AbortController();

  constructor(
    private readonly code: string,
    private readonly game: number | null,
  ) {}

  /** Ask for it, or again after a refusal; done once it is there, or refused. */
  async load(): Promise<void> {
    const { signal } = this.controller;
    this.progress = { done: 0, all: 0 };
    this.refused = null;
    try {
      this.review = await getReview(this.code, this.game, (now) => (this.progress = now), signal);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (!signal.aborted) this.refused = error;
    }
    this.progress = null;
  }

  /** Nobody waits for it any more. */
  close(): void {
    this.controller.abort();
  }
}

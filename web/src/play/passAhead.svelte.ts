/**
 * Passing chosen before one's turn: once, for the trick that lies there. It can be taken back until the turn comes,
 * and when the trick ends it is dropped, since who leads the next one may have another wish.
 */
import type { View } from "../protocol";

export class PassAhead {
  private chosenFor = $state("");

  constructor(
    private readonly view: () => View,
    private readonly own: () => number,
  ) {}

  /** The trick in which one may still pass, by where it began; empty where there is none. */
  private readonly trick = $derived.by(() => {
    const { observation, phase, game, trick } = this.view();
    const lies = phase === "playing" && observation?.table.length;
    if (!lies || observation.passed.includes(this.own())) return "";
    return `${game}.${observation.round}.${observation.history.length - trick.length}`;
  });

  /** Whether it can be chosen, or taken back. */
  readonly isOffered = $derived.by(() => this.trick !== "" && this.view().observation?.turn !== this.own());
  readonly isChosen = $derived.by(() => this.trick !== "" && this.trick === this.chosenFor);

  toggle(): void {
    this.chosenFor = this.isChosen ? "" : this.trick;
  }

  /** It was wanted once. */
  drop(): void {
    this.chosenFor = "";
  }
}

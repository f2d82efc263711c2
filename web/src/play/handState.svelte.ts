/** The state of one's own hand: its cards, the choice among them, what is being confirmed, refused or hinted. */
import { untrack } from "svelte";
import type { Action, Hinted, Rank, View } from "../protocol";
import { say } from "../state/catalogue.svelte";
import { settings } from "../state/settings.svelte";
import { promptText } from "../text/actionText";
import { asSentence } from "../text/format";
import { reconcile, type HeldCard } from "../cards/hand";
import type { Command } from "./keys";
import { PassAhead } from "./passAhead.svelte";
import { select, writtenForm } from "../cards/selection";

/** What the hand is told by who shows it, and asks of it; all of it may change at any time. */
export interface HandSource {
  readonly view: View;
  /** The seat whose hand it is. */
  readonly own: number;
  /** Whether an action is on its way, or there is no connection. */
  readonly busy: boolean;
  /** Said in place of the prompt, where somebody has more to say. */
  readonly promptOverride: string;
  /** Plays an action; the sentence of a refusal, or nothing. */
  readonly act: (action: string) => Promise<string>;
  /** Why an action is not legal; empty where it is. */
  readonly why: (action: string) => Promise<string>;
  /** Whether a pass can be chosen before one's turn. */
  readonly passesAhead?: boolean | undefined;
  /** Asks what to play: the hint, or the sentence of a refusal. */
  readonly requestHint?: (() => Promise<Hinted | string>) | undefined;
}

/** A pass by itself comes after a time between these two that tells nobody anything. */
const AUTO_PASS_MS = [600, 2600] as const;

/** So many letters of a refusal have room on two lines of a phone. */
const SHORT = 60;

export class HandState {
  held: readonly HeldCard[] = $state.raw([]);
  chosen: ReadonlySet<number> = $state.raw(new Set());
  /** Whether the cards were dealt just now, and are to be seen coming. */
  justDealt = $state(false);
  /** The action that waits for a second press, where actions are confirmed. */
  confirming: string | null = $state(null);
  refusal = $state("");
  /** Whether the refusal of the chosen cards is so long that a short sentence stands for it. */
  private isChoiceRefused = $state(false);
  /** The cards that were chosen before one's turn. */
  private early = $state("");
  waitsForHint = $state(false);
  private received: Hinted | null = $state.raw(null);
  private dealtRound = "";
  private readonly ahead = new PassAhead(
    () => this.source().view,
    () => this.source().own,
  );

  constructor(private readonly source: () => HandSource) {
    $effect.pre(() => {
      const { observation, game } = this.source().view;
      const round = observation ? `${game}.${observation.round}` : "";
      const cards = this.cards;
      // Only views are followed: choosing cards must not run this.
      untrack(() => this.follow(round, cards, observation?.history.length === 0));
    });
    $effect(() => this.explainChoice());
    $effect(() => this.passByItself());
    $effect(() => this.passAsChosen());
  }

  private readonly observation = $derived.by(() => this.source().view.observation);
  readonly cards = $derived.by((): readonly Rank[] => this.observation?.hand ?? []);
  /** The ranks of the chosen cards, ascending. */
  readonly choice = $derived.by(() =>
    this.held.filter((card) => this.chosen.has(card.id)).map((card) => card.rank),
  );
  readonly canAct = $derived.by(() => this.source().view.can.act);
  private readonly legal = $derived.by(() => (this.canAct ? (this.observation?.legal ?? []) : []));
  readonly selection = $derived.by(() => select(this.cards, this.legal, this.choice));
  readonly canPass = $derived.by(() => this.legal.some((action) => action.kind === "pass"));
  /** Whether nothing else can be done. */
  readonly mustPass = $derived.by(() => this.canPass && this.legal.length === 1);
  /** Whether a pass can be chosen now for the turn that is to come, and whether it is. */
  readonly canPassAhead = $derived.by(() => Boolean(this.source().passesAhead) && this.ahead.isOffered);
  readonly passesAhead = $derived.by(() => this.canPassAhead && this.ahead.isChosen);
  /** Against bots only there are hints; then their button has its place, also while none can be had. */
  readonly hasHints = $derived.by(() => Boolean(this.source().requestHint) && this.source().view.can.hint_in_turn);
  /** The hint for this turn, while it is shown. */
  readonly hint = $derived.by(() =>
    this.canAct && this.received?.turn === this.source().view.turn_number ? this.received : null,
  );
  /** Why the chosen cards are no play, in full; empty where the line has room for it. */
  readonly reasons = $derived.by(() => (this.isChoiceRefused ? this.refusal : ""));
  /** The line above the buttons: one short sentence, whose place is reserved. */
  readonly message = $derived.by(() => {
    if (this.refusal) return this.isChoiceRefused ? say("page.choice_refused") : this.refusal;
    if (this.waitsForHint) return say("page.hint_thinking");
    if (this.passesAhead) return say("page.passes_ahead");
    // Of cards that were chosen too early there is nothing to say.
    const asked = this.choice.join("-") === this.early && !this.selection.completed.length ? [] : this.choice;
    return this.source().promptOverride || promptText(this.source().view, this.selection, asked);
  });

  toggle(card: HeldCard): void {
    const next = new Set(this.chosen);
    if (!next.delete(card.id)) next.add(card.id);
    this.chosen = next;
  }

  /** Choose the cards of a play, and put the hint away that named it. */
  choose(cards: readonly Rank[]): void {
    const chosen = new Set<number>();
    for (const rank of cards) {
      const card = this.held.find((each) => each.rank === rank && !chosen.has(each.id));
      if (card) chosen.add(card.id);
    }
    this.chosen = chosen;
    this.hideHint();
  }

  /** Play the chosen cards and this one, which was dragged to the table; see `playChosen`. */
  drop(card: HeldCard): Action | null {
    if (!this.chosen.has(card.id)) this.chosen = new Set([...this.chosen, card.id]);
    return this.playChosen();
  }

  /** Play an action, or ask for a second press first. */
  play(action: Action): void {
    if (this.source().busy || !this.canAct) return;
    const text = writtenForm(action);
    if (settings.confirm && this.confirming !== text) this.confirming = text;
    else void this.submit(text);
  }

  /** Pass; before one's turn choose that for it, or take it back. */
  pass(): void {
    const pass = this.legal.find((action) => action.kind === "pass");
    if (pass) this.play(pass);
    else if (this.canPassAhead) this.ahead.toggle();
  }

  /** Ask what to play, or put the hint away; nothing is played. */
  async toggleHint(): Promise<void> {
    const { requestHint, view } = this.source();
    if (this.hint) this.hideHint();
    else if (requestHint && view.can.hint && !this.waitsForHint) {
      this.waitsForHint = true;
      const answer = await requestHint();
      this.waitsForHint = false;
      if (typeof answer === "string") this.refusal = asSentence(answer);
      else this.received = answer;
    }
  }

  hideHint(): void {
    this.received = null;
  }

  /** Do what a key means; where the chosen cards can do either of two things, the first, which is not done. */
  run(command: Command): Action | null {
    switch (command.do) {
      case "rank":
        this.chooseRank(command.rank);
        break;
      case "hint":
        void this.toggleHint();
        break;
      case "clear":
        if (this.hint) this.hideHint();
        else this.chosen = new Set();
        break;
      case "pass":
        this.pass();
        break;
      case "play":
        return this.playChosen();
      case "overwrite":
      case "add":
        return this.playChosen(command.do);
    }
    return null;
  }

  /** Play what the chosen cards are; the first of two where it is not said which is meant. */
  private playChosen(kind?: "overwrite" | "add"): Action | null {
    const { completed } = this.selection;
    const meant = kind ? completed.find((action) => action.kind === kind) : completed[0];
    if (!kind && completed.length > 1) return meant ?? null;
    if (meant) this.play(meant);
    return null;
  }

  /** Choose another copy of a rank; after the last of them, none. */
  private chooseRank(rank: Rank): void {
    const copies = this.held.filter((card) => card.rank === rank);
    const next = copies.find((card) => !this.chosen.has(card.id));
    if (next) this.toggle(next);
    else this.chosen = new Set([...this.chosen].filter((id) => !copies.some((card) => card.id === id)));
  }

  private async submit(action: string): Promise<void> {
    this.confirming = null;
    const sentence = await this.source().act(action);
    if (sentence) this.refusal = asSentence(sentence);
    else this.chosen = new Set();
  }

  /** Hold the cards of the newest view; cards that stay keep their ids, and stay chosen. */
  private follow(round: string, cards: readonly Rank[], isNew: boolean): void {
    if (round !== this.dealtRound) {
      this.held = [];
      this.justDealt = isNew;
      this.dealtRound = round;
    }
    this.held = reconcile(this.held, cards, this.chosen);
    const ids = new Set(this.held.map((card) => card.id));
    this.chosen = new Set([...this.chosen].filter((id) => ids.has(id)));
  }

  /** Where no action has room for the choice, ask the server which rule forbids it. */
  private explainChoice(): (() => void) | undefined {
    const { choice, selection } = this;
    this.refusal = "";
    this.isChoiceRefused = false;
    this.confirming = null;
    const cards = choice.join("-");
    // Who chose before the turn has not asked yet.
    const isEarly = !this.canAct || cards === untrack(() => this.early);
    this.early = isEarly ? cards : "";
    if (!cards || isEarly) return;
    if (selection.more.size || selection.completed.length) return;
    const forms = this.observation?.table.length ? [`>${cards}`, `+${cards}`] : [cards];
    let current = true; // The choice may be another one before the answers come.
    void Promise.all(forms.map((form) => this.source().why(form))).then((sentences) => {
      if (!current) return;
      this.refusal = [...new Set(sentences.filter(Boolean).map(asSentence))].join(" "); // Each once.
      this.isChoiceRefused = this.refusal.length > SHORT;
    });
    return () => (current = false);
  }

  /** The turn has come for which a pass was chosen: it is the usual action, which the server decides on. */
  private passAsChosen(): void {
    if (!this.canPass || !this.ahead.isChosen || this.source().busy) return;
    untrack(() => {
      this.ahead.drop();
      void this.submit("pass");
    });
  }

  /** Who can only pass may let the page do it. */
  private passByItself(): (() => void) | undefined {
    if (!settings.autoPass || !this.mustPass) return;
    const [least, most] = AUTO_PASS_MS;
    const timer = setTimeout(() => void this.submit("pass"), least + Math.random() * (most - least));
    return () => clearTimeout(timer);
  }
}

/** What is played at a table, in words, for somebody who thinks of sitting down. */
import { DEFAULT_POINTS, RANKS } from "../cards/rankGroups";
import type { Rank, TableOptions } from "../protocol";
import { say } from "../state/catalogue.svelte";

interface Term {
  label: string;
  text: string;
}

/** How many play, with how many cards, to which end and how fast. */
export function tableTerms({ rules, clock, pace }: TableOptions): Term[] {
  const end = { label: say("page.target"), text: say("page.target_points", { target: rules.target }) };
  return [
    { label: say("page.players"), text: String(rules.players) },
    ...(rules.format === "target" ? [end] : []),
    { label: say("page.cards_each"), text: String(rules.deal) },
    { label: say("page.cards_deck"), text: String(rules.ranks.length * rules.copies) },
    { label: say("page.clock"), text: say(`page.clock_${clock}`) },
    { label: say("page.pace"), text: say(`page.pace_${pace}`) },
  ];
}

/** What differs from the usual game, each in one sentence. */
export function tableVariants({ rules, chat }: TableOptions): string[] {
  const found = [];
  if (rules.format === "two_hands") found.push(say("page.two_hands_note"));
  if (rules.overwrite === "larger") found.push(say("page.ref_larger"));
  if (rules.next_leader !== "winner") {
    found.push(`${say("page.next_leader")}: ${say(`page.leader_${rules.next_leader}`)}`);
  }
  if (rules.ranks.length < RANKS.length) found.push(say("page.ranks_only", { ranks: rules.ranks.join(" ") }));
  if (rules.ranks.some((rank) => rules.points[rank] !== DEFAULT_POINTS[rank as Rank])) {
    found.push(say("page.own_points", { points: rules.ranks.map((rank) => `${rank}: ${rules.points[rank]}`).join(", ") }));
  }
  if (chat) found.push(say("page.chat"));
  return found;
}

import { describe, expect, it } from "vitest";
import { verifyDeals, type FairGame } from "../../src/play/fairDeals";
import games from "./fairDeals.json";

const all = games as unknown as FairGame[];
const copy = (game: FairGame): FairGame => structuredClone(game);

describe("the check of deals", () => {
  it.each(all.map((game) => [game]))("deals the same cards", async (game) => {
    expect(await verifyDeals(game)).toMatchObject({ rounds: 2, wrong: null, withheld: [] });
  });

  it("notices another deal", async () => {
    const other = copy(all[0]!);
    other.record[1] = other.record[2]!.replace('"round":2', '"round":1');
    expect((await verifyDeals(other)).wrong).toBe(1);
  });

  it("notices a secret that is not the one promised", async () => {
    const game = copy(all[0]!);
    game.reveals[1]!.secret = game.reveals[0]!.secret;
    expect((await verifyDeals(game)).wrong).toBe(2);
  });

  it("notices another contribution and a missing secret", async () => {
    const game = copy(all[0]!);
    game.reveals[0]!.contributions = ["", "four", "", ""];
    expect((await verifyDeals(game)).wrong).toBe(1);
    const short = copy(all[0]!);
    short.reveals.pop();
    expect((await verifyDeals(short)).wrong).toBe(2);
  });

  it("notices what is not as it was committed to", async () => {
    const changes: ((proof: FairGame["reveals"][number]) => void)[] = [
      (proof) => (proof.contributions[1] = "0b".repeat(32)),
      (proof) => (proof.contributions[0] = "0a".repeat(32)),
      (proof) => (proof.contributions[3] = "x"),
      (proof) => (proof.commitments = []),
      (proof) => (proof.scheme = 1),
      (proof) => (proof.scheme = 3),
      (proof) => (proof.contributions[3] = ""), // Withheld: then other cards were dealt.
    ];
    for (const change of changes) {
      const game = copy(all[3]!);
      change(game.reveals[1]!);
      expect((await verifyDeals(game)).wrong).toBe(2);
    }
  });

  it("says what a proof leaves open", async () => {
    expect((await verifyDeals(all[0]!)).openTexts).toEqual([1, 2]);
    const game = copy(all[3]!);
    game.reveals[0]!.commitments![0] = "0".repeat(64);
    expect(await verifyDeals(game)).toEqual({ rounds: 2, wrong: null, withheld: [1], openTexts: [] });
  });
});

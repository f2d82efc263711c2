import { describe, expect, it } from "vitest";
import { verifyDeals, type FairGame } from "../../src/play/fairDeals";
import games from "./fairDeals.json";

const all = games as unknown as FairGame[];
const copy = (game: FairGame): FairGame => structuredClone(game);

describe("the check of deals", () => {
  it.each(all.map((game) => [game]))("deals the same cards", async (game) => {
    expect(await verifyDeals(game)).toEqual({ rounds: 2, wrong: null });
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
});

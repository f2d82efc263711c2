/** What the page does for fair deals by itself. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Reveal, View } from "../../src/protocol";
import { Contributor } from "../../src/state/contributor";
import { bytesOf, hexOf, sha256 } from "../../src/state/sha256";
import { can, fair, view } from "../support/views";

const SERVER = "c".repeat(64);
const OTHERS = "d".repeat(64);
const values = ["0a".repeat(32), "0b".repeat(32), "0c".repeat(32)];
const hash = async (value: string): Promise<string> => hexOf(await sha256(bytesOf(value)));

let drawn = 0;
const contributor = (): Contributor => new Contributor("ABC", () => bytesOf(values[drawn++] ?? ""));

const collecting = (mine = "", commitment = SERVER): View =>
  view({
    phase: "round_over",
    can: can("commit"),
    fair: fair({ commitment, round: 2, scheme: 2, commitments: [mine, OTHERS] }),
  });
const closed = (mine: string, others = OTHERS): View =>
  view({
    phase: "round_over",
    can: can("reveal"),
    fair: fair({ commitment: SERVER, round: 2, scheme: 2, commitments: [mine, others], closed: true }),
  });
const proven = (commitments: string[], contributions: string[], commitment = SERVER): View => {
  const proof: Reveal = { round: 2, commitment, secret: "", contributions, scheme: 2, commitments };
  return view({ phase: "round_over", fair: fair({ commitment: "e".repeat(64), round: 3, reveals: [proof] }) });
};

beforeEach(() => {
  localStorage.clear();
  drawn = 0;
});

describe("contributing", () => {
  it("commits first, once, and reveals when nothing can change any more", async () => {
    const here = contributor();
    const mine = await hash(values[0]!);
    expect(await here.answer(collecting())).toEqual({ type: "commit", commitment: mine });
    expect(await here.answer(collecting())).toBeNull();
    expect(await here.answer(collecting(mine))).toBeNull();
    expect(await here.answer(closed(mine))).toEqual({ type: "reveal", value: values[0] });
    expect(await here.answer(closed(mine))).toBeNull();
    expect(localStorage.getItem("fivethreefive.contributions")).toContain(OTHERS);
  });

  it("says it again on another connection, and from another tab", async () => {
    const here = contributor();
    const mine = await hash(values[0]!);
    await here.answer(collecting());
    here.reconnected();
    expect(await here.answer(collecting())).toEqual({ type: "commit", commitment: mine });
    expect(await contributor().answer(closed(mine))).toEqual({ type: "reveal", value: values[0] });
  });

  it("reveals nothing before the commitments are closed, or for a commitment that is not its own", async () => {
    const here = contributor();
    await here.answer(collecting());
    const mine = await hash(values[0]!);
    const open = closed(mine);
    expect(await here.answer({ ...open, fair: { ...open.fair, closed: false } })).toBeNull();
    expect(await here.answer(closed(await hash(values[1]!)))).toBeNull();
  });

  it("never uses again what it has revealed", async () => {
    const here = contributor();
    await here.answer(collecting());
    await here.answer(closed(await hash(values[0]!)));
    expect(await here.answer(collecting())).toEqual({ type: "commit", commitment: await hash(values[1]!) });
  });

  it("is not for spectators, nor where nothing is drawn", async () => {
    expect(await contributor().answer({ ...collecting(), you: null })).toBeNull();
    expect(await contributor().answer(view({}))).toBeNull();
    expect(drawn).toBe(0);
  });
});

describe("the proof of a deal", () => {
  async function after(proof: (mine: string) => View): Promise<unknown> {
    drawn = 0;
    const here = contributor();
    const mine = await hash(values[0]!);
    await here.answer(collecting());
    await here.answer(closed(mine));
    const problem = here.problem(proof(mine));
    expect(here.problem(proof(mine))).toBeNull();
    return problem;
  }

  it("is right where it is what was promised", async () => {
    expect(await after((mine) => proven([mine, OTHERS], [values[0]!, ""]))).toBeNull();
  });

  it("is wrong where others committed to something else, or the server did", async () => {
    expect(await after((mine) => proven([mine, "f".repeat(64)], [values[0]!, ""]))).toBe("commitments_changed");
    const other = "f".repeat(64);
    expect(await after((mine) => proven([mine, OTHERS], [values[0]!, ""], other))).toBe("commitments_changed");
  });

  it("is wrong where the server begins the round anew", async () => {
    expect(await after((mine) => closed(mine))).toBeNull();
    expect(await after((mine) => collecting(mine))).toBe("commitments_changed");
    expect(await after((mine) => closed(mine, "f".repeat(64)))).toBe("commitments_changed");
    expect(await after(() => collecting("", "f".repeat(64)))).toBe("commitments_changed");
  });

  it("is wrong where the contribution was left out", async () => {
    expect(await after((mine) => proven([mine, OTHERS], ["", ""]))).toBe("contribution_left_out");
  });
});

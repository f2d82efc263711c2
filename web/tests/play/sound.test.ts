/** The tones of what happens, heard by an audio device that the test plays. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Happened } from "../../src/protocol";
import { action } from "../support/views";

type Sound = typeof import("../../src/play/sound");

/** Every tone: how high it is, and when it begins and ends. */
let tones: { hertz: number; start: number; end: number }[];
let made: FakeAudioContext[];

class FakeAudioContext {
  currentTime = 10;
  state = "suspended";
  destination = {};

  constructor() {
    made.push(this);
  }

  resume(): Promise<void> {
    this.state = "running";
    return Promise.resolve();
  }

  createOscillator(): unknown {
    const tone = { hertz: 0, start: 0, end: 0 };
    const frequency = { set value(hertz: number) { tone.hertz = hertz; } }; // prettier-ignore
    return {
      frequency,
      connect: (next: unknown) => next,
      start: (at: number) => (tone.start = at),
      stop: (at: number) => {
        tone.end = at;
        tones.push(tone);
      },
    };
  }

  createGain(): unknown {
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    return { gain, connect: (next: unknown) => next };
  }
}

let sound: Sound;

beforeEach(async () => {
  [tones, made] = [[], []];
  vi.stubGlobal("AudioContext", FakeAudioContext);
  vi.resetModules(); // Each test has a page that has not been heard yet.
  sound = await import("../../src/play/sound");
  (await import("../../src/state/settings.svelte")).settings.sound = true;
});

afterEach(() => void vi.unstubAllGlobals());

const moved = (kind: "lead" | "pass", end = false): Happened => ({
  event: "moved",
  seat: 1,
  action: action(kind),
  cards_left: 3,
  end: end ? { rule: "R15", seat: 1 } : null,
});
const ROUND_OVER: Happened = { event: "round_over", winner: 1, points: [1, 0] };

/** What is heard of events. */
function heard(events: Happened[], yourTurn = false): number[] {
  tones.length = 0;
  sound.playSounds(events, yourTurn);
  return tones.map(({ hertz }) => hertz);
}

describe("what happens", () => {
  it("sounds different for a play, a pass, the end of a trick and of a round", () => {
    const each = [[moved("lead")], [moved("pass")], [moved("lead", true)], [ROUND_OVER]].map((events) => heard(events));
    for (const one of each) expect(one).not.toEqual([]);
    expect(new Set(each.map(String)).size).toBe(4);
  });

  it("sounds like the last of several moves, and like the round's end where there is one", () => {
    expect(heard([moved("lead"), moved("pass")])).toEqual(heard([moved("pass")]));
    expect(heard([moved("lead"), ROUND_OVER], true)).toEqual(heard([ROUND_OVER]));
  });

  it("is silent where it is no news, or sound was not asked for", async () => {
    expect(heard([], true)).toEqual([]);
    expect(heard([{ event: "left", seat: 1 }])).toEqual([]);
    (await import("../../src/state/settings.svelte")).settings.sound = false;
    expect(heard([moved("lead")], true)).toEqual([]);
  });

  it("is followed by the sound of one's turn, which does not cover it", () => {
    const turn = heard([{ event: "left", seat: 1 }], true);
    expect(turn).not.toEqual([]);
    const both = heard([moved("lead")], true);
    expect(both).toEqual([...heard([moved("lead")]), ...turn]);
    heard([moved("lead")], true);
    const [play, firstOfTurn] = tones;
    expect(firstOfTurn!.start).toBeGreaterThan(play!.end);
  });

  it("begins now, not when the page was opened", () => {
    heard([moved("lead")]);
    expect(tones[0]!.start).toBe(10);
    expect(tones[0]!.end).toBeGreaterThan(10);
  });
});

describe("the audio device", () => {
  it("is opened once, and woken where the browser let it sleep until the page was touched", () => {
    sound.unlockAudio();
    expect(made[0]?.state).toBe("running");
    sound.unlockAudio();
    heard([moved("lead")]);
    expect(made).toHaveLength(1);
  });

  it("is not opened for who asked for no sound", async () => {
    (await import("../../src/state/settings.svelte")).settings.sound = false;
    heard([moved("lead")], true);
    expect(made).toEqual([]);
  });

  it("plays an example to who has just switched sound on", () => {
    sound.playSample();
    expect(made[0]?.state).toBe("running");
    expect(tones).toHaveLength(2);
  });
});

it("sounds when one is nudged, for who asked for sound", async () => {
  sound.playNudge();
  expect(tones).toHaveLength(3);
  (await import("../../src/state/settings.svelte")).settings.sound = false;
  sound.playNudge();
  expect(tones).toHaveLength(3);
});

describe("a browser without sound", () => {
  class Refused {
    constructor() {
      throw new Error("no device");
    }
  }

  class Locked extends FakeAudioContext {
    override resume(): Promise<void> {
      return Promise.reject(new Error("not yet"));
    }
  }

  it.each([
    ["has no audio", undefined, false],
    ["lets nobody have the device", Refused, true],
    ["does not let it be heard yet", Locked, true],
  ])("that %s is silent, and nothing fails", async (_how, audio, makesSound) => {
    vi.stubGlobal("AudioContext", audio);
    expect(sound.makesSound()).toBe(makesSound);
    const failed = vi.fn();
    process.on("unhandledRejection", failed);
    sound.unlockAudio();
    sound.playSample();
    sound.playNudge();
    heard([moved("lead")], true);
    await new Promise((resolve) => setTimeout(resolve));
    process.off("unhandledRejection", failed);
    expect(failed).not.toHaveBeenCalled();
  });
});

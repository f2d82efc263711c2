/** A few soft tones made on the spot, for those who ask for sound. */
import type { Happened } from "../protocol";
import { settings } from "../state/settings.svelte";

type Tone = [hertz: number, at: number, seconds: number];

const TONES: Record<"play" | "pass" | "trick" | "turn" | "round" | "nudge", Tone[]> = {
  play: [[330, 0, 0.07]],
  pass: [[196, 0, 0.06]],
  trick: [
    [392, 0, 0.1],
    [294, 0.09, 0.14],
  ],
  turn: [
    [523, 0, 0.08],
    [659, 0.1, 0.12],
  ],
  nudge: [
    [659, 0, 0.09],
    [659, 0.14, 0.09],
    [784, 0.28, 0.16],
  ],
  round: [
    [392, 0, 0.12],
    [494, 0.12, 0.12],
    [587, 0.24, 0.24],
  ],
};
const LOUDNESS = 0.08;
/** Seconds after which a second sound is heard as another one. */
const SECOND_SOUND_AFTER_S = 0.22;

let context: AudioContext | undefined;

/** Whether this browser makes tones. */
export const makesSound = (): boolean => typeof AudioContext === "function";

/** The audio device; nothing where the browser has none, or does not let the page have it. */
function device(): AudioContext | undefined {
  try {
    context ??= makesSound() ? new AudioContext() : undefined;
  } catch {
    // The game goes on in silence.
  }
  return context;
}

/** Browsers let a page be heard only once it was touched: resumed then, it is heard from then on. */
export function unlockAudio(): void {
  const audio = device();
  if (audio?.state === "suspended") audio.resume().catch(() => undefined); // Not yet: the next touch asks again.
}

/** One sound, to hear what was just switched on. */
export function playSample(): void {
  unlockAudio();
  playTones("turn");
}

function playTones(name: keyof typeof TONES, after = 0): void {
  const audio = device();
  if (!audio) return;
  for (const [hertz, at, seconds] of TONES[name]) {
    const start = audio.currentTime + after + at;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUDNESS, start);
    // To almost nothing, since such a ramp cannot end at 0.
    volume.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + seconds);
  }
}

/** Somebody says that it is one's turn. */
export function playNudge(): void {
  if (settings.sound) playTones("nudge", SECOND_SOUND_AFTER_S);
}

/** The sound of what just happened, and of its being one's turn. */
export function playSounds(events: readonly Happened[], yourTurn: boolean): void {
  if (!settings.sound || !events.length) return;
  const moves = events.filter((event) => event.event === "moved");
  const last = moves.at(-1);
  if (events.some((event) => event.event === "round_over")) playTones("round");
  else {
    if (last) playTones(last.end ? "trick" : last.action.kind === "pass" ? "pass" : "play");
    if (yourTurn) playTones("turn", last ? SECOND_SOUND_AFTER_S : 0);
  }
}

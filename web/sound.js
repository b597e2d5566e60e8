// SPDX-License-Identifier: MIT
// What a move sounds like, made here and now: bursts of noise through filters for wood, stone and water, a few struck
// tones for what is worth hearing. No files. Loaded at the first touch of the page, since browsers allow no sound before.
// A context is given from outside, so that a test can listen to one that has no loudspeaker.

/** What an event of a move sounds like; what is not named is silent. @type {Record<string, string>} */
const EVENTS = {
  placed: 'place',
  stacked: 'place',
  moved: 'slide',
  knocked: 'knock',
  taken: 'take',
  withdrawn: 'take',
  evicted: 'take',
  turned: 'turn-over',
  line: 'mill',
  frame: 'frame',
  enthroned: 'frame',
  trapped: 'trap',
};

/** For a phone in the hand, ms on and off. @type {Record<string, number[]>} */
export const TOUCHES = {
  place: [8],
  slide: [6],
  take: [12, 40, 12],
  knock: [18],
  mill: [10, 30, 10, 30, 10],
  frame: [10, 30, 10, 30, 20],
  trap: [30],
  win: [20, 60, 20, 60, 60],
  lose: [60],
  'your-turn': [15],
};

/**
 * One struck or blown thing. `from` and `to` are frequencies at its beginning and end.
 * @typedef {{at?: number, from: number, to?: number, length: number, gain: number, noise?: boolean, q?: number, type?: OscillatorType}} Part
 */
/** A short dry tap. @param {number} at @param {number} from @param {number} gain @returns {Part[]} */
const tap = (at, from, gain) => [
  { at, from, length: 0.05, gain, noise: true, q: 2.5 },
  { at, from: from / 5, to: from / 8, length: 0.09, gain: gain * 0.7 },
];
/** A bar of wood that rings. @param {number} at @param {number} from @param {number} length @param {number} gain @returns {Part[]} */
const bar = (at, from, length, gain) => [
  { at, from, length, gain, type: 'triangle' },
  { at, from: from * 3.93, length: length / 4, gain: gain * 0.3 }, // bars of a marimba are tuned to two octaves above
  { at, from: 1800, length: 0.02, gain: gain * 0.4, noise: true, q: 1 },
];

/** @type {Record<string, Part[]>} */
export const SOUNDS = {
  place: tap(0, 1150, 0.5),
  slide: [
    { from: 480, to: 1000, length: 0.13, gain: 0.13, noise: true, q: 1.2 },
    ...tap(0.1, 900, 0.38),
  ],
  take: [...tap(0, 700, 0.45), ...tap(0.075, 1250, 0.28)],
  knock: [...tap(0, 1700, 0.6), ...tap(0.055, 820, 0.4)],
  'turn-over': [...tap(0, 2100, 0.2), ...tap(0.045, 1500, 0.22)],
  mill: [
    ...bar(0, 523.25, 0.3, 0.24),
    ...bar(0.08, 659.25, 0.3, 0.24),
    ...bar(0.16, 783.99, 0.42, 0.28),
  ],
  frame: [
    ...bar(0, 587.33, 0.35, 0.2),
    ...bar(0.07, 739.99, 0.35, 0.2),
    ...bar(0.14, 880, 0.35, 0.2),
    ...bar(0.21, 1174.66, 0.5, 0.24),
  ],
  trap: [
    { from: 420, to: 95, length: 0.26, gain: 0.5 },
    { from: 900, to: 240, length: 0.22, gain: 0.25, noise: true, q: 3 },
    { at: 0.2, from: 260, to: 620, length: 0.07, gain: 0.22 },
  ], // a bubble comes up
  win: [
    ...bar(0, 392, 0.5, 0.22),
    ...bar(0.12, 523.25, 0.5, 0.22),
    ...bar(0.24, 659.25, 0.6, 0.24),
    ...bar(0.38, 1046.5, 1, 0.28),
  ],
  lose: [...bar(0, 392, 0.5, 0.2), ...bar(0.2, 311.13, 0.8, 0.2)],
  draw: [...bar(0, 440, 0.5, 0.2), ...bar(0.18, 440, 0.6, 0.16)],
  right: [...bar(0.12, 783.99, 0.3, 0.16), ...bar(0.22, 1046.5, 0.5, 0.2)], // of a lesson, after the man has come to rest
  wrong: [...bar(0, 233.08, 0.16, 0.14), ...bar(0.09, 207.65, 0.22, 0.12)], // of a puzzle
  'your-turn': bar(0, 880, 0.25, 0.14),
};

/** One second of hiss, shared by all. @type {WeakMap<BaseAudioContext, AudioBuffer>} */
const hiss = new WeakMap();
/** @param {BaseAudioContext} context */
function noiseOf(context) {
  let buffer = hiss.get(context);
  if (!buffer) {
    buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
    hiss.set(context, buffer);
  }
  return buffer;
}

/** @param {BaseAudioContext} context @param {AudioNode} out @param {Part} part @param {number} begin */
function strike(
  context,
  out,
  { at = 0, from, to = from, length, gain, noise = false, q = 1, type = 'sine' },
  begin,
) {
  const start = begin + at,
    end = start + length,
    level = context.createGain();
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(gain, start + 0.004); // no click
  level.gain.exponentialRampToValueAtTime(0.0004, end);
  level.connect(out);
  /** @type {AudioScheduledSourceNode} */
  let source;
  if (noise) {
    const filter = context.createBiquadFilter(),
      hissing = context.createBufferSource();
    filter.type = 'bandpass';
    filter.Q.value = q;
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, end);
    hissing.buffer = noiseOf(context);
    hissing.connect(filter).connect(level);
    hissing.start(start, Math.random() * 0.5);
    source = hissing;
  } else {
    const tone = context.createOscillator();
    tone.type = type;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, end);
    tone.connect(level);
    tone.start(start);
    source = tone;
  }
  source.stop(end);
}

/** @param {BaseAudioContext} context @param {string} name of SOUNDS @param {AudioNode} [out] */
export function play(context, name, out = context.destination) {
  for (const part of SOUNDS[name] ?? []) strike(context, out, part, context.currentTime);
}

export class Sound {
  /** @param {() => boolean} on is it wanted? @param {() => AudioContext} make */
  constructor(on, make = () => new AudioContext()) {
    this.on = on;
    this.make = make;
    /** @type {AudioContext|null} */
    this.context = null;
    /** What was played last, and how often anything was: for tests. */
    this.played = /** @type {string[]} */ ([]);
    this.busy = 0; // several men turned over at once sound like one
  }

  /** @param {string} name of SOUNDS */
  play(name) {
    if (!this.on() || !(name in SOUNDS)) return;
    this.played.push(name);
    this.#touch(name);
    try {
      this.context ??= this.make();
      if (this.context.state === 'suspended') void this.context.resume();
      play(this.context, name);
    } catch {
      /* a device without sound is no error */
    }
  }

  /** What happened on the board, when it is seen. @param {string} kind of an event */
  event(kind) {
    const name = EVENTS[kind],
      now = performance.now();
    if (!name || (name === this.played.at(-1) && now - this.busy < 40)) return;
    this.busy = now;
    this.play(name);
  }

  /** @param {string} name */
  #touch(name) {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches,
      finger = matchMedia('(pointer: coarse)').matches;
    if (TOUCHES[name] && finger && !calm) navigator.vibrate?.(TOUCHES[name]);
  }
}

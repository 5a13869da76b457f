import { beforeAll, describe, expect, it } from 'vitest';
import { builtIndex, builtPiano, builtPreset } from '../../../../sounds/built-sounds.ts';
import { loopParticipant } from '../contract/loop-messages.ts';
import type { SynthMessage } from '../contract/synth-messages.ts';
import type { SoundIndex } from '../page/playing/sounds/sound-index.ts';
import { Instrument, quantum } from './instrument.ts';

// Tests with the samples that the build made and the server serves, rendered as on the audio thread.

const rate = 48_000;
const vibraphone = 11;
const violin = 40;
let index: SoundIndex;

beforeAll(async () => {
  index = await builtIndex();
});

function preset(program: number): SynthMessage & { kind: 'preset' } {
  return { kind: 'preset', preset: builtPreset(index, program) };
}

function pianoSamples(keys: readonly number[]): Exclude<SynthMessage, { kind: 'notes-port' }>[] {
  return builtPiano(index, 11, (key) => keys.includes(key)).map((sample) => ({ kind: 'piano-sample', sample }));
}

/** An instrument with one remote player, and local time mapped to frames. */
function instrumentWith(...messages: Exclude<SynthMessage, { kind: 'notes-port' }>[]): Instrument {
  const instrument = new Instrument(rate, () => {});
  instrument.receive({ kind: 'time', anchor: { frame: 0, localUs: 0 } });
  instrument.receive({ kind: 'room', amount: 0 });
  for (const message of messages) instrument.receive(message);
  return instrument;
}

function play(instrument: Instrument, status: number, keys: readonly number[], frame: number): void {
  instrument.receiveNotes({
    kind: 'notes',
    participant: 2,
    atUs: (frame * 1e6) / rate,
    offsets: keys.map(() => 0),
    data: Uint8Array.from(keys.flatMap((key) => [status, key, 100])),
    delayUs: 0,
  });
}

function rendered(instrument: Instrument, frames: number): Float32Array {
  const left = new Float32Array(frames);
  for (let from = 0; from < frames; from += quantum) {
    const right = new Float32Array(quantum);
    instrument.render(left.subarray(from, from + quantum), right, from);
  }
  return left;
}

/** The strength of a frequency in the samples, from one DFT bin with a Hann window. */
function strength(samples: Float32Array, hz: number): number {
  let [real, imaginary] = [0, 0];
  for (let n = 0; n < samples.length; n++) {
    const windowed = (samples[n] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / samples.length));
    real += windowed * Math.cos((2 * Math.PI * hz * n) / rate);
    imaginary -= windowed * Math.sin((2 * Math.PI * hz * n) / rate);
  }
  return (4 * Math.hypot(real, imaginary)) / samples.length;
}

const hz = (key: number) => 440 * 2 ** ((key - 69) / 12);
const firstSound = (samples: Float32Array) => samples.findIndex((sample) => Math.abs(sample) > 1e-6);
const peak = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

describe('a chord from a remote player', () => {
  const chord = [60, 64, 67];
  const others = [58, 61, 62, 63, 65, 66, 69];
  const on = 12_345;
  const off = on + rate;

  const voices: [string, () => Instrument][] = [
    ['the light voice', () => instrumentWith()],
    ['the recorded piano', () => instrumentWith(...pianoSamples([57, 60, 63, 66]), { kind: 'piano', isReady: true })],
    [
      'the sound bank’s vibraphone',
      () => instrumentWith(preset(vibraphone), { kind: 'instrument', participant: 2, program: vibraphone }),
    ],
    [
      'the sound bank’s violin',
      () => instrumentWith(preset(violin), { kind: 'instrument', participant: 2, program: violin }),
    ],
  ];

  it.each(voices)(
    'architecture, how a note travels 5: starts at its exact frame, has its pitches, and ends: %s',
    (_, make) => {
      const instrument = make();
      play(instrument, 0x90, chord, on);
      play(instrument, 0x80, chord, off);
      const sound = rendered(instrument, 128 * 1_200);

      expect(peak(sound.subarray(0, on))).toBe(0);
      // The first samples of a recording may be too quiet to count, but nothing sounds early.
      expect(firstSound(sound) - on).toBeLessThan(48);

      const steady = sound.subarray(on + 9_600, on + 9_600 + 32_768);
      const weakest = Math.min(...chord.map((key) => strength(steady, hz(key))));
      const strongestOther = Math.max(...others.map((key) => strength(steady, hz(key))));
      expect(weakest).toBeGreaterThan(0.004);
      expect(weakest / strongestOther).toBeGreaterThan(4);

      expect(peak(sound.subarray(off - 4_800, off))).toBeGreaterThan(0.01);
      expect(peak(sound.subarray(off + 1.5 * rate))).toBeLessThan(0.001);
      expect(instrument.voices).toBe(0);
    },
  );
});

it('after a long silence a note sounds at its exact frame, as it did at first, and so does a click', () => {
  const [early, late] = [200, 200 + quantum * 375 * 8];
  const instrument = instrumentWith();
  for (const on of [early, late]) {
    play(instrument, 0x90, [60], on);
    play(instrument, 0x80, [60], on + 4_800);
  }
  const sound = rendered(instrument, late + 9_600);
  expect(peak(sound.subarray(late - rate, late))).toBe(0);
  expect(peak(sound.subarray(late, late + 4_800))).toBeGreaterThan(0.01);
  expect(firstSound(sound.subarray(late))).toBe(firstSound(sound.subarray(early)));

  const click = new Float32Array(quantum).fill(0.25);
  const quiet = instrumentWith();
  rendered(quiet, quantum * 375 * 4);
  const left = new Float32Array(quantum);
  quiet.render(left, new Float32Array(quantum), quantum * 375 * 4, [click, click]);
  expect(left).toEqual(click);
});

describe('128 voices', () => {
  it('render, and the test prints the time it takes', () => {
    const instrument = instrumentWith(
      ...pianoSamples([45, 48, 51, 54, 57, 60, 63, 66, 69, 72]),
      { kind: 'piano', isReady: true },
      preset(violin),
      { kind: 'instrument', participant: 2, program: violin },
    );
    const keys = Array.from({ length: 32 }, (_, step) => 44 + step);
    play(instrument, 0x90, keys, 0);
    // The violin and the piano both play one recording per note.
    for (const channel of [0, 1, 2]) {
      for (const key of keys)
        instrument.receive({ kind: 'own', data: Uint8Array.of(0x90 + channel, key, 100), timeUs: 0 });
    }
    rendered(instrument, quantum * 20);
    expect(instrument.voices).toBeGreaterThanOrEqual(128);
    // CPU time of this process, so that other work on the machine does not count.
    const before = process.cpuUsage();
    rendered(instrument, rate * 2);
    const part = process.cpuUsage(before).user / 2e6;
    console.log(`${instrument.voices} voices took ${(part * 100).toFixed(1)} % of real time`);
  });
});

it('a click with a full chord stays below full scale, and a click alone is unchanged', () => {
  const click = new Float32Array(quantum).fill(0.65);
  const loudest = (instrument: Instrument) => {
    let most = 0;
    for (let from = 0; from < rate / 4; from += quantum) {
      const [left, right] = [new Float32Array(quantum), new Float32Array(quantum)];
      instrument.render(left, right, from, [click, click]);
      most = Math.max(most, peak(left), peak(right));
    }
    return most;
  };
  expect(loudest(instrumentWith())).toBeCloseTo(0.65, 6);
  const full = instrumentWith();
  play(full, 0x90, [36, 40, 43, 48, 52, 55, 60, 64, 67, 72, 76, 79], 0);
  expect(loudest(full)).toBeLessThanOrEqual(1);
});

describe('a loop', () => {
  const participant = loopParticipant(3, 0);
  const us = (frame: number) => (frame * 1e6) / rate;
  const announce = (
    instrument: Instrument,
    voidFrom: number | undefined,
    ...events: (readonly [frame: number, ...number[]])[]
  ) =>
    instrument.receiveNotes({
      kind: 'loop',
      participant,
      voidFromUs: voidFrom === undefined ? undefined : us(voidFrom),
      timesUs: events.map(([frame]) => us(frame)),
      data: Uint8Array.from(events.flatMap(([, ...data]) => data)),
    });

  it('begins at its exact sample, with its own program and volume', () => {
    const loud = instrumentWith(preset(vibraphone));
    const quiet = instrumentWith(preset(vibraphone), { kind: 'mix', participant, mix: { gain: 0.5, pan: 0 } });
    for (const instrument of [loud, quiet])
      announce(instrument, undefined, [5_000, 0xc0, vibraphone], [5_000, 0x90, 72, 100]);
    const [one, other] = [rendered(loud, 20 * quantum * 5), rendered(quiet, 20 * quantum * 5)];
    expect(firstSound(one)).toBeGreaterThanOrEqual(5_000);
    expect(firstSound(one)).toBeLessThan(5_000 + 24);
    expect(peak(other) / peak(one)).toBeCloseTo(0.5, 1);
  });

  it('leaves out what was taken back, and plays what comes instead', () => {
    const instrument = instrumentWith();
    announce(instrument, undefined, [2_000, 0x90, 60, 100], [4_000, 0x80, 60, 64], [4_000, 0x90, 72, 100]);
    announce(instrument, 3_000, [3_000, 0x80, 60, 64], [6_000, 0x90, 67, 100]);
    const sound = rendered(instrument, 24_576);
    const after = sound.subarray(8_192, 24_576);
    expect(strength(after, hz(67))).toBeGreaterThan(0.01);
    expect(strength(after, hz(72))).toBeLessThan(strength(after, hz(67)) / 20);
  });
});

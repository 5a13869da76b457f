import { beforeEach, describe, expect, it } from 'vitest';
import { drumProgram } from '../../contract/instruments.ts';
import { Limiter } from '../instrument.ts';
import { lightEngine } from './light-sound.ts';

const rate = 48_000;
const block = 128;
const sustained = 16;
let synth: ReturnType<typeof lightEngine>;

beforeEach(() => {
  synth = lightEngine(rate, block);
});

/** Renders and returns the loudest sample. */
function loudest(seconds: number): number {
  let peak = 0;
  for (let done = 0; done < seconds * rate; done += block) {
    const left = new Float32Array(block);
    const right = new Float32Array(block);
    synth.render(left, right, 0, block);
    for (const sample of left) peak = Math.max(peak, Math.abs(sample));
  }
  return peak;
}

describe('the light engine', () => {
  it('is silent until somebody plays', () => {
    expect(loudest(0.1)).toBe(0);
    expect(synth.voices).toBe(0);
  });

  it.each([0, 4, 11, sustained, 32, 40, 73, 127, drumProgram])(
    'sounds with program %d, and is silent again some time after the key is up',
    (program) => {
      synth.noteOn(1, 0, 60, 100, program);
      expect(loudest(0.2)).toBeGreaterThan(0.02);
      synth.perform(1, 0x80, 60, 0);
      loudest(1.5);
      expect(loudest(0.05)).toBe(0);
      expect(synth.voices).toBe(0);
    },
  );

  it('plays a hard touch louder than a soft one', () => {
    synth.noteOn(1, 0, 60, 30, 0);
    const soft = loudest(0.2);
    synth = lightEngine(rate, block);
    synth.noteOn(1, 0, 60, 120, 0);
    expect(loudest(0.2)).toBeGreaterThan(soft * 3);
  });

  it('the sustain pedal holds the notes of its participant', () => {
    synth.perform(1, 0xb0, 64, 127);
    for (const participant of [1, 2]) {
      synth.noteOn(participant, 0, 60, 100, 0);
      synth.perform(participant, 0x80, 60, 0);
    }
    loudest(1);
    expect(synth.voices).toBe(1);
    synth.perform(1, 0xb0, 64, 0);
    loudest(1);
    expect(synth.voices).toBe(0);
  });

  it('the sostenuto pedal holds only notes that were down when it was pressed', () => {
    synth.noteOn(1, 0, 60, 100, 0);
    synth.perform(1, 0xb0, 66, 127);
    synth.noteOn(1, 0, 64, 100, 0);
    for (const key of [60, 64]) synth.perform(1, 0x80, key, 0);
    loudest(1);
    expect(synth.voices).toBe(1);
  });

  it('a silence ends everything of one participant, held or not, and nobody else’s notes', () => {
    synth.perform(1, 0xb0, 64, 127);
    synth.noteOn(1, 0, 60, 100, 0);
    synth.noteOn(2, 0, 64, 100, 0);
    synth.silence(1);
    loudest(0.5);
    expect(synth.voices).toBe(1);
    synth.silence('everybody');
    loudest(0.5);
    expect(synth.voices).toBe(0);
  });

  it('plays 128 voices and takes over the oldest for one more', () => {
    for (const channel of [0, 1]) for (let key = 20; key < 100; key++) synth.noteOn(1, channel, key, 100, sustained);
    loudest(0.01);
    expect(synth.voices).toBe(128);
  });

  it('a participant whose volume is turned down is not heard', () => {
    synth.setMix(2, { gain: 0, pan: 0 });
    synth.noteOn(2, 0, 60, 100, 0);
    expect(loudest(0.1)).toBe(0);
  });

  it('follows a participant’s panning', () => {
    synth.setMix(2, { gain: 1, pan: 1 });
    synth.noteOn(2, 0, 60, 100, 0);
    expect(loudest(0.1)).toBe(0);
    synth.setMix(2, { gain: 1, pan: -1 });
    loudest(0.01);
    expect(loudest(0.1)).toBeGreaterThan(0.02);
  });

  it('bends without a click', () => {
    synth.noteOn(1, 0, 60, 100, 0);
    loudest(0.3);
    let largest = 0;
    let last: number | undefined;
    for (let bend = 64; bend < 127; bend++) {
      const left = new Float32Array(block);
      synth.perform(1, 0xe0, 0, bend);
      synth.render(left, new Float32Array(block), 0, block);
      for (const sample of left) {
        if (last !== undefined) largest = Math.max(largest, Math.abs(sample - last));
        last = sample;
      }
    }
    expect(largest).toBeLessThan(0.05);
  });
});

describe('the limiter', () => {
  it('keeps any input below full scale, and leaves quiet sound unchanged', () => {
    const limiter = new Limiter(rate);
    const quiet = Float32Array.of(0.1, -0.2, 0.3);
    limiter.process(quiet, Float32Array.from(quiet));
    expect([...quiet].map((sample) => Number(sample.toFixed(3)))).toEqual([0.1, -0.2, 0.3]);
    const loud = Float32Array.from({ length: 4_800 }, (_, n) => 6 * Math.sin(n / 7));
    limiter.process(loud, Float32Array.from(loud));
    for (const sample of loud) expect(Math.abs(sample)).toBeLessThanOrEqual(1);
  });
});

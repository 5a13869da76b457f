import { beforeEach, describe, expect, it } from 'vitest';
import { Limiter } from './limiter.ts';
import { Synth } from './synth.ts';
import { timbreNames } from './timbres.ts';

const rate = 48_000;
const block = 128;
let synth: Synth;

beforeEach(() => {
  synth = new Synth(rate, block);
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

describe('the synth', () => {
  it('is silent until somebody plays', () => {
    expect(loudest(0.1)).toBe(0);
    expect(synth.voices).toBe(0);
  });

  it.each(timbreNames)('sounds as a %s, and is silent again some time after the key is up', (timbre) => {
    synth.setTimbre(1, timbre);
    synth.perform(1, 0x90, 60, 100);
    expect(loudest(0.2)).toBeGreaterThan(0.02);
    synth.perform(1, 0x80, 60, 0);
    loudest(1.5);
    expect(loudest(0.05)).toBe(0);
    expect(synth.voices).toBe(0);
  });

  it('plays a hard touch louder than a soft one', () => {
    synth.perform(1, 0x90, 60, 30);
    const soft = loudest(0.2);
    synth = new Synth(rate, block);
    synth.perform(1, 0x90, 60, 120);
    expect(loudest(0.2)).toBeGreaterThan(soft * 3);
  });

  it('holds notes while the sustain pedal is down, for the participant whose pedal it is', () => {
    synth.perform(1, 0xb0, 64, 127);
    for (const participant of [1, 2]) {
      synth.perform(participant, 0x90, 60, 100);
      synth.perform(participant, 0x80, 60, 0);
    }
    loudest(1);
    expect(synth.voices).toBe(1);
    synth.perform(1, 0xb0, 64, 0);
    loudest(1);
    expect(synth.voices).toBe(0);
  });

  it('holds with the sostenuto pedal only what was held when it went down', () => {
    synth.perform(1, 0x90, 60, 100);
    synth.perform(1, 0xb0, 66, 127);
    synth.perform(1, 0x90, 64, 100);
    for (const key of [60, 64]) synth.perform(1, 0x80, key, 0);
    loudest(1);
    expect(synth.voices).toBe(1);
  });

  it('ends everything of one participant at a silence, held or not, and nobody else’s', () => {
    synth.perform(1, 0xb0, 64, 127);
    synth.perform(1, 0x90, 60, 100);
    synth.perform(2, 0x90, 64, 100);
    synth.silence(1);
    loudest(0.5);
    expect(synth.voices).toBe(1);
    synth.silence('everybody');
    loudest(0.5);
    expect(synth.voices).toBe(0);
  });

  it('plays 64 voices and takes the oldest for a further one', () => {
    for (let key = 20; key < 100; key++) synth.perform(1, 0x90, key, 100);
    loudest(0.01);
    expect(synth.voices).toBe(64);
  });

  it('is not heard from whom one has turned down', () => {
    synth.setGain(2, 0);
    synth.perform(2, 0x90, 60, 100);
    expect(loudest(0.1)).toBe(0);
  });

  it('bends without a click', () => {
    synth.perform(1, 0x90, 60, 100);
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
  it('keeps whatever comes below full scale, and leaves quiet sound alone', () => {
    const limiter = new Limiter(rate);
    const quiet = Float32Array.of(0.1, -0.2, 0.3);
    limiter.process(quiet, Float32Array.from(quiet));
    expect([...quiet].map((sample) => Number(sample.toFixed(3)))).toEqual([0.1, -0.2, 0.3]);
    const loud = Float32Array.from({ length: 4_800 }, (_, n) => 6 * Math.sin(n / 7));
    limiter.process(loud, Float32Array.from(loud));
    for (const sample of loud) expect(Math.abs(sample)).toBeLessThanOrEqual(1);
  });
});

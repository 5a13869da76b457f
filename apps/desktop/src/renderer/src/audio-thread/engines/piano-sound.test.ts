import { beforeEach, describe, expect, it } from 'vitest';
import type { PianoSample } from '../../contract/instruments.ts';
import { PianoSamples } from './piano-samples.ts';
import { PianoSound } from './piano-sound.ts';
import type { PianoVoice } from './piano-voice.ts';
import { Polyphony } from './polyphony.ts';

const rate = 48_000;
const block = 128;

/** A recording of `seconds` of a sine at its key's pitch. */
function recording(key: number, layer: number, seconds = 4, level = 20_000): PianoSample {
  const hz = 440 * 2 ** ((key - 69) / 12);
  const samples = Int16Array.from(
    { length: seconds * rate },
    (_, n) => level * Math.sin((2 * Math.PI * hz * n) / rate),
  );
  return { key, layer, left: samples, right: samples, sampleRate: rate };
}

const recordings = [54, 60, 90].map((key) => recording(key, 0));
let sound: PianoSound;
let piano: Polyphony<PianoVoice>;

beforeEach(() => {
  sound = new PianoSound(rate);
  for (const layer of [3, 7, 11, 15]) for (const sample of recordings) sound.add({ ...sample, layer });
  sound.setReady(true);
  piano = new Polyphony(sound);
});

function rendered(seconds: number): Float32Array {
  const left = new Float32Array(Math.ceil((seconds * rate) / block) * block);
  const right = new Float32Array(left.length);
  for (let from = 0; from < left.length; from += block) piano.render(left, right, from, from + block);
  return left;
}

const peak = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

/** Hz, from the number of upward zero crossings. */
function pitchOf(samples: Float32Array): number {
  const rises = [...samples.keys()].filter((n) => (samples[n - 1] ?? 1) < 0 && (samples[n] ?? -1) >= 0);
  const [first = 0] = rises;
  return ((rises.length - 1) * rate) / ((rises.at(-1) ?? 0) - first);
}

describe('the recorded piano', () => {
  it('uses the nearest key in the right velocity layer, and the nearest loaded one until then', () => {
    const samples = new PianoSamples();
    expect(samples.choose(60, 100)).toBeUndefined();
    for (const key of [57, 60]) samples.add(recording(key, 11, 0.01));
    expect(samples.choose(61, 127)?.sample).toMatchObject({ key: 60, layer: 11 });
    expect(samples.choose(58, 10)?.sample).toMatchObject({ key: 57, layer: 11 });
    expect(samples.choose(80, 90)).toBeUndefined();
    for (const layer of [3, 7, 15]) samples.add(recording(60, layer, 0.01));
    const layers = [1, 44, 45, 68, 69, 98, 99, 127].map((velocity) => samples.choose(60, velocity)?.sample.layer);
    expect(layers).toEqual([3, 3, 7, 7, 11, 11, 15, 15]);
  });

  it('plays a key between two recordings at its own pitch, and louder for a harder touch', () => {
    piano.noteOn(1, 0, 62, 100, 0);
    expect(pitchOf(rendered(0.5))).toBeCloseTo(440 * 2 ** ((62 - 69) / 12), 0);
    const loudnesses = [70, 84, 98].map((velocity) => {
      piano.silence('everybody');
      rendered(0.2);
      piano.noteOn(1, 0, 62, velocity, 0);
      return peak(rendered(0.1));
    });
    expect(loudnesses).toEqual(loudnesses.toSorted((a, b) => a - b));
  });

  it('damps a string when the key is up, unless the pedal holds it; the highest strings have no dampers and ring on', () => {
    piano.noteOn(1, 0, 60, 100, 0);
    piano.perform(1, 0xb0, 64, 127);
    piano.perform(1, 0x80, 60, 0);
    rendered(1);
    expect(piano.voices).toBe(1);
    piano.perform(1, 0xb0, 64, 0);
    rendered(1);
    expect(piano.voices).toBe(0);
    piano.noteOn(1, 0, 92, 100, 0);
    piano.perform(1, 0x80, 92, 0);
    rendered(1);
    expect(piano.voices).toBe(1);
  });

  it('adds the noise of the damper when a string is damped', () => {
    sound.addNoise(recording(61, 0, 0.3, 32_000));
    piano.noteOn(1, 0, 60, 1, 0);
    piano.perform(1, 0x80, 60, 0);
    const tail = rendered(0.29).subarray(0.25 * rate);
    expect(peak(tail)).toBeGreaterThan(0.01);
    rendered(0.2);
    expect(piano.voices).toBe(0);
  });

  it('fades a recording out towards its end and is then silent', () => {
    piano.noteOn(1, 0, 60, 112, 0);
    rendered(3.9);
    expect(peak(rendered(0.05))).toBeLessThan(0.05);
    rendered(0.2);
    expect(piano.voices).toBe(0);
  });

  it('plays only the piano, and only while it is ready', () => {
    expect(piano.plays(0)).toBe(true);
    expect(piano.plays(1)).toBe(false);
    sound.setReady(false);
    expect(piano.plays(0)).toBe(false);
  });
});

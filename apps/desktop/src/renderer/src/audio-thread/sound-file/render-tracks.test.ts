import { expect, test } from 'vitest';
import { Instrument } from '../instrument.ts';
import { renderTracks, wavHeader } from './render-tracks.ts';

const sampleRate = 8_000;
const on = (timeUs: number) => ({ timeUs, data: Uint8Array.of(0x90, 69, 100) });
const off = (timeUs: number) => ({ timeUs, data: Uint8Array.of(0x80, 69, 64) });

function rendered(tracks: Parameters<typeof renderTracks>[1]) {
  const parts = [...renderTracks(new Instrument(sampleRate, () => {}), tracks, sampleRate)];
  const samples = parts.flatMap((part) => [...part.samples]);
  return { parts, left: samples.filter((_, index) => index % 2 === 0) };
}

const loudest = (samples: readonly number[]) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

test('a note sounds from its time on and fades after its end; the progress ends at 1', () => {
  const { parts, left } = rendered([{ program: 0, events: [on(500_000), off(1_500_000)] }]);
  const at = (seconds: number) => Math.round(seconds * sampleRate);
  expect(loudest(left.slice(0, at(0.49)))).toBe(0);
  expect(loudest(left.slice(at(0.5), at(1.5)))).toBeGreaterThan(500);
  expect(loudest(left.slice(-100))).toBeLessThan(loudest(left.slice(at(0.5), at(1.5))));
  expect(parts.at(-1)?.part).toBe(1);
  expect(parts.length).toBeLessThan(12);
});

test('all players sound, and no sample is beyond full scale', () => {
  const one = rendered([{ program: 0, events: [on(0), off(400_000)] }]);
  const two = rendered([0, 73].map((program) => ({ program, events: [on(0), off(400_000)] })));
  expect(two.left).not.toEqual(one.left);
  expect(loudest(two.left)).toBeLessThanOrEqual(32_767);
});

test('a recording without notes is one silent second', () => {
  const { parts, left } = rendered([]);
  expect([parts.length, loudest(left)]).toEqual([1, 0]);
});

test('the header says 16-bit stereo and how long the file is', () => {
  const header = wavHeader(4_000, 48_000);
  const view = new DataView(header.buffer);
  expect(new TextDecoder().decode(header.subarray(0, 16))).toMatch(/^RIFF....WAVEfmt $/s);
  expect([view.getUint32(4, true), view.getUint16(22, true), view.getUint32(24, true)]).toEqual([4_036, 2, 48_000]);
  expect([view.getUint32(28, true), view.getUint16(34, true), view.getUint32(40, true)]).toEqual([192_000, 16, 4_000]);
});

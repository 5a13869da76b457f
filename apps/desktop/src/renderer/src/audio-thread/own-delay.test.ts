import { describe, expect, it } from 'vitest';
import { Instrument, quantum } from './instrument.ts';

const sampleRate = 48_000;
const anchor = { frame: 0, localUs: 0 };
const noteOn = Uint8Array.of(0x90, 69, 100);

/** The first frame of the first block that sounds after a note played at 0. */
function firstSound(delayUs: number, way: 'page' | 'worker' = 'page', isAnchored = true): number {
  const instrument = new Instrument(sampleRate, () => {});
  if (isAnchored) instrument.receive({ kind: 'time', anchor });
  instrument.receive({ kind: 'own-delay', delayUs });
  const note = { kind: 'own', data: noteOn, timeUs: 0 } as const;
  if (way === 'page') instrument.receive(note);
  else instrument.receiveNotes(note);
  for (let frame = 0; frame < sampleRate; frame += quantum) {
    const [left, right] = [new Float32Array(quantum), new Float32Array(quantum)];
    instrument.render(left, right, frame);
    if (left.some((sample) => sample !== 0)) return frame;
  }
  return Number.NaN;
}

describe('an own note', () => {
  it('sounds immediately, even from a MIDI keyboard whose notes bypass the page', () => {
    expect(firstSound(0)).toBe(0);
    expect(firstSound(0, 'worker')).toBe(0);
  });

  it('R9.6: waits for the common delay with matched playout, so that the player hears it as the others do', () => {
    const delayUs = 40_000;
    const frame = (delayUs * sampleRate) / 1e6;
    expect(firstSound(delayUs)).toBe(frame - (frame % quantum));
    expect(firstSound(delayUs, 'worker')).toBe(frame - (frame % quantum));
  });

  it('does not wait before the clocks are mapped', () => {
    expect(firstSound(40_000, 'page', false)).toBe(0);
  });
});

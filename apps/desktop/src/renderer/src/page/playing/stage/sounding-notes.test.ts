import { beforeEach, describe, expect, it } from 'vitest';
import { SoundingNotes } from './sounding-notes.ts';

let sounding: SoundingNotes;
const feed = (...events: [number, number, number][]) => {
  for (const event of events) sounding.feed(1, ...event);
};

beforeEach(() => {
  sounding = new SoundingNotes();
});

describe('sounding notes', () => {
  it('are the held notes of each player and channel', () => {
    feed([0x90, 64, 90], [0x91, 60, 90], [0x90, 64, 0]);
    sounding.feed(2, 0x90, 67, 90);
    expect(sounding.notesOf(1)).toEqual([60]);
    expect(sounding.participants()).toEqual([1, 2]);
    sounding.drop(2);
    expect(sounding.participants()).toEqual([1]);
  });

  it('continue while the sustain pedal is down, half way or more', () => {
    feed([0x90, 60, 90], [0xb0, 64, 64], [0x80, 60, 0], [0x90, 64, 90]);
    expect(sounding.notesOf(1)).toEqual([60, 64]);
    expect(sounding.isPedalDown(1)).toBe(true);
    feed([0xb0, 64, 63]);
    expect(sounding.notesOf(1)).toEqual([64]);
    expect(sounding.isPedalDown(1)).toBe(false);
  });

  it('continue under the sostenuto pedal if the key was down when the pedal was pressed', () => {
    feed([0x90, 60, 90], [0xb0, 66, 127], [0x90, 64, 90], [0x80, 60, 0], [0x80, 64, 0]);
    expect(sounding.notesOf(1)).toEqual([60]);
    feed([0xb0, 64, 127], [0xb0, 66, 0]);
    expect(sounding.notesOf(1)).toEqual([60]);
    feed([0xb0, 64, 0]);
    expect(sounding.notesOf(1)).toEqual([]);
  });

  it.each([120, 123])('ends with controller %i', (controller) => {
    feed([0x90, 60, 90], [0xb0, 64, 127], [0x80, 60, 0], [0x90, 62, 90], [0xb0, controller, 0]);
    expect(sounding.notesOf(1)).toEqual([]);
  });
});

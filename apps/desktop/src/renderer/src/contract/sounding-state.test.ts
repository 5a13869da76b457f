import { describe, expect, it } from 'vitest';
import { SoundingState } from './sounding-state.ts';

function stateOf(...data: number[]): number[][] {
  const state = new SoundingState();
  state.feed(1, Uint8Array.from(data));
  return [...state.all()].map(([participant, bytes]) => [participant, ...bytes]);
}

describe('the sounding state for an instrument that is switched on late', () => {
  it('consists of held notes, after pedals and programs', () => {
    expect(stateOf(0x90, 60, 100, 0xc0, 5, 0xb0, 64, 127)).toEqual([[1, 0xc0, 5, 0xb0, 64, 127, 0x90, 60, 100]]);
  });

  it('leaves out notes that have ended, by note-off or by velocity 0', () => {
    expect(stateOf(0x90, 60, 100, 0x90, 62, 100, 0x80, 60, 0, 0x90, 62, 0)).toEqual([]);
  });

  it('contains the last value of a controller and of a bend', () => {
    expect(stateOf(0xb0, 64, 127, 0xb0, 64, 0, 0xe1, 0, 64, 0xe1, 5, 70)).toEqual([[1, 0xb0, 64, 0, 0xe1, 5, 70]]);
  });

  it('loses the notes of a channel that is told to end them, and nothing else', () => {
    expect(stateOf(0xc1, 5, 0x90, 60, 100, 0x91, 62, 100, 0x92, 64, 100, 0xb1, 123, 0, 0xb2, 120, 0)).toEqual([
      [1, 0xc1, 5, 0x90, 60, 100],
    ]);
  });

  it('is empty after a silence', () => {
    const state = new SoundingState();
    state.feed(1, Uint8Array.of(0x90, 60, 100));
    state.feed(2, Uint8Array.of(0x90, 64, 100));
    state.drop(1);
    expect([...state.all()].map(([participant]) => participant)).toEqual([2]);
    state.drop('everybody');
    expect([...state.all()]).toEqual([]);
  });
});

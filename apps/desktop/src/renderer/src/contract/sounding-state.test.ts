import { describe, expect, it } from 'vitest';
import { SoundingState } from './sounding-state.ts';

function stateOf(...data: number[]): number[][] {
  const state = new SoundingState();
  state.feed(1, Uint8Array.from(data));
  return [...state.all()].map(([participant, bytes]) => [participant, ...bytes]);
}

describe('what sounds when an instrument is switched on late', () => {
  it('is what is held, pedals and programs first', () => {
    expect(stateOf(0x90, 60, 100, 0xc0, 5, 0xb0, 64, 127)).toEqual([[1, 0xc0, 5, 0xb0, 64, 127, 0x90, 60, 100]]);
  });

  it('leaves out what ended, by note-off or by velocity 0', () => {
    expect(stateOf(0x90, 60, 100, 0x90, 62, 100, 0x80, 60, 0, 0x90, 62, 0)).toEqual([]);
  });

  it('keeps the last value of a controller and of a bend', () => {
    expect(stateOf(0xb0, 64, 127, 0xb0, 64, 0, 0xe1, 0, 64, 0xe1, 5, 70)).toEqual([[1, 0xb0, 64, 0, 0xe1, 5, 70]]);
  });

  it('is nothing after a silence', () => {
    const state = new SoundingState();
    state.feed(1, Uint8Array.of(0x90, 60, 100));
    state.feed(2, Uint8Array.of(0x90, 64, 100));
    state.drop(1);
    expect([...state.all()].map(([participant]) => participant)).toEqual([2]);
    state.drop('everybody');
    expect([...state.all()]).toEqual([]);
  });
});

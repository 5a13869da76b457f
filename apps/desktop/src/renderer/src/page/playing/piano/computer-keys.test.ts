import { describe, expect, it } from 'vitest';
import { baseNoteAfter, computerKeyNotes, defaultBaseNote, noteForCode } from './computer-keys.ts';
import { keyOf } from './piano-keys.ts';

describe('computer keys', () => {
  it('play a C major scale on the home row', () => {
    const codes = ['KeyA', 'KeyS', 'KeyD', 'KeyF', 'KeyG', 'KeyH', 'KeyJ', 'KeyK', 'KeyL', 'Semicolon', 'Quote'];
    const notes = codes.map((code) => noteForCode(code, defaultBaseNote));
    expect(notes).toEqual([60, 62, 64, 65, 67, 69, 71, 72, 74, 76, 77]);
  });

  it('play the black keys on the row above', () => {
    for (const code of ['KeyW', 'KeyE', 'KeyT', 'KeyY', 'KeyU', 'KeyO', 'KeyP']) {
      expect(keyOf(noteForCode(code, defaultBaseNote) ?? 0)?.black).toBe(true);
    }
  });

  it('are listed with their notes, without those beyond the piano', () => {
    expect(computerKeyNotes(60)).toHaveLength(18);
    expect(computerKeyNotes(60)[1]).toEqual({ code: 'KeyW', note: 61 });
    expect(computerKeyNotes(96).at(-1)).toEqual({ code: 'KeyK', note: 108 });
  });

  it('leave all other keys alone', () => {
    expect(noteForCode('KeyQ', defaultBaseNote)).toBeUndefined();
    expect(noteForCode('Space', defaultBaseNote)).toBeUndefined();
    expect(baseNoteAfter('KeyA', defaultBaseNote)).toBeUndefined();
  });

  it('move by octaves and stop at the ends of the piano', () => {
    expect(baseNoteAfter('KeyZ', 60)).toBe(48);
    expect(baseNoteAfter('KeyX', 60)).toBe(72);
    expect(baseNoteAfter('KeyX', 96)).toBe(96);
    expect(baseNoteAfter('KeyZ', 24)).toBe(24);
    expect(noteForCode('KeyL', 96)).toBeUndefined();
    expect(noteForCode('KeyK', 96)).toBe(108);
  });
});

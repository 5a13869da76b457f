import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoteLines, noteName } from './note-lines.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a run of keys of one player is one line, and those of two are two', () => {
  const lines: string[] = [];
  const notes = new NoteLines((name, keys) => lines.push(`${name} ${keys.join(' ')}`));
  for (const key of [60, 64]) notes.add('ada', noteName(key));
  notes.add('ben', noteName(21));
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(250);
  expect(lines).toEqual(['ada C4 E4', 'ben A0']);
  notes.add('ada', noteName(70));
  vi.advanceTimersByTime(250);
  expect(lines.at(-1)).toBe('ada B♭4');
});

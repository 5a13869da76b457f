import { afterEach, expect, test, vi } from 'vitest';
import { doUnlessUndone, endAllToasts, endToast, notify, notifyUndoable, useToasts } from './toast-store.ts';

const shown = () => useToasts.getState().entries.map(({ text }) => text);

afterEach(endAllToasts);

test('a fourth notice ends the oldest that offers nothing to undo', () => {
  const undo = vi.fn();
  notifyUndoable('Deleted.', undo);
  for (const text of ['one', 'two', 'three']) notify(text);
  expect(shown()).toEqual(['Deleted.', 'two', 'three']);
  expect(undo).not.toHaveBeenCalled();
});

test('if all can be undone, the oldest is done', () => {
  const acts = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const undo = vi.fn();
  for (const [index, act] of acts.entries()) doUnlessUndone(`Removed ${index}.`, act, undo);
  expect(shown()).toEqual(['Removed 1.', 'Removed 2.', 'Removed 3.']);
  expect(acts.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0, 0]);
  endToast(useToasts.getState().entries[0]?.id ?? 0, 'acted');
  expect([undo.mock.calls.length, acts[1]?.mock.calls.length]).toEqual([1, 0]);
});

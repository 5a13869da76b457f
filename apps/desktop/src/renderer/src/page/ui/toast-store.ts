import { create } from 'zustand';

export interface ToastEntry {
  readonly id: number;
  readonly text: string;
  /** Takes back what the text tells. */
  readonly onUndo: (() => void) | undefined;
  /** It is over and was not taken back. */
  readonly onDone: () => void;
}

export const useToasts = create<{ readonly entries: readonly ToastEntry[] }>()(() => ({ entries: [] }));

let lastId = 0;

/** Says in a sentence what has just happened. */
export function notify(text: string): void {
  add({ text, onUndo: undefined, onDone: () => {} });
}

/** Says what has been done, and for a while offers to take it back. */
export function notifyUndoable(text: string, onUndo: () => void): void {
  add({ text, onUndo, onDone: () => {} });
}

/**
 * Says what is about to be done, and does it unless it is taken back in time. Whoever leaves the page meant it.
 * @param onUndo shows again what was there.
 */
export function doUnlessUndone(text: string, act: () => void, onUndo: () => void): void {
  add({ text, onUndo, onDone: act });
}

/** Ends a toast. */
export function endToast(id: number, outcome: 'done' | 'undone'): void {
  const entry = useToasts.getState().entries.find((each) => each.id === id);
  if (entry === undefined) return;
  useToasts.setState(({ entries }) => ({ entries: entries.filter((each) => each.id !== id) }));
  if (outcome === 'undone') entry.onUndo?.();
  else entry.onDone();
}

/** Does at once what still could be taken back: the page goes. */
export function endAllToasts(): void {
  for (const { id } of useToasts.getState().entries) endToast(id, 'done');
}

function add(toast: Omit<ToastEntry, 'id'>): void {
  lastId++;
  useToasts.setState(({ entries }) => ({ entries: [...entries, { ...toast, id: lastId }] }));
}

import { create } from 'zustand';

interface ToastEntry {
  readonly id: number;
  readonly text: string;
  /** A button's act: it undoes what the text says, unless it has a label. */
  readonly onAct: (() => void) | undefined;
  /** The text of the button. */
  readonly label?: string;
  /** Runs when the toast ends without it. */
  readonly onDone: () => void;
}

interface ToastState {
  readonly entries: readonly ToastEntry[];
  /** They wait, because nothing may cover what somebody reads. */
  readonly areHeld: boolean;
}

export const useToasts = create<ToastState>()(() => ({ entries: [], areHeld: false }));

/** More would hide what is behind them. */
const most = 3;
let lastId = 0;

/** Shows a sentence about what just happened. */
export function notify(text: string): void {
  add({ text, onAct: undefined, onDone: () => {} });
}

/** Says what was done, and offers to undo it for a few seconds. */
export function notifyUndoable(text: string, onUndo: () => void): void {
  add({ text, onAct: onUndo, onDone: () => {} });
}

/** Says what happened, and offers an answer to it for a few seconds. */
export function notifyWithAction(text: string, label: string, onAct: () => void): void {
  add({ text, label, onAct, onDone: () => {} });
}

/**
 * Says what is about to be done, and does it unless it is undone in time. Leaving the page confirms it.
 * @param onUndo restores what was shown before.
 */
export function doUnlessUndone(text: string, act: () => void, onUndo: () => void): void {
  add({ text, onAct: onUndo, onDone: act });
}

export function endToast(id: number, outcome: 'done' | 'acted'): void {
  const entry = useToasts.getState().entries.find((each) => each.id === id);
  if (entry === undefined) return;
  useToasts.setState(({ entries }) => ({ entries: entries.filter((each) => each.id !== id) }));
  if (outcome === 'acted') entry.onAct?.();
  else entry.onDone();
}

/** Confirms everything that could still be undone, because the page is closing. */
export function endAllToasts(): void {
  for (const { id } of useToasts.getState().entries) endToast(id, 'done');
}

/** One too many ends the oldest, of those that offer nothing if there are any. */
function add(toast: Omit<ToastEntry, 'id'>): void {
  lastId++;
  const { entries } = useToasts.getState();
  if (entries.length >= most) {
    const oldest = entries.find(({ onAct }) => onAct === undefined) ?? entries[0];
    if (oldest !== undefined) endToast(oldest.id, 'done');
  }
  useToasts.setState((state) => ({ entries: [...state.entries, { ...toast, id: lastId }] }));
}

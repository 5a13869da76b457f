import { create } from 'zustand';
import { persist, readStored } from '../../stored-state.ts';
import { fittedToFingers, type KeyboardView, revealingAll, viewFrom } from './keyboard-view.ts';
import { keyOf } from './piano-keys.ts';

interface KeyboardViewState extends KeyboardView {
  /** True once the user has zoomed: from then on the number of keys does not follow the screen. */
  readonly isChosen: boolean;
}

const rememberedKey = 'roomtone.keyboard-view';

/** The visible part of the keyboard, remembered. */
export const useKeyboardView = create<KeyboardViewState>()(() => {
  const stored = readStored(rememberedKey);
  const isFitted = stored === null || (typeof stored === 'object' && 'isChosen' in stored && stored.isChosen === false);
  return { ...viewFrom(stored), isChosen: !isFitted };
});
persist(rememberedKey, useKeyboardView);

/** On touch screens, shows keys that are wide enough for fingers, unless the user has chosen how many to see. */
export function fitKeyboard(widthPx: number): void {
  if (useKeyboardView.getState().isChosen || !matchMedia('(pointer: coarse)').matches || widthPx === 0) return;
  useKeyboardView.setState((view) => fittedToFingers(view, widthPx));
}

/** Brings keys into view. @param notes MIDI key numbers. */
export function showKeys(notes: readonly number[]): void {
  const keys = notes.map(keyOf).filter((key) => key !== undefined);
  useKeyboardView.setState((view) => revealingAll(view, keys));
}

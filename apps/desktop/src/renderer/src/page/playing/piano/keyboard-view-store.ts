import { create } from 'zustand';
import { recalled, remember } from '../../remembered.ts';
import { type KeyboardView, viewFrom } from './keyboard-view.ts';

const rememberedKey = 'roomtone.keyboard-view';

/** Which part of the keyboard is in sight, the same the next time. */
export const useKeyboardView = create<KeyboardView>()(() => viewFrom(recalled(rememberedKey)));
remember(rememberedKey, useKeyboardView);

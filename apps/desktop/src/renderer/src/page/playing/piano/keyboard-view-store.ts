import { create } from 'zustand';
import { recalled, remember } from '../../remembered.ts';
import { type KeyboardView, viewFrom } from './keyboard-view.ts';

const rememberedKey = 'roomtone.keyboard-view';

/** The visible part of the keyboard, remembered. */
export const useKeyboardView = create<KeyboardView>()(() => viewFrom(recalled(rememberedKey)));
remember(rememberedKey, useKeyboardView);

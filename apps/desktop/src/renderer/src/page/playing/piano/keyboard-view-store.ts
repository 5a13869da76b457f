import { create } from 'zustand';
import { persist, readStored } from '../../stored-state.ts';
import { type KeyboardView, viewFrom } from './keyboard-view.ts';

const rememberedKey = 'roomtone.keyboard-view';

/** The visible part of the keyboard, remembered. */
export const useKeyboardView = create<KeyboardView>()(() => viewFrom(readStored(rememberedKey)));
persist(rememberedKey, useKeyboardView);

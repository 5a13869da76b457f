import { create } from 'zustand';
import { defaultBaseNote } from './computer-keys.ts';

/** Which note the lowest computer key plays. */
export const useOctave = create<{ readonly baseNote: number }>()(() => ({ baseNote: defaultBaseNote }));

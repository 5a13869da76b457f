import { create } from 'zustand';
import { defaultBaseNote } from './computer-keys.ts';

/** The note of the lowest computer key. */
export const useOctave = create<{ readonly baseNote: number }>()(() => ({ baseNote: defaultBaseNote }));

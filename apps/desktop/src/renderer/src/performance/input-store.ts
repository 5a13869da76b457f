import { create } from 'zustand';
import { recalled, remember } from '../ui/remembered.ts';
import { type InputSettings, inputFrom } from './midi-mapping.ts';

const rememberedKey = 'roomtone.input';

/** How MIDI keyboards are taken, the same the next time. */
export const useInput = create<InputSettings>()(() => inputFrom(recalled(rememberedKey)));
remember(rememberedKey, useInput);

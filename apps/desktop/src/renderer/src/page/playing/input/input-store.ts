import { create } from 'zustand';
import { type InputSettings, inputFrom } from '../../../contract/midi-mapping.ts';
import { recalled, remember } from '../../remembered.ts';

const rememberedKey = 'roomtone.input';

/** How MIDI keyboards are taken, the same the next time. */
export const useInput = create<InputSettings>()(() => inputFrom(recalled(rememberedKey)));
remember(rememberedKey, useInput);

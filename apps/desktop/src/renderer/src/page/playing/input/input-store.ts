import { create } from 'zustand';
import { type InputSettings, inputFrom } from '../../../contract/midi-mapping.ts';
import { recalled, remember } from '../../remembered.ts';

const rememberedKey = 'roomtone.input';

/** Settings of MIDI keyboards, remembered. */
export const useInput = create<InputSettings>()(() => inputFrom(recalled(rememberedKey)));
remember(rememberedKey, useInput);

import { create } from 'zustand';
import { type InputSettings, inputFrom } from '../../../contract/midi-mapping.ts';
import { persist, readStored } from '../../stored-state.ts';

const rememberedKey = 'roomtone.input';

/** Settings of MIDI keyboards, remembered. */
export const useInput = create<InputSettings>()(() => inputFrom(readStored(rememberedKey)));
persist(rememberedKey, useInput);

import type { VoiceState } from '@roomtone/sdk/voice';
import { create } from 'zustand';
import { persist, readStored } from '../../stored-state.ts';

/** Why somebody cannot talk. */
export type TalkFailure = 'denied' | 'busy' | 'missing' | 'insecure' | 'forbidden' | 'muted' | 'failed';

/** A microphone that can be chosen. */
export interface Microphone {
  readonly id: string;
  readonly label: string;
}

/** How somebody is heard here: their voice, apart from their notes. */
export interface VoiceMix {
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
}

export const defaultVoiceMix: VoiceMix = { volume: 1, muted: false };

interface VoiceStore {
  /** Opens or closes the microphone, for a learned pedal or pad; undefined outside rooms. */
  readonly toggle: (() => void) | undefined;
  /** The user has pressed Talk: the microphone is connected. */
  readonly talking: 'off' | 'asking' | 'on';
  /** The others hear the microphone at this moment. */
  readonly isOpen: boolean;
  readonly way: VoiceState;
  /** The server's UDP port; 0 before it is known. */
  readonly port: number;
  readonly failure: TalkFailure | undefined;
  /** The participants who are heard now. */
  readonly speaking: ReadonlySet<number>;
  /** By participant; anybody missing is heard as they come. */
  readonly mixes: ReadonlyMap<number, VoiceMix>;
  /** Those that the browser names; empty before it has been asked. */
  readonly microphones: readonly Microphone[];
}

export const silent: VoiceStore = {
  toggle: undefined,
  talking: 'off',
  isOpen: false,
  way: 'off',
  port: 0,
  failure: undefined,
  speaking: new Set(),
  mixes: new Map(),
  microphones: [],
};

/** The voices of the current room. */
export const useVoice = create<VoiceStore>()(() => silent);

export function setVoiceMix(participantId: number, change: Partial<VoiceMix>): void {
  useVoice.setState(({ mixes }) => ({
    mixes: new Map(mixes).set(participantId, { ...defaultVoiceMix, ...mixes.get(participantId), ...change }),
  }));
}

interface VoiceChoices {
  /** hold: the microphone is open while a key or button is held. open: always, but see closesForNotes. */
  readonly mode: 'open' | 'hold';
  /** An open microphone closes while its owner plays. */
  readonly closesForNotes: boolean;
  /** The others' notes are lower while somebody speaks. */
  readonly lowersNotes: boolean;
  /** The id of the microphone; "" is the system's. */
  readonly microphone: string;
}

const key = 'roomtone-voice';
const standard: VoiceChoices = { mode: 'open', closesForNotes: true, lowersNotes: true, microphone: '' };

/** The user's choices for talking; remembered. */
export const useVoiceChoices = create<VoiceChoices>()(() => choicesFrom(readStored(key)));
persist(key, useVoiceChoices);

function choicesFrom(stored: unknown): VoiceChoices {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Record<string, unknown>>;
  const { mode, closesForNotes = true, lowersNotes = true, microphone } = given;
  return {
    mode: mode === 'hold' ? 'hold' : standard.mode,
    closesForNotes: closesForNotes === true,
    lowersNotes: lowersNotes === true,
    microphone: typeof microphone === 'string' ? microphone : standard.microphone,
  };
}

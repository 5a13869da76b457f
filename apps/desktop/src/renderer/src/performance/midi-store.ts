import { create } from 'zustand';
import type { MidiDevice } from '../bridge.ts';

/**
 * unsupported: this browser has no Web MIDI. denied: the player, or a policy, said no.
 * failed: the system's MIDI does not answer.
 */
export type MidiStatus = 'off' | 'asking' | 'on' | 'denied' | 'failed' | 'unsupported';

interface MidiState {
  readonly status: MidiStatus;
  readonly devices: readonly MidiDevice[];
}

export const useMidi = create<MidiState>()(() => ({ status: 'off', devices: [] }));

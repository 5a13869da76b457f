import { create } from 'zustand';
import { persist, readStored } from '../../stored-state.ts';

/**
 * unsupported: this browser has no Web MIDI. absent: this machine has no MIDI. denied: the user or a policy refused.
 * failed: the system's MIDI does not answer.
 */
type MidiStatus = 'off' | 'asking' | 'on' | 'denied' | 'failed' | 'unsupported' | 'absent';

interface MidiState {
  readonly status: MidiStatus;
  /** The devices that are plugged in, by names that stay the same when they are plugged in again. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly hasOutputs: boolean;
  /** Devices that another program uses, so that Roomtone cannot. */
  readonly busy: readonly string[];
  /** True if Roomtone can create ports for other programs. */
  readonly canMakePorts: boolean;
}

export const useMidi = create<MidiState>()(() => ({
  status: 'off',
  inputs: [],
  outputs: [],
  busy: [],
  hasOutputs: false,
  canMakePorts: false,
}));

const mutedKey = 'roomtone.midi-muted';

/** Names of keyboards that are ignored, plugged in or not. */
export const useMutedInputs = create<{ readonly names: readonly string[] }>()(() => {
  const kept = (readStored(mutedKey) as { names?: unknown } | null)?.names;
  return { names: Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [] };
});
persist(mutedKey, useMutedInputs);

import { create } from 'zustand';
import { recalled, remember } from '../../remembered.ts';

/**
 * unsupported: this browser has no Web MIDI. absent: this machine has no MIDI. denied: the player, or a policy, said no.
 * failed: the system's MIDI does not answer.
 */
export type MidiStatus = 'off' | 'asking' | 'on' | 'denied' | 'failed' | 'unsupported' | 'absent';

interface MidiState {
  readonly status: MidiStatus;
  /** What is plugged in, by names that stay the same from plug to plug. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly hasOutputs: boolean;
  /** Whether other programs can be given ports to listen to. */
  readonly canMakePorts: boolean;
}

export const useMidi = create<MidiState>()(() => ({
  status: 'off',
  inputs: [],
  outputs: [],
  hasOutputs: false,
  canMakePorts: false,
}));

const mutedKey = 'roomtone.midi-muted';

/** Keyboards that are not to play here, by name, plugged in or not. */
export const useMutedInputs = create<{ readonly names: readonly string[] }>()(() => {
  const kept = (recalled(mutedKey) as { names?: unknown } | null)?.names;
  return { names: Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : [] };
});
remember(mutedKey, useMutedInputs);

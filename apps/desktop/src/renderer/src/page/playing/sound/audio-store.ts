import { create } from 'zustand';

/**
 * waiting: the browser wants a click first. simple: on, but played by the page, since it came by plain http and may not
 * load the instrument. failed: there is no way to make sound here.
 */
export type AudioStatus = 'waiting' | 'starting' | 'on' | 'simple' | 'failed';

/** A device that sound can leave by. */
export interface OutputDevice {
  readonly id: string;
  readonly label: string;
}

interface AudioState {
  readonly status: AudioStatus;
  /** How far sound is computed ahead of what is heard, as measured by the device's clock, ms; 0 while unknown. */
  readonly latencyMs: number;
  /** How many notes sound. */
  readonly voices: number;
  /** The share of real time that the audio thread needs, 0 to 1 and above. */
  readonly load: number;
  /** How often sound broke off because it was not computed in time; 0 where the browser does not count it. */
  readonly dropouts: number;
  /** Whether the browser lets one choose where sound leaves. */
  readonly canChooseOutput: boolean;
  /** What can be chosen; empty until somebody asked. */
  readonly outputs: readonly OutputDevice[];
  /** The chosen device; "" for the system's. */
  readonly output: string;
}

export const useAudio = create<AudioState>()(() => ({
  status: 'waiting',
  latencyMs: 0,
  voices: 0,
  load: 0,
  dropouts: 0,
  canChooseOutput: 'setSinkId' in (globalThis.AudioContext?.prototype ?? {}),
  outputs: [],
  output: '',
}));

import { create } from 'zustand';

/**
 * waiting: the browser requires a user gesture first. simple: on, but played by the page, because over plain HTTP it
 * may not load the worklet. failed: no sound is possible here.
 */
export type AudioStatus = 'waiting' | 'starting' | 'on' | 'simple' | 'failed';

/** A device for audio output. */
export interface OutputDevice {
  readonly id: string;
  readonly label: string;
}

interface AudioState {
  readonly status: AudioStatus;
  /** Time from computing sound to hearing it, measured by the device's clock, ms; 0 if unknown. */
  readonly latencyMs: number;
  /** The number of sounding voices. */
  readonly voices: number;
  /** The share of real time that the audio thread uses, 0 to 1 and above. */
  readonly load: number;
  /** The number of dropouts; 0 if the browser does not count them. */
  readonly dropouts: number;
  /** True if the browser allows choosing the output device. */
  readonly canChooseOutput: boolean;
  /** The devices to choose from; empty until the user has asked for them. */
  readonly outputs: readonly OutputDevice[];
  /** The chosen device; "" for the system's default. */
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

import { create } from 'zustand';
import { persist, readStored } from '../../stored-state.ts';

/**
 * waiting: the browser requires a user gesture first. simple: on, but played by the page, because over plain HTTP it
 * may not load the worklet. failed: no sound is possible here.
 */
type AudioStatus = 'waiting' | 'starting' | 'on' | 'simple' | 'failed';

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
  /** The number of dropouts in the last half minute; 0 if the browser does not count them. */
  readonly dropouts: number;
  /** True if the browser allows choosing the output device. */
  readonly canChooseOutput: boolean;
  /** The devices to choose from; empty until the user has asked for them. */
  readonly outputs: readonly OutputDevice[];
  /** The chosen device; "" for the system's default. */
  readonly output: string;
  /** The chosen device while it is unplugged; the system's default plays instead. */
  readonly awayOutput: OutputDevice | undefined;
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
  awayOutput: undefined,
}));

const bufferKey = 'roomtone.audio-buffer';

/**
 * How much sound is computed ahead. shortest: as little as the device can do. balanced and long: more, against dropouts, at
 * the price of latency.
 */
export const audioBuffers = ['shortest', 'balanced', 'long'] as const;
export type BufferChoice = (typeof audioBuffers)[number];

/** The user's choice; remembered. */
export const useAudioBuffer = create<{ readonly buffer: BufferChoice }>()(() => {
  const kept = (readStored(bufferKey) as { buffer?: unknown } | null)?.buffer;
  return { buffer: audioBuffers.find((buffer) => buffer === kept) ?? 'shortest' };
});
persist(bufferKey, useAudioBuffer);

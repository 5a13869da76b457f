import { create } from 'zustand';

/**
 * waiting: the browser wants a click first. blocked: this page may not load the instrument, since it came by plain http.
 * failed: there is no way to make sound here.
 */
export type AudioStatus = 'waiting' | 'starting' | 'on' | 'blocked' | 'failed';

interface AudioState {
  readonly status: AudioStatus;
  /** From the synth to the ear as the browser reports it, ms; 0 while unknown. */
  readonly latencyMs: number;
  /** How many notes sound. */
  readonly voices: number;
}

export const useAudio = create<AudioState>()(() => ({ status: 'waiting', latencyMs: 0, voices: 0 }));

import type { SynthMessage } from './synth-messages.ts';

/** A raw MIDI event of one player, in µs from the start of the recording. */
export interface WavEvent {
  readonly timeUs: number;
  readonly data: Uint8Array;
}

/** One player's part. */
export interface WavTrack {
  /** A General MIDI program, or the drum kit. */
  readonly program: number;
  /** Sorted by time. */
  readonly events: readonly WavEvent[];
}

/** From the page to the WAV worker: the sounds first, then the one thing to render. */
export type WavRequest =
  | { readonly kind: 'sound'; readonly message: Exclude<SynthMessage, { kind: 'notes-port' }> }
  | { readonly kind: 'render'; readonly tracks: readonly WavTrack[] };

/** From the WAV worker to the page. */
export type WavAnswer =
  /** 0 to 1. */
  { readonly kind: 'progress'; readonly part: number } | { readonly kind: 'done'; readonly file: Blob };

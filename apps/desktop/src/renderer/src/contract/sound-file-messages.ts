import type { SynthMessage } from './synth-messages.ts';

/** A file of sound: WAV, or Opus in Ogg. The value is the end of its name. */
export type SoundFileKind = 'wav' | 'opus';

/** A raw MIDI event of one player, in µs from the start of the recording. */
interface RenderedEvent {
  readonly timeUs: number;
  readonly data: Uint8Array;
}

/** One player's part. */
export interface RenderedTrack {
  /** A General MIDI program, or the drum kit. */
  readonly program: number;
  /** Sorted by time. */
  readonly events: readonly RenderedEvent[];
}

/** From the page to the worker: the sounds first, then the one thing to render. */
export type SoundFileRequest =
  | { readonly kind: 'sound'; readonly message: Exclude<SynthMessage, { kind: 'notes-port' }> }
  | { readonly kind: 'render'; readonly tracks: readonly RenderedTrack[]; readonly as: SoundFileKind };

/** From the worker to the page. */
export type SoundFileAnswer =
  /** 0 to 1. */
  { readonly kind: 'progress'; readonly part: number } | { readonly kind: 'done'; readonly file: Blob };

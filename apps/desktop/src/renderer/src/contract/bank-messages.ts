/** A sample that is compressed in a SoundFont. */
export interface CompressedSample {
  /** Its place in the file. */
  readonly index: number;
  readonly sampleRate: number;
  /** Ogg Vorbis. */
  readonly bytes: ArrayBuffer;
}

/** One program's SoundFont, and what is compressed in it. */
export interface CutPreset {
  readonly file: ArrayBuffer;
  readonly compressed: readonly CompressedSample[];
}

/** Page to bank worker. Each gets an answer with its id. */
export type BankRequest =
  /** Reads the player's own SoundFont; presets come from it from now on. */
  | { readonly id: number; readonly kind: 'open'; readonly file: Blob }
  /** One program: of the player's own SoundFont, or of `file`, which holds nothing else. */
  | { readonly id: number; readonly kind: 'preset'; readonly program: number; readonly file: ArrayBuffer | undefined };

/** Bank worker to page. */
export type BankAnswer =
  | { readonly id: number; readonly kind: 'opened'; readonly programs: readonly number[] }
  | { readonly id: number; readonly kind: 'preset'; readonly preset: CutPreset }
  /** No SoundFont, or one without this program. */
  | { readonly id: number; readonly kind: 'failed' };

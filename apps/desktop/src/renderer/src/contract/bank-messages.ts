/** A compressed sample of a SoundFont. */
export interface CompressedSample {
  /** Its index in the file. */
  readonly index: number;
  readonly sampleRate: number;
  /** Ogg Vorbis. */
  readonly bytes: ArrayBuffer;
}

/** One program's SoundFont, and its compressed samples. */
export interface CutPreset {
  readonly file: ArrayBuffer;
  readonly compressed: readonly CompressedSample[];
}

/** From the page to the bank worker. Each request gets an answer with its id. */
export type BankRequest =
  /** Opens the player's own SoundFont; presets come from it afterwards. */
  | { readonly id: number; readonly kind: 'open'; readonly file: Blob }
  /** Reads one program, from the player's own SoundFont or from `file`, which contains nothing else. */
  | { readonly id: number; readonly kind: 'preset'; readonly program: number; readonly file: ArrayBuffer | undefined };

/** From the bank worker to the page. */
export type BankAnswer =
  | { readonly id: number; readonly kind: 'opened'; readonly programs: readonly number[] }
  | { readonly id: number; readonly kind: 'preset'; readonly preset: CutPreset }
  /** Not a SoundFont, or one without this program. */
  | { readonly id: number; readonly kind: 'failed' };

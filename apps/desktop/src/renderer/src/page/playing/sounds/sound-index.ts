import type { BankPreset } from '../../../contract/instruments.ts';

/** A file of samples on the server. Its name changes with its content, so browsers may cache it. */
export interface SoundFile {
  readonly path: string;
  readonly bytes: number;
}

/** A recorded piano key. */
export interface KeyFile extends SoundFile {
  readonly key: number;
}

/** `/sounds.json`: what the build made of the sample packages. */
export interface SoundIndex {
  readonly piano: {
    /** Soft to loud. */
    readonly layers: readonly { readonly layer: number; readonly samples: readonly KeyFile[] }[];
    readonly releases: readonly KeyFile[];
  };
  /** One SoundFont each. */
  readonly programs: readonly (SoundFile & Pick<BankPreset, 'program' | 'gain'>)[];
}

/** @throws if the server has no samples or does not answer. */
export async function fetchIndex(): Promise<SoundIndex> {
  const response = await fetch('/sounds.json');
  if (!response.ok) throw new Error(`no samples: ${response.status}`);
  // Made by the same build as this code.
  return (await response.json()) as SoundIndex;
}

/** @throws if the server does not deliver it. */
export async function fetchSound({ path }: SoundFile): Promise<ArrayBuffer> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.arrayBuffer();
}

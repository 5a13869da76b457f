import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileNames } from './file-names.ts';
import { replaceFile } from './replace-file.ts';

/** The addresses that invitations to a server carry. */
export interface SavedAddresses {
  /** Origins, the one for friends outside first. */
  readonly addresses: readonly string[];
  /** Null without a key of its own. */
  readonly fingerprint: string | null;
}

/** Keeps what a running server knows of its addresses, for commands that print links to it. */
export function saveAddresses(dataDir: string, saved: SavedAddresses): Promise<void> {
  return replaceFile(join(dataDir, fileNames.addresses), `${JSON.stringify(saved)}\n`);
}

/** Those of the last start; undefined if there are none. */
export function savedAddresses(dataDir: string): SavedAddresses | undefined {
  try {
    // Only the server writes the file, which nobody else can.
    const saved = JSON.parse(readFileSync(join(dataDir, fileNames.addresses), 'utf8')) as SavedAddresses;
    return saved.addresses.length === 0 ? undefined : saved;
  } catch {
    return undefined;
  }
}

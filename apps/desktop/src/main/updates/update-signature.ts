import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

/** A file of a release; `signature` is base64 of Ed25519 over `signedText`. */
export interface ReleaseFile {
  readonly sha512: string;
  readonly signature?: string;
}

/**
 * The text that the release key signs for each file. It contains the version, so that an old release cannot pass for a new
 * one.
 * @param sha512 of the file, base64.
 */
export function signedText(version: string, sha512: string): string {
  return `roomtone update ${version} ${sha512}`;
}

/** True if the release key has signed the file for that version. */
export async function isSigned(
  path: string,
  release: { readonly version: string; readonly files: readonly ReleaseFile[] },
  publicKeyPem: string,
): Promise<boolean> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  const sha512 = hash.digest('base64');
  const text = Buffer.from(signedText(release.version, sha512));
  const key = createPublicKey(publicKeyPem);
  return release.files.some(
    (file) =>
      file.sha512 === sha512 &&
      file.signature !== undefined &&
      verify(null, text, key, Buffer.from(file.signature, 'base64')),
  );
}

/** The formats in which a picture may be uploaded. */
export type PictureKind = 'png' | 'jpeg' | 'webp' | 'gif';

/** Tells a picture's format by its first bytes, regardless of its name; undefined for any other file. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const starts = (at: number, ...expected: (number | string)[]) =>
    expected
      .flatMap((part) => (typeof part === 'string' ? [...part].map((character) => character.charCodeAt(0)) : [part]))
      .every((byte, index) => bytes[at + index] === byte);
  if (starts(0, 0x89, 'PNG', 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (starts(0, 0xff, 0xd8, 0xff)) return 'jpeg';
  if (starts(0, 'GIF87a') || starts(0, 'GIF89a')) return 'gif';
  return starts(0, 'RIFF') && starts(8, 'WEBP') ? 'webp' : undefined;
}

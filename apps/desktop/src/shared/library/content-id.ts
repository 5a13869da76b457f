/**
 * Names a file's content: the same on every device, and where browsers have no cryptography, over plain http. It protects from
 * nothing; somebody who makes two files with one name shares their stars and tags.
 */
export function contentId(bytes: Uint8Array): string {
  // Twice FNV-1a of 32 bits with different starts, and the length.
  let [a, b] = [0x811c9dc5, 0x2f0b4a87];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x01000193) ^ (b >>> 15);
  }
  return [bytes.length, a >>> 0, b >>> 0].map((number) => number.toString(36)).join('-');
}

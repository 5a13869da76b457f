const pageHeaderBytes = 27;
const capture = Buffer.from('OggS');

/**
 * The beginning of an Ogg stream, cut behind the page that reaches `frames`: decoders play what is there. Nothing is
 * decoded or encoded again.
 * @param {Buffer} ogg
 * @param {number} frames
 */
export function cutOgg(ogg, frames) {
  let position = 0;
  while (position + pageHeaderBytes <= ogg.length) {
    if (!ogg.subarray(position, position + 4).equals(capture)) throw new Error('not an Ogg stream');
    const segments = ogg[position + 26] ?? 0;
    const table = ogg.subarray(position + pageHeaderBytes, position + pageHeaderBytes + segments);
    const granule = ogg.readBigInt64LE(position + 6);
    position += pageHeaderBytes + segments + table.reduce((sum, length) => sum + length, 0);
    if (granule >= BigInt(frames)) return ogg.subarray(0, position);
  }
  return ogg;
}

/** Eight hues of equal lightness: OKLCH 0.78 0.13 at 60, 235, 150, 20, 310, 95, 190 and 270 degrees, within sRGB. */
export const participantColors = [
  '#f4a25c',
  '#55c4fe',
  '#76cf8a',
  '#ff9595',
  '#d19ff5',
  '#d1b64a',
  '#21d1ca',
  '#9cb4ff',
] as const;

/** The same lightness without a hue: hues are for players, and guests only listen. */
export const guestColor = '#b7b7b7';

/** The colour of a user everywhere: it stays the same when they are renamed. */
export function colorOf(userId: string): string {
  return participantColors[hash(userId) % participantColors.length] ?? participantColors[0];
}

/** A user's own hue, or else the first, of those that the fewest participants have (room rules R3.3). `used` may contain any colours. */
export function nextColor(used: Iterable<string>, own: string): string {
  const counts = new Map<string, number>(participantColors.map((color) => [color, 0]));
  for (const color of used) {
    const count = counts.get(color);
    if (count !== undefined) counts.set(color, count + 1);
  }
  const fewest = Math.min(...counts.values());
  if (counts.get(own) === fewest) return own;
  return participantColors.find((color) => counts.get(color) === fewest) ?? participantColors[0];
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

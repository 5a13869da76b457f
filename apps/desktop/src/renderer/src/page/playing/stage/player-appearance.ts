/** Fill patterns of players' bars, so that players can be told apart without colour. */
export const patterns = ['checks', 'plain', 'hatch', 'graded', 'dots', 'bars', 'backhatch', 'core'] as const;
export type Pattern = (typeof patterns)[number];

/** The eight hues a player may choose from: OKLCH 0.78 0.13 at 60 235 150 20 310 95 190 270. */
export const playerColors = [
  { color: '#f4a25c' },
  { color: '#55c4fe' },
  { color: '#76cf8a' },
  { color: '#ff9595' },
  { color: '#d19ff5' },
  { color: '#d1b64a' },
  { color: '#21d1ca' },
  { color: '#9cb4ff' },
] as const;

/**
 * The pattern depends on the participant number, which is unique in a room. Each eight participants begin with another
 * pattern, because the eight colours begin again, too: 64 participants differ in colour or pattern.
 */
export function patternOf(participant: number): Pattern {
  const round = Math.floor(Math.max(0, participant - 1) / patterns.length);
  return patterns[(participant + round) % patterns.length] ?? 'plain';
}

/** `#rrggbb` with its brightness scaled: below 1 is darker. Anything else is returned unchanged. */
export function shaded(color: string, factor: number): string {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return color;
  const parts = [1, 3, 5].map((at) => Math.min(255, Math.round(Number.parseInt(color.slice(at, at + 2), 16) * factor)));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

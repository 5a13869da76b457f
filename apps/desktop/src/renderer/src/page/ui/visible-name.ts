/**
 * Characters that take no space or only change the direction of the text around them. Joiners, which shape letters,
 * stay.
 */
const invisible = /\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * Removes invisible characters from a name; returns `fallback` if nothing is left, because a name may consist of them
 * alone.
 */
export function visibleName(name: string, fallback: string): string {
  const shown = name.replace(invisible, '').trim();
  return /[^\p{Cf}\p{Cc}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u.test(shown) ? shown : fallback;
}

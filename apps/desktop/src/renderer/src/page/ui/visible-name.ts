/** Takes no room and changes nothing but the order of what stands around it; joiners are left in, which shape letters. */
const unseen = /\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/**
 * A name that somebody gave, without what cannot be seen of it; other words where nothing is left: a name may be made of
 * such characters alone.
 */
export function visibleName(name: string, otherwise: string): string {
  const shown = name.replace(unseen, '').trim();
  return /[^\p{Cf}\p{Cc}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u.test(shown) ? shown : otherwise;
}

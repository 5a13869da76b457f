/**
 * A name that somebody gave, or other words where nothing of it can be seen: some characters take no room, and a name may
 * be made of them alone.
 */
export function visibleName(name: string, otherwise: string): string {
  return /[^\p{Cf}\p{Cc}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u.test(name) ? name : otherwise;
}

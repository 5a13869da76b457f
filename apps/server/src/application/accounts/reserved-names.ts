/** Path segments of `/api/users/…` (S11.1). */
const paths: readonly string[] = ['profile', 'friends', 'avatar', 'blocks', 'me'];

/** Names that others would take for the server or somebody in charge of it. */
const authorities: readonly string[] = [
  'admin',
  'administrator',
  'deleted',
  'moderator',
  'roomtone',
  'server',
  'support',
  'system',
];

/** Digits that look like a letter, or often stand for one. */
const resembled: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't' };

const reserved: ReadonlySet<string> = new Set(paths);
const confusing: ReadonlySet<string> = new Set(authorities.map(skeleton));

/** True for a username that is a path segment of the API, or that people would take for somebody else's (S11.1). */
export function isReservedName(username: string): boolean {
  const isLikeGuest = /^guest[-_]/.test(lettersOf(username));
  return isLikeGuest || reserved.has(username.toLowerCase()) || confusing.has(skeleton(username));
}

/**
 * The same text for all names that look alike. Of Unicode's confusable characters (UTS #39, confusables.txt) only 0 and O, 1, I
 * and l, and m and rn can occur in a username, so a library with all the others would find nothing more.
 */
function skeleton(name: string): string {
  return lettersOf(name).replace(/[_-]/g, '').replaceAll('i', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w');
}

/** In lower case, with digits replaced by the letters that they resemble. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[0-9]/g, (digit) => resembled[digit] ?? digit);
}

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

/** Digits that look like a letter, or often stand for one, and Cyrillic, Greek and Armenian letters that look like one. */
const resembled: Readonly<Record<string, string>> = {
  ...{ 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', ı: 'i', ł: 'l', ø: 'o' },
  ...{ а: 'a', в: 'b', г: 'r', ԁ: 'd', е: 'e', һ: 'h', і: 'i', ј: 'j', к: 'k', ӏ: 'l', м: 'm', п: 'n', о: 'o', р: 'p' },
  ...{ ѕ: 's', т: 't', у: 'y', ѵ: 'v', ԝ: 'w', х: 'x', с: 'c', н: 'h', и: 'u', ԛ: 'q' },
  ...{ α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k', μ: 'm', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x', γ: 'y' },
  ...{ օ: 'o', ո: 'n', ս: 'u', հ: 'h', ց: 'g', զ: 'q' },
};

const reserved: ReadonlySet<string> = new Set(paths);
const confusing: ReadonlySet<string> = new Set(authorities.map(skeleton));

/** True for a username that is a path segment of the API, or that people would take for somebody else's (S11.1). */
export function isReservedName(username: string): boolean {
  return reserved.has(username.toLowerCase()) || isMisleadingName(username);
}

/** True for a name, of any letters, that reads like the server's, like that of somebody in charge of it, or like a guest's. */
export function isMisleadingName(name: string): boolean {
  return /^guest[-_ ]/.test(lettersOf(name)) || confusing.has(skeleton(name));
}

/**
 * The same text for all names that look alike. Of Unicode's confusable characters (UTS #39, confusables.txt) only 0 and O, 1, I
 * and l, and m and rn can occur in a username. A display name may have any letters, but not of two alphabets in one word, so that
 * only the other alphabets' letters that spell a Latin word among themselves matter.
 */
function skeleton(name: string): string {
  return lettersOf(name)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** In lower case and without accents, with digits and other alphabets' letters replaced by the letters that they resemble. */
function lettersOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^a-z]/gu, (sign) => resembled[sign] ?? sign);
}

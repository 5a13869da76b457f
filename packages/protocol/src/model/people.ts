import { type Issue, issues } from '../issues.ts';
import { limits } from '../limits.ts';

// How people are called, described once: REST, messages, storage, the SDK and forms have it from here. The username is the
// address of an account; the display name is what the others read.

/** Both names as records have them. A person without a display name is shown by their username. */
export interface Named {
  readonly username: string;
  readonly displayName?: string | undefined;
}

/** Both names as messages and the SDK have them. */
export function namesOf({ username, displayName }: Named) {
  return { username, displayName: displayName ?? username };
}

/** Both names as the answers of REST have them. */
export function restNamesOf({ username, displayName }: Named) {
  return { username, display_name: displayName ?? username };
}

/** The name as it is kept: in NFC, on one line, with single spaces inside and none around. */
export function cleanDisplayName(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** The problem of a clean display name (S11.10). */
export function displayNameIssue(name: string): Issue | undefined {
  const { max, codePoints } = limits.displayName;
  if (name === '') return issues.empty;
  if (name.length > 2 * codePoints || graphemesIn(name) > max || [...name].length > codePoints) {
    return issues.tooLong(max);
  }
  if (invisible.test(name.replace(joined, '')) || piled.test(name)) return issues.invisibleCharacters;
  return name.split(/[^\p{L}\p{M}]+/u).some(mixesAlphabets) ? issues.mixedAlphabets : undefined;
}

function graphemesIn(name: string): number {
  let count = 0;
  for (const _grapheme of new Intl.Segmenter().segment(name)) count++;
  return count;
}

/** Joiners inside emoji and where the letters of a script change by them, and the sign that makes a symbol an emoji. */
const joined =
  /(?<=\p{Emoji})\ufe0f|(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic})|(?<=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Orya}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}])[\u200c\u200d](?=[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Orya}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}])/gu;

/** Controls, formats, lone surrogates, private and unassigned characters, fillers, and the blank of Braille. */
const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Four accents on one letter are more than any language writes: they cover the lines around. */
const piled = /\p{Mn}{4,}/u;

/** The alphabets with letters that look like those of another one. */
const alike = [
  ...[/\p{scx=Latn}/u, /\p{scx=Cyrl}/u, /\p{scx=Grek}/u, /\p{scx=Armn}/u, /\p{scx=Cher}/u, /\p{scx=Copt}/u],
  ...[/\p{scx=Geor}/u, /\p{scx=Lisu}/u, /\p{scx=Tfng}/u, /\p{scx=Cans}/u],
];

/** True for a word such as `Аdа` with two Cyrillic letters, which reads like another person's name. */
function mixesAlphabets(word: string): boolean {
  const letters = word.replace(/\p{M}/gu, '');
  return alike.filter((script) => script.test(letters)).length > 1;
}

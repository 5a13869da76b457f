/**
 * Checks that an argument has only keys that are known, because a misspelt one would otherwise change nothing without a
 * word.
 * @param known separated by spaces; keys of an object inside are dotted: `settings.allowChat`.
 * @param call what the argument is for, such as `createRoom()`.
 * @throws {TypeError} with the unknown key and the known one that is most like it, or if it is no object.
 */
export function checkKeys(given: object, known: string, call: string): void {
  const paths = known.split(' ');
  // JavaScript passes anything. A value is not shown, because it may be a password.
  if (typeof given !== 'object' || given === null)
    throw new TypeError(`${call} needs an object with keys such as \`${paths[0]}\``);
  for (const [key, value] of Object.entries(given)) {
    const inner = paths.filter((path) => path.startsWith(`${key}.`)).map((path) => path.slice(key.length + 1));
    if (inner.length > 0 && typeof value === 'object' && value !== null) {
      checkKeys(value, inner.join(' '), `\`${key}\` of ${call}`);
    } else if (inner.length === 0 && !paths.includes(key)) {
      const names = [...new Set(paths.map((path) => path.replace(/\..*/, '')))];
      const nearest = names.reduce((best, name) => (distance(key, name) < distance(key, best) ? name : best));
      throw new TypeError(`${call} has no \`${key}\`; did you mean \`${nearest}\`?`);
    }
  }
}

/** The same for a call on the note path: allocates nothing unless it throws. */
export function checkNoteKeys(given: object, known: readonly string[], call: string): void {
  for (const key in given) if (!known.includes(key)) checkKeys(given, known.join(' '), call);
}

/** The number of letters to insert, delete or replace. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one.toLowerCase()].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (letter === other[column - 1]?.toLowerCase() ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

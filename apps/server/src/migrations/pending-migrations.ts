import { type Migrations, migrations } from './migrations.ts';

/**
 * The names of the migrations that a database still needs which has had these.
 * @throws {UnknownSchema} if another version wrote the database, which this one cannot read.
 */
export function pendingAfter(applied: readonly string[], known: Migrations = migrations): readonly string[] {
  const names = Object.keys(known);
  const [first = ''] = names;
  if (applied.length > 0 && !applied.includes(first)) throw new UnknownSchema('older', `it has ${applied.join(', ')}`);
  const unknown = applied.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new UnknownSchema('newer', `it has ${unknown.join(', ')}`);
  return names.filter((name) => !applied.includes(name));
}

/** The advice for a database that an older or newer version wrote. */
export const otherVersionAdvice = {
  older:
    'It is from before the first release, and no later version reads it. Start with another data directory or database.',
  newer: 'Start that version, or restore a backup that this one made.',
} as const;

/** The database's schema is from before this version's first migration, or has migrations that this version does not know. */
export class UnknownSchema extends Error {
  override readonly name = 'UnknownSchema';
  readonly age: keyof typeof otherVersionAdvice;
  readonly found: string;

  constructor(age: keyof typeof otherVersionAdvice, found: string) {
    super(`The database was written by ${article(age)} version of Roomtone (${found}). ${otherVersionAdvice[age]}`);
    this.age = age;
    this.found = found;
  }
}

export function article(age: UnknownSchema['age']): string {
  return age === 'older' ? 'an older' : 'a newer';
}

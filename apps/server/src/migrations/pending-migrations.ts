import { migrationNames } from './migrations.ts';

/**
 * The names of the migrations that a database still needs which has had these.
 * @throws {NewerSchema} if the database was written by a newer version.
 */
export function pendingAfter(applied: readonly string[]): readonly string[] {
  const unknown = applied.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) {
    throw new NewerSchema(
      unknown,
      `The database was written by a newer version of Roomtone (it has ${unknown.join(', ')}). ` +
        'Start that version, or restore a backup that this one made.',
    );
  }
  return migrationNames.filter((name) => !applied.includes(name));
}

/** The database has migrations that this version does not know; a newer version wrote it. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema';
  readonly unknown: readonly string[];

  constructor(unknown: readonly string[], message: string) {
    super(message);
    this.unknown = unknown;
  }
}

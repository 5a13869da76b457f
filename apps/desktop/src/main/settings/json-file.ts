import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';

export type JsonFile<T> = { readonly kind: 'absent' | 'bad' } | { readonly kind: 'good'; readonly value: T };

/** Reads and validates a file. bad: the file exists but does not match the schema. */
export function readJsonFile<Schema extends TSchema>(path: string, schema: Schema): JsonFile<Static<Schema>> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return Value.Check(schema, value) ? { kind: 'good', value } : { kind: 'bad' };
  } catch (error) {
    return { kind: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'absent' : 'bad' };
  }
}

/** Writes the file atomically, readable by this account only. */
export function writeJsonFile(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, path);
}

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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

/** On Windows a virus scanner or a backup may hold a file for a moment. */
const retryForMs = 2_000;
const retryIntervalMs = 100;

/** Writes a file atomically, readable by this account only. */
export class JsonWriter {
  readonly #path: string;
  readonly #report: (problem: string, error: unknown) => void;
  readonly #rename: (from: string, to: string) => void;
  /** The attempt under way to write the newest value. */
  #retry: NodeJS.Timeout | undefined;

  /**
   * @param report called with the error if the file cannot be written for two seconds. The app goes on with what it has
   *   in memory.
   * @param rename replaced by tests.
   */
  constructor(path: string, report: (problem: string, error: unknown) => void, rename = renameSync) {
    this.#path = path;
    this.#report = report;
    this.#rename = rename;
  }

  /** Never throws, and writes immediately if it can. */
  write(value: unknown): void {
    clearTimeout(this.#retry);
    this.#try(`${JSON.stringify(value, null, 2)}\n`, retryForMs / retryIntervalMs);
  }

  #try(text: string, attemptsLeft: number): void {
    const draft = `${this.#path}.${randomUUID()}`;
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(draft, text, { mode: 0o600 });
      this.#rename(draft, this.#path);
    } catch (error) {
      rmSync(draft, { force: true });
      if (attemptsLeft > 0) this.#retry = setTimeout(() => this.#try(text, attemptsLeft - 1), retryIntervalMs);
      else this.#report(`${this.#path} could not be written`, error);
    }
  }
}

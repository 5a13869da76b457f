import type { Problem } from '@roomtone/protocol';
import type { Static, TSchema } from 'typebox';
import { bodyProblems } from '../application/schema-validation.ts';
import { CommandFailure } from './failure.ts';

/** @throws {CommandFailure} where a value is not what the schema, one of the API's, asks for. */
export function checkShape<Schema extends TSchema>(schema: Schema, value: Static<Schema>): void {
  const problems = bodyProblems(schema, value);
  if (problems.length > 0) throw problemFailure(problems);
}

/** A line for each problem. */
export function problemFailure(problems: readonly Problem[]): CommandFailure {
  return new CommandFailure(problems.map(({ field, issue }) => `${field} ${issue}.`).join('\n'));
}

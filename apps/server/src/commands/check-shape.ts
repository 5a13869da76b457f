import type { Problem } from '@roomtone/protocol';
import type { Static, TSchema } from 'typebox';
import { CommandFailure } from '../application/hosting/command-failure.ts';
import { bodyProblems } from '../application/schema-validation.ts';

/** @throws {CommandFailure} if the value does not match one of the API's schemas. */
export function checkShape<Schema extends TSchema>(schema: Schema, value: NoInfer<Static<Schema>>): void {
  const problems = bodyProblems(schema, value);
  if (problems.length > 0) throw problemFailure(problems);
}

/** Makes a failure with one line per problem. */
export function problemFailure(problems: readonly Problem[]): CommandFailure {
  return new CommandFailure(problems.map(({ field, issue }) => `${field} ${issue}.`).join('\n'));
}

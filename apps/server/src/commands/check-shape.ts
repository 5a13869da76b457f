import type { Problem } from '@roomtone/protocol';
import type { Static, TSchema } from 'typebox';
import { createValidatorCompiler, problemsOf } from '../http/plugins/validation.ts';
import { CommandFailure } from './command-failure.ts';

/** @throws {CommandFailure} if the value does not match one of the API's schemas. */
export function checkShape<Schema extends TSchema>(schema: Schema, value: Static<Schema>): void {
  const validate = createValidatorCompiler()({ schema, httpPart: 'body', method: 'POST', url: '' });
  if (validate(value) !== true) throw problemFailure(problemsOf(validate.errors ?? [], 'body'));
}

/** Makes a failure with one line per problem. */
export function problemFailure(problems: readonly Problem[]): CommandFailure {
  return new CommandFailure(problems.map(({ field, issue }) => `${field} ${issue}.`).join('\n'));
}

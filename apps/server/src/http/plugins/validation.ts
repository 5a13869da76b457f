import { type FieldIssue, type Issue, issues, limits } from '@roomtone/protocol';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import { ownSchemas } from '../../application/own-schemas.ts';

/** One request can be wrong in very many places; a client learns enough from the first. */
const maxProblems = 20;

/**
 * Compiles request schemas: nothing is coerced or dropped in a body; in a query string, where all is text, numbers and
 * booleans are read from it.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const options: Options = {
    ...ownSchemas,
    allErrors: true,
    removeAdditional: false,
    useDefaults: true,
    strictTypes: false,
  };
  const bodies = new Ajv(options);
  // Bounds are looked at for 1e999, too, which is read as an infinite number: strict, Ajv would pass over them.
  const queries = new Ajv({ ...options, coerceTypes: true, strictNumbers: false });
  for (const ajv of [bodies, queries]) addFormats.default(ajv, ['email']);
  return ({ schema, httpPart }) => onDemand(() => (httpPart === 'querystring' ? queries : bodies).compile(schema));
}

/** A validator that is compiled with the first value: all at once would take a good part of the start. */
function onDemand(compile: () => ValidateFunction): ReturnType<FastifySchemaCompiler<object>> {
  let compiled: ValidateFunction | undefined;
  const validate: ReturnType<FastifySchemaCompiler<object>> = (value: unknown) => {
    compiled ??= compile();
    const isValid = compiled(value);
    validate.errors = compiled.errors ?? null;
    return isValid;
  };
  return validate;
}

/** The validator's findings as details (S8.5): dotted fields, words for people, one issue a field. */
export function problemsOf(errors: readonly FastifySchemaValidationError[], part: string): FieldIssue[] {
  const found = new Map<string, FieldIssue>();
  for (const error of errors) {
    const field = fieldOf(error) || part;
    if (!found.has(field)) found.set(field, { field, ...issueOf(error) });
    if (found.size === maxProblems) break;
  }
  return [...found.values()];
}

function fieldOf({ instancePath, params }: FastifySchemaValidationError): string {
  const path = instancePath.split('/').slice(1).map(unescapePointer);
  const member = params['missingProperty'] ?? params['additionalProperty'];
  return [...path, ...(typeof member === 'string' ? [member] : [])].join('.');
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function issueOf({ keyword, params }: FastifySchemaValidationError): Issue {
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'required':
      return issues.required;
    case 'additionalProperties':
      return issues.unknownField;
    case 'type':
      return params['type'] === 'integer'
        ? issues.notWhole
        : issues.invalid(`must be ${typeWords[String(params['type'])] ?? 'of another type'}`);
    case 'enum':
      return { code: 'choice', issue: `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}` };
    case 'minLength':
      return limit === 1 ? issues.empty : issues.tooShort(limit);
    case 'maxLength':
      return issues.tooLong(limit);
    case 'minimum':
      return issues.atLeast(limit);
    case 'maximum':
      return issues.atMost(limit);
    case 'pattern':
      return patternIssues[String(params['pattern'])] ?? issues.invalid('has characters that are not allowed');
    case 'format':
      return params['format'] === 'email' ? issues.email : issues.invalid(`must be a valid ${params['format']}`);
    default:
      return issues.invalid('is not valid');
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  object: 'a JSON object',
  array: 'a list',
  null: 'null',
};

const patternIssues: Readonly<Record<string, Issue>> = {
  '^[A-Za-z0-9_-]+$': issues.nameCharacters(limits.username.min, limits.username.max),
};

import { limits } from '@roomtone/protocol';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';

export interface Problem {
  readonly field: string;
  readonly issue: string;
}

/** One request can be wrong in very many places; a client learns enough from the first. */
const maxProblems = 20;

/**
 * Compiles request schemas: nothing is coerced or dropped in a body; in a query string, where all is text, numbers and
 * booleans are read from it.
 */
export function createValidatorCompiler(): FastifySchemaCompiler<object> {
  const options: Options = { allErrors: true, removeAdditional: false, useDefaults: true, strictTypes: false };
  const bodies = new Ajv(options);
  const queries = new Ajv({ ...options, coerceTypes: true });
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

/** The validator's findings in decisions 2's form: dotted fields, words for people, one issue a field. */
export function problemsOf(errors: readonly FastifySchemaValidationError[], part: string): Problem[] {
  const found = new Map<string, Problem>();
  for (const error of errors) {
    const field = fieldOf(error) || part;
    if (!found.has(field)) found.set(field, { field, issue: issueOf(error) });
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

function issueOf({ keyword, params }: FastifySchemaValidationError): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a known field';
    case 'type':
      return `must be ${typeWords[String(params['type'])] ?? 'of another type'}`;
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'minLength':
      return params['limit'] === 1 ? 'must not be empty' : `must have at least ${params['limit']} characters`;
    case 'maxLength':
      return `must have at most ${params['limit']} characters`;
    case 'minimum':
      return `must be at least ${params['limit']}`;
    case 'maximum':
      return `must be at most ${params['limit']}`;
    case 'pattern':
      return patternWords[String(params['pattern'])] ?? 'has characters that are not allowed';
    case 'format':
      return params['format'] === 'email' ? 'must be a valid email address' : `must be a valid ${params['format']}`;
    default:
      return 'is not valid';
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'a JSON object',
  array: 'a list',
  null: 'null',
};

const patternWords: Readonly<Record<string, string>> = {
  '^[A-Za-z0-9_-]+$': `must be ${limits.username.min} to ${limits.username.max} of the characters A-Z a-z 0-9 _ -`,
};

import { type FieldIssue, type Issue, issues, limits } from '@roomtone/protocol';
import { Ajv, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/** A request can be wrong in many places; the first ones tell a client enough. */
const maxProblems = 20;

/** Tests show that our own schemas are sound, so that no start has to check them. */
const options: Options = {
  meta: false,
  validateSchema: false,
  allErrors: true,
  removeAdditional: false,
  useDefaults: true,
  strictTypes: false,
};

/** A finding of the validator, as far as it is used here. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

// One of each for the process: they compile a schema once.
const bodies = new Ajv(options);
// 1e999 is read as an infinite number. In strict mode Ajv would not compare it with the bounds.
const queries = new Ajv({ ...options, coerceTypes: true, strictNumbers: false });
for (const ajv of [bodies, queries]) addFormats.default(ajv, ['email']);

/** Nothing is coerced or dropped in a body. */
export function compileBody(schema: object): ValidateFunction {
  return bodies.compile(schema);
}

/** Everything in a query string is text: numbers and booleans are read from it. */
export function compileQuery(schema: object): ValidateFunction {
  return queries.compile(schema);
}

/** Checks a value as if it were the body of a request; empty if it is valid. */
export function bodyProblems(schema: object, value: unknown): readonly FieldIssue[] {
  const validate = compileBody(schema);
  return validate(value) ? [] : problemsOf(validate.errors ?? [], 'body');
}

/** The validator's findings as details of an error (S8.5): dotted fields, words for people, one issue per field. */
export function problemsOf(errors: readonly SchemaError[], part: string): FieldIssue[] {
  const found = new Map<string, FieldIssue>();
  for (const error of errors) {
    const field = fieldOf(error) || part;
    if (!found.has(field)) found.set(field, { field, ...issueOf(error) });
    if (found.size === maxProblems) break;
  }
  return [...found.values()];
}

function fieldOf({ instancePath, params }: SchemaError): string {
  const path = instancePath.split('/').slice(1).map(unescapePointer);
  const member = params['missingProperty'] ?? params['additionalProperty'];
  return [...path, ...(typeof member === 'string' ? [member] : [])].join('.');
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function issueOf({ keyword, params }: SchemaError): Issue {
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

import { type ErrorCode, errorCodes, errorTraits } from '@roomtone/protocol';
import { failure } from '@roomtone/protocol/rest';
import type { RequestBody } from '../plugins/operation.ts';
import { rateGroupOf } from '../plugins/rate-groups.ts';
import { isApiPath } from '../plugins/versions.ts';
import { moveShapes } from './named-schemas.ts';
import { exampleOf, type JsonSchema } from './openapi-examples.ts';
import answers from './recorded-answers.json' with { type: 'json' };

/** The parts of an OpenAPI document that are used here. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Record<string, Record<string, OpenApiOperation>>;
  readonly components: {
    readonly schemas: Record<string, unknown>;
    readonly headers: Record<string, unknown>;
    readonly parameters: Record<string, unknown>;
  };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security?: readonly Record<string, readonly string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, Media> };
  readonly responses: Record<string, { description: string; headers?: object; content?: Record<string, Media> }>;
  'x-errors'?: readonly ErrorCode[];
  'x-body-is-optional'?: boolean;
  'x-own-body'?: RequestBody;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: JsonSchema;
  example?: unknown;
}

interface Media {
  readonly schema: JsonSchema;
  example?: unknown;
  examples?: unknown;
}

/** Adds what routes need not describe themselves: examples, headers, and the errors that follow from the path. */
export function completeDocument(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.fromEntries(errorCodes.map((code) => [schemaName(code), failure(code)]));
  Object.assign(document.components, { schemas, headers, parameters });
  typeEnums(document);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) completeOperation(method, path, operation);
  }
  // Last, because examples are made from whole schemas.
  moveShapes(document.paths, document.components.schemas);
  return document;
}

/** Adds `type: string` to enums of strings, which generators of clients need. */
function typeEnums(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as { type?: unknown; enum?: unknown };
  const isOfTexts = Array.isArray(schema.enum) && schema.enum.every((value) => typeof value === 'string');
  if (isOfTexts) schema.type ??= 'string';
  for (const child of Object.values(node)) typeEnums(child);
}

function completeOperation(method: string, path: string, operation: OpenApiOperation): void {
  const isCounted = rateGroupOf(method.toUpperCase(), path) !== undefined;
  const headerNames = isCounted ? [...everywhere, ...counted] : everywhere;
  const { responses } = operation;
  for (const parameter of operation.parameters ?? []) {
    if ('schema' in parameter) parameter.example = exampleOf(parameter.schema, parameter.name);
  }
  if (isApiPath(path)) operation.parameters = [...(operation.parameters ?? []), ref('parameters', 'API-Version')];
  if (operation['x-own-body'] !== undefined) operation.requestBody = structuredClone(operation['x-own-body']);
  const { requestBody } = operation;
  if (requestBody !== undefined) {
    if (operation['x-body-is-optional']) requestBody.required = false;
    addExample(requestBody.content);
  }
  for (const [status, response] of Object.entries(responses)) {
    if (response.description === 'Default Response') response.description = statusWords[status] ?? operation.summary;
    response.headers = referTo(headerNames);
    addExample(response.content ?? {}, successes[`${method.toUpperCase()} ${path}`]);
  }
  const errors = new Set([...(operation['x-errors'] ?? []), ...errorsEverywhere(path, isCounted)]);
  for (const status of new Set(Array.from(errors, (code) => errorTraits[code].status))) {
    const codes = errorCodes.filter((code) => errors.has(code) && errorTraits[code].status === status);
    const names = status === 429 ? [...headerNames, 'Retry-After'] : headerNames;
    responses[status] ??= errorResponse(codes, names);
  }
  // An upgrade is no success that tools know: they want to hear what else may come.
  if (responses['101'] !== undefined) responses['default'] = errorResponse(errorCodes, headerNames);
  delete operation['x-errors'];
  delete operation['x-body-is-optional'];
  delete operation['x-own-body'];
}

function errorsEverywhere(path: string, isCounted: boolean): readonly ErrorCode[] {
  const codes: ErrorCode[] = ['VALIDATION_ERROR', 'SERVER_ERROR'];
  if (isCounted) codes.push('RATE_LIMIT_EXCEEDED');
  // A version that does not exist, and a page of another origin.
  if (isApiPath(path)) codes.push('RESOURCE_NOT_FOUND', 'AUTHORIZATION_ERROR');
  return codes;
}

/** @param recorded a real one; without it, one is made from the schema. */
function addExample(content: Record<string, Media>, recorded?: unknown): void {
  const media = content['application/json'];
  if (media !== undefined && media.examples === undefined) media.example ??= recorded ?? exampleOf(media.schema);
}

function errorResponse(codes: readonly ErrorCode[], headerNames: readonly string[]) {
  const examples = codes.map((code) => [code, { value: answers.refusals[code] }] as const);
  return {
    description: codes.map((code) => errorWords[code]).join(' Or: '),
    headers: referTo(headerNames),
    content: {
      'application/json': {
        schema: errorSchema(codes),
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function errorSchema(codes: readonly ErrorCode[]): JsonSchema {
  const either = codes.map((code) => ref('schemas', schemaName(code)) as JsonSchema);
  return either.length === 1 && either[0] !== undefined ? either[0] : { anyOf: either };
}

/** `ValidationError` for VALIDATION_ERROR. */
function schemaName(code: ErrorCode): string {
  return code.toLowerCase().replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function referTo(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
}

function ref(kind: 'schemas' | 'headers' | 'parameters', name: string): { $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}

/** By endpoint. A test writes them, because only answers that a server gave cannot drift from it. */
const successes: Readonly<Record<string, unknown>> = answers.successes;

const everywhere = ['X-Request-Id', 'API-Version'];
const counted = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

const whole = { type: 'integer' };
const headers = {
  'X-Request-Id': {
    description: 'Identifies this request in the server’s log.',
    schema: { type: 'string', format: 'uuid' },
  },
  'API-Version': { description: 'The version that answered.', schema: { type: 'string', enum: ['v1'] } },
  'X-RateLimit-Limit': { description: 'Requests a minute.', schema: whole },
  'X-RateLimit-Remaining': { description: 'Requests left until the reset.', schema: whole },
  'X-RateLimit-Reset': { description: 'The time of the reset: Unix time in whole seconds.', schema: whole },
  'Retry-After': { description: 'Seconds to wait.', schema: whole },
};

const parameters = {
  'API-Version': {
    name: 'API-Version',
    in: 'header',
    description: 'The requested version, if the path has none.',
    required: false,
    schema: { type: 'string', enum: ['v1'] },
    example: 'v1',
  },
};

const statusWords: Readonly<Record<string, string>> = { 200: 'Done.', 201: 'Created.' };

const errorWords: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: 'Something in the request is not valid: `field` and `issue` say what, `code` is for programs.',
  AUTHENTICATION_ERROR: 'The token or the credentials are missing or not valid.',
  AUTHORIZATION_ERROR: 'The caller may not do this.',
  RESOURCE_NOT_FOUND: 'The requested resource does not exist.',
  ROOM_NOT_FOUND: 'There is no such room.',
  RATE_LIMIT_EXCEEDED: 'Too many requests.',
  SERVER_ERROR: 'Something went wrong on the server.',
};

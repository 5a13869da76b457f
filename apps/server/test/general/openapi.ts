import { type ErrorCode, errorCodes } from '@roomtone/protocol';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument, OpenApiOperation } from '../../src/http/openapi/openapi-document.ts';
import type { JsonSchema } from '../../src/http/openapi/openapi-examples.ts';
import type { Answer, TestApp } from '../support/test-app.ts';

/** The OpenAPI document of a running application, with checks against it. */
export interface Reference {
  readonly document: OpenApiDocument;
  /** By method and path as in the document: `GET /api/rooms/{room_id}`. */
  readonly operations: ReadonlyMap<string, OpenApiOperation>;
  /** The error codes documented for an operation. */
  declaredErrors(name: string): readonly ErrorCode[];
  /** The ways in which an answer's status, body or headers differ from the document. */
  problemsOf(name: string, answer: Answer): readonly string[];
  /** A schema with its named parts put in their places. */
  whole(schema: JsonSchema): JsonSchema;
  /** The ways in which a value violates the schema at a JSON pointer into the document. */
  problemsAt(pointer: string, value: unknown): readonly string[];
}

export async function readReference(app: Pick<TestApp, 'call'>): Promise<Reference> {
  const document: OpenApiDocument = (await app.call('GET', '/docs/openapi.json')).body;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'reference');
  const operations = new Map<string, OpenApiOperation>(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );
  const operationOf = (name: string): OpenApiOperation => {
    const operation = operations.get(name);
    if (operation === undefined) throw new Error(`${name} is not in the document.`);
    return operation;
  };
  const problemsAt: Reference['problemsAt'] = (pointer, value) => {
    const validate = ajv.getSchema(`reference#${pointer}`);
    if (validate === undefined) return [`there is no schema at ${pointer}`];
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'body'} ${message}`);
  };
  return {
    document,
    operations,
    declaredErrors(name) {
      const examples = Object.values(operationOf(name).responses).map(
        ({ content }) => content?.['application/json']?.examples,
      );
      const named = new Set(examples.flatMap((byCode) => Object.keys(byCode ?? {})));
      return errorCodes.filter((code) => named.has(code));
    },
    problemsAt,
    whole: (schema) => withoutNames(schema, document.components.schemas) as JsonSchema,
    problemsOf(name, { status, headers, body }) {
      const response = operationOf(name).responses[String(status)];
      if (response === undefined) return [`${status} is not in the document`];
      // A request from a foreign page is not counted (S9.16).
      const isCounted = body?.error?.details?.reason !== 'origin';
      const missing = Object.keys(response.headers ?? {}).filter(
        (header) => headers[header.toLowerCase()] === undefined && (isCounted || !header.startsWith('X-RateLimit-')),
      );
      const problems = missing.map((header) => `${header} is missing`);
      if (response.content?.['application/json'] === undefined) return problems;
      const [method = '', path = ''] = name.split(' ');
      const at = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', 'application/json'];
      return [...problems, ...problemsAt(`/${[...at, 'schema'].map(escaped).join('/')}`, body)];
    },
  };
}

const schemaPath = '#/components/schemas/';

function withoutNames(schema: unknown, named: Readonly<Record<string, unknown>>): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((each) => withoutNames(each, named));
  const { $ref, ...own } = schema as { readonly $ref?: string };
  const parts = Object.entries(own).map(([key, value]) => [key, withoutNames(value, named)]);
  if ($ref?.startsWith(schemaPath) !== true) return Object.fromEntries(parts);
  const shape = withoutNames(named[$ref.slice(schemaPath.length)], named);
  return { ...(shape as object), ...Object.fromEntries(parts) };
}

/** Escapes a part of a JSON pointer in a URI. */
function escaped(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

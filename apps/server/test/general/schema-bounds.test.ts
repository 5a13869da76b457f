import { describe, expect, test } from 'vitest';
import type { OpenApiOperation } from '../../src/http/openapi/openapi-document.ts';
import type { JsonSchema } from '../../src/http/openapi/openapi-examples.ts';
import type { Answer, TestApp } from '../support/test-app.ts';
import { type Reference, readReference } from './openapi.ts';
import { createPopulatedApp, type PopulatedApp } from './populated-app.ts';
import { absent, casesOf, type SchemaCase } from './schema-cases.ts';

/** Issues that a schema can find in a value; others come from the domain. */
const schemaIssue =
  /^(is required|is not a known field|must be (text|a whole number|true or false|a JSON object|a list|null|one of .*|a valid .*|at (least|most) [\d.e+-]+)|must not be empty|must have at (least|most) \d+ characters|must be 3 to 24 of the characters .*|has characters that are not allowed|is not valid)$/;

describe('S5.5: the server enforces exactly the bounds that the reference documents', () => {
  test('in bodies: values at, below and above each bound, of every type, missing, and with an extra field', async () => {
    // The schema cannot know whether the host asks for emails.
    const app = await createPopulatedApp({ env: { ROOMTONE_EMAIL: 'optional', ROOMTONE_PASSWORD: 'optional' } });
    const tried = await tryAll(app, ({ requestBody }, { whole }) => {
      const { schema: named, example } = requestBody?.content['application/json'] ?? {};
      const schema = named && whole(named);
      if (schema?.properties === undefined) return undefined;
      return { cases: casesOf(schema), send: (client, one) => client.send(withValue(example, one)) };
    });
    expect(tried).toBeGreaterThan(500);
  });

  test('in query parameters: values at, below and above each bound', async () => {
    const app = await createPopulatedApp();
    const tried = await tryAll(app, ({ parameters = [] }) => {
      const inQuery = parameters.flatMap((each) => ('in' in each && each.in === 'query' ? [each] : []));
      if (inQuery.length === 0) return undefined;
      const properties = Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema]));
      const required = inQuery.flatMap(({ name, required: isRequired }) => (isRequired ? [name] : []));
      const schema: JsonSchema = { type: 'object', properties, required };
      return {
        // A query holds only text, from which numbers and booleans are parsed.
        cases: casesOf(schema).filter(({ at, value }) => at !== '' && isText(value, properties[at])),
        send: (client, { at, value }) => client.send(undefined, value === absent ? {} : { [at]: String(value) }),
      };
    });
    expect(tried).toBeGreaterThan(25);
  });
});

interface Attempt {
  readonly cases: readonly SchemaCase[];
  readonly send: (client: { send: Send }, one: SchemaCase) => Promise<Answer>;
}
type Send = (body?: unknown, query?: Readonly<Record<string, string>>) => Promise<Answer>;

/** Tries every case of every operation that has any; resolves with their number. */
async function tryAll(
  app: PopulatedApp,
  attemptOf: (operation: OpenApiOperation, reference: Reference) => Attempt | undefined,
): Promise<number> {
  const reference = await readReference(app);
  let tried = 0;
  for (const [name, operation] of reference.operations) {
    const attempt = attemptOf(operation, reference);
    if (attempt === undefined) continue;
    const [method, template = ''] = name.split(' ') as ['POST', string];
    const path = template.replace('{room_id}', app.roomId).replace('{user_id}', 'grace');
    const kept = await freshToken(app);
    // Below a room nothing that is sent changes what its sender may do.
    const changesNobody = template.startsWith('/api/rooms/{room_id}/');
    for (const one of attempt.cases) {
      const send: Send = async (body, query = {}) => {
        const url = `${path}?${new URLSearchParams(query)}`;
        const token = changesNobody || !one.isAllowed ? kept : await freshToken(app);
        return app.call(method, url, { token, ...json(body) });
      };
      const { status, body } = await attempt.send({ send }, one);
      tried++;
      const problems: { field: string; issue: string }[] = body.error?.details.errors ?? [];
      const issue = problems.find(({ field }) => field === (one.field === '' ? 'body' : one.field))?.issue ?? '';
      const label = `${name}: ${one.field} ${one.what}`;
      if (one.isAllowed) expect([label, issue]).toEqual([label, expect.not.stringMatching(schemaIssue)]);
      else expect([label, status, issue]).toEqual([label, 400, expect.stringMatching(schemaIssue)]);
    }
  }
  return tried;
}

/**
 * The token of a new admin, so that no request is refused before its body is checked, and none is affected by what an
 * earlier one deleted.
 */
async function freshToken({ newcomer, storage }: Pick<PopulatedApp, 'newcomer' | 'storage'>): Promise<string> {
  const { user, token } = await newcomer();
  await storage.setRoles(user.user_id, ['member', 'admin']);
  return token;
}

function json(body: unknown): Parameters<TestApp['call']>[2] {
  return body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** The example with one of its values replaced. */
function withValue(example: unknown, { at, value }: SchemaCase): unknown {
  if (at === '') return value;
  const body = structuredClone(example) as Record<string, unknown>;
  const path = at.split('.');
  const name = path.pop() ?? '';
  const parent = path.reduce((inside, part) => inside[part] as Record<string, unknown>, body);
  if (value === absent) delete parent[name];
  else parent[name] = value;
  return body;
}

function isText(value: unknown, schema: JsonSchema | undefined): boolean {
  if (value === absent) return true;
  if (schema?.type !== 'string') return ['number', 'boolean'].includes(typeof value) || value === 'text';
  return typeof value === 'string';
}

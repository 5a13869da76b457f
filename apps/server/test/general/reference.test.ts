import { expect, test } from 'vitest';
import { createTestApp } from '../support/test-app.ts';
import { endpoints } from './endpoint-list.ts';
import { readReference } from './openapi.ts';

const webSocket = 'GET /api/websocket/{encrypted_payload}';

test('S5.5: /docs/openapi.json is OpenAPI 3.1 and documents every path of the API and no other', async () => {
  const { document, operations } = await readReference(await createTestApp());
  expect(document.openapi).toMatch(/^3\.1\./);
  expect([...operations.keys()].sort()).toEqual([...endpoints.map(({ name }) => name), webSocket].sort());
});

test('S5.5: every operation documents its success, the token it needs and its errors', async () => {
  const { operations, declaredErrors } = await readReference(await createTestApp());
  for (const { name, status, token, refusals } of endpoints) {
    const { responses, security = [] } = operations.get(name) ?? { responses: {} };
    expect([name, Object.keys(responses).filter((code) => code < '300')]).toEqual([name, [String(status)]]);
    const schemes = security.flatMap((each) => Object.keys(each));
    expect([name, schemes.includes('bearer')]).toEqual([name, token !== 'ignored']);
    expect([name, token === 'required', security.length]).toEqual([
      name,
      token === 'required',
      { required: 1, optional: 2, ignored: ['GET /metrics', 'GET /health/detailed'].includes(name) ? 2 : 0 }[token],
    ]);
    const codes = declaredErrors(name);
    expect(codes, name).toEqual(expect.arrayContaining(['VALIDATION_ERROR', ...Object.keys(refusals ?? {})]));
    if (token !== 'ignored') expect(codes, name).toContain('AUTHENTICATION_ERROR');
  }
});

test('S5.5: every example in the reference matches its own schema', async () => {
  const { operations, problemsAt } = await readReference(await createTestApp());
  let examples = 0;
  const check = (pointer: string, example: unknown) => {
    examples++;
    expect([pointer, problemsAt(`${pointer}/schema`, example)]).toEqual([pointer, []]);
  };
  const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
  for (const [name, { parameters = [], requestBody, responses }] of operations) {
    const [method = '', path = ''] = name.split(' ');
    const at = `/paths/${escaped(path)}/${method.toLowerCase()}`;
    for (const [index, parameter] of parameters.entries()) {
      if ('schema' in parameter) check(`${at}/parameters/${index}`, parameter.example);
    }
    const bodies = [
      ['requestBody', requestBody] as const,
      ...Object.entries(responses).map(([status, response]) => [`responses/${status}`, response] as const),
    ];
    for (const [part, body] of bodies) {
      const media = body?.content?.['application/json'];
      if (media === undefined) continue;
      const named = Object.values((media.examples ?? {}) as Record<string, { value: unknown }>);
      for (const { value } of media.examples === undefined ? [{ value: media.example }] : named) {
        check(`${at}/${part}/content/${escaped('application/json')}`, value);
      }
    }
  }
  expect(examples).toBeGreaterThan(200);
});

test('S5.6: /docs/api shows the reference as a page, with all files from this server', async () => {
  const { call } = await createTestApp();
  const { status, text, headers } = await call('GET', '/docs/api', { headers: { accept: 'text/html' } });
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('<title>Roomtone API</title>');
  expect(text).toContain('<link rel="icon" href="/docs/api/favicon.svg"');
  expect(text).toContain('<header class="brand">');
  expect(text).not.toMatch(/<script[^>]*>\s*[^<\s]|<style|\son\w+=/);
  const files = Array.from(text.matchAll(/(?:src|href)="(?<file>[^"]+)"/g), ({ groups }) => groups?.['file'] ?? '');
  expect(files.length).toBeGreaterThan(3);
  for (const file of files) {
    const url = new URL(file, 'http://localhost/docs/api');
    expect(url.host).toBe('localhost');
    expect([file, (await call('GET', url.pathname)).status]).toEqual([file, 200]);
  }
});

test('S5.7: / and the pages below /docs have a strict Content-Security-Policy, nosniff and a referrer policy', async () => {
  const { call } = await createTestApp();
  for (const url of ['/', '/docs/api', '/docs/openapi.json']) {
    const { headers } = await call('GET', url);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|http:/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
  }
});

test('S5.5: all answers share the bytes of one reference document, and a client that has them cached gets 304', async () => {
  const { call, app } = await createTestApp();
  const payloads = new Set<unknown>();
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.method === 'GET') payloads.add(payload);
    done();
  });
  const answers = await Promise.all(Array.from({ length: 10 }, () => call('GET', '/docs/openapi.json')));
  expect([payloads.size, [...payloads][0]]).toEqual([1, expect.any(Buffer)]);
  const [first] = answers;
  expect(first?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    etag: expect.stringMatching(/^"[\w-]{43}"$/),
  });
  const again = await call('GET', '/docs/openapi.json', {
    headers: { 'if-none-match': String(first?.headers['etag']) },
  });
  expect([again.status, again.text]).toEqual([304, '']);
  expect((await call('GET', '/docs/openapi.json', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
});

test('S33.4: every body and every answer of the API is a named schema, and the version is the server’s', async () => {
  const { call } = await createTestApp();
  const { document, operations } = await readReference({ call });
  expect(document.info.version).toBe((await call('GET', '/api/server')).body.data.version);
  const { schemas } = document.components;
  expect(Object.keys(schemas)).toEqual(
    expect.arrayContaining(['Room', 'RoomList', 'Profile', 'Login', 'LoginBody', 'FriendList', 'RoleName']),
  );
  const unnamed: string[] = [];
  for (const [name, { requestBody, responses }] of operations) {
    const answer = Object.entries(responses).find(([status]) => status < '300')?.[1].content?.['application/json'];
    const { data, success } = answer?.schema.properties ?? {};
    // Health, metrics and the upgrade have no envelope.
    if (success !== undefined && !isNamed(data)) unnamed.push(`the answer of ${name}`);
    const body = requestBody?.content['application/json'];
    // Names in the payment provider's requests are its own affair.
    const isOurs = name !== 'POST /api/billing/webhook';
    if (isOurs && body !== undefined && !isNamed(body.schema)) unnamed.push(`the body of ${name}`);
  }
  expect(unnamed).toEqual([]);
});

function isNamed(schema: object | undefined): boolean {
  return schema !== undefined && '$ref' in schema;
}

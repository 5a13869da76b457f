// Random requests: most of them almost valid, some pure noise.
import fc from 'fast-check';
import type { Reference } from './openapi.ts';

export interface WildRequest {
  /** The operation that its URL belongs to, if any. */
  readonly name: string | undefined;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH' | 'OPTIONS';
  readonly url: string;
  readonly sender: 'nobody' | 'member' | 'admin' | 'forger';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Requests for the operations of a reference; `names` are ids and names that exist. */
export function wildRequests({ operations }: Reference, names: readonly string[]): fc.Arbitrary<WildRequest> {
  const named = [...operations].map(([name, { parameters = [], requestBody }]) => {
    const [method = 'GET', path = ''] = name.split(' ') as [WildRequest['method'], string];
    const example = requestBody?.content['application/json']?.example;
    const queryNames = parameters.flatMap((each) => ('in' in each && each.in === 'query' ? [each.name] : []));
    return fc.record({
      name: fc.constant(name),
      method: fc.constant(method),
      url: address(path, queryNames, names),
      sender,
      headers,
      body: fc.oneof({ weight: 4, arbitrary: almost(example, names) }, { weight: 1, arbitrary: noise }),
    });
  });
  const elsewhere = fc.record({
    name: fc.constant(undefined),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS'),
    url: fc.oneof(
      fc.constantFrom(
        '/',
        '/docs/',
        '/docs/api',
        '/docs/openapi.json',
        '/proto/',
        '/proto/..%2f..%2fpackage.json',
        '/avatars/x',
        '/api',
      ),
      fc.webPath().map((path) => `/api${path}`),
      // This client cannot send an invalid URL.
      fc
        .string({ unit: printable })
        .map((text) => `/${text}`)
        .filter((url) => URL.canParse(url, 'http://localhost')),
    ),
    sender,
    headers,
    body: noise,
  });
  return fc.oneof({ weight: 9, arbitrary: fc.oneof(...named) }, { weight: 1, arbitrary: elsewhere });
}

const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
const sender = fc.constantFrom('nobody', 'member', 'member', 'member', 'admin', 'forger');

const nasty = fc.constantFrom(
  ...[
    '',
    ' ',
    '\u0000',
    '\u202e',
    '\ud800',
    '𝄞',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '-1',
    '1e999',
    '%00',
    '../',
  ],
  ...["' or 1=1 --", '<script>', '{{7*7}}', 'javascript:alert(1)', 'http://127.0.0.1/', 'http://[::1]/x'],
  'x'.repeat(5_000),
);

function anyText(names: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(nasty, fc.string({ unit: 'binary' }), fc.constantFrom(...names));
}

function address(path: string, queryNames: readonly string[], names: readonly string[]): fc.Arbitrary<string> {
  const part = anyText(names).map((text) => encodeURIComponent(text.toWellFormed()));
  const filled = fc.array(part, { minLength: 1, maxLength: 1 }).map(([text = '']) => path.replace(/\{\w+\}/, text));
  const prefixed = fc.tuple(filled, fc.constantFrom('/api/', '/api/', '/api/', '/api/v1/', '/api/v2/'));
  const key = fc.oneof(fc.constantFrom('page', ...queryNames), part);
  const query = fc.array(fc.tuple(key, fc.oneof(part, fc.integer().map(String), fc.constantFrom('true', 'public'))), {
    maxLength: 3,
  });
  return fc
    .tuple(prefixed, query)
    .map(
      ([[url, prefix], pairs]) => `${url.replace('/api/', prefix)}?${pairs.map((pair) => pair.join('=')).join('&')}`,
    );
}

/** The example with some of its values changed, removed or added. */
function almost(example: unknown, names: readonly string[]): fc.Arbitrary<string | undefined> {
  if (example === undefined) return fc.constantFrom(undefined, undefined, '{}', '{"x":1}');
  const text = anyText(names);
  const value = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }), fc.integer(), fc.double(), fc.boolean());
  const change = fc.record({
    field: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('surprise', ...fieldsOf(example)) },
      { weight: 1, arbitrary: text },
    ),
    value,
    isLeftOut: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
  });
  return fc.array(change, { maxLength: 4 }).map((changes) => {
    const body = structuredClone(example) as Record<string, unknown>;
    for (const { field, value: changed, isLeftOut } of changes) {
      const [outer = '', inner] = field.split('.');
      const parent = inner === undefined ? body : body[outer];
      if (typeof parent !== 'object' || parent === null) continue;
      if (isLeftOut) Reflect.deleteProperty(parent, inner ?? outer);
      else Reflect.set(parent, inner ?? outer, changed);
    }
    return JSON.stringify(body);
  });
}

function fieldsOf(example: unknown): string[] {
  return Object.entries(example as object).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? [name, ...Object.keys(value).map((inner) => `${name}.${inner}`)]
      : [name],
  );
}

const noise = fc.oneof(
  fc.constant(undefined),
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('{', '{"__proto__":{}}', '[[[[', '"', '{"a":1,"a":2}', `{"a":"${'x'.repeat(70_000)}"}`, '\ufeff{}'),
);

const headerText = fc.string({ unit: fc.oneof(printable, fc.constant(' ')), maxLength: 60 }).map((text) => text.trim());
const oneOf = (...values: string[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: headerText });
const headerValues = {
  'content-type': oneOf('text/plain', 'application/json; charset=utf-8', 'multipart/form-data; boundary=x'),
  host: oneOf('localhost', 'music.local:7420', 'evil.example', '[::1]', ''),
  'api-version': oneOf('v1', 'v1', 'v2'),
  origin: oneOf('http://localhost', 'https://evil.example', 'null'),
  'x-forwarded-for': oneOf('192.0.2.1', '2001:db8::1', 'unknown', ', ,', '::ffff:1.2.3.4'),
  'x-forwarded-host': oneOf('localhost', 'evil.example', 'a,b'),
  'x-forwarded-proto': oneOf('https', 'http', 'https,http', 'gopher'),
  'x-request-id': headerText,
  accept: oneOf('text/html', '*/*', 'application/xml'),
  range: oneOf('bytes=0-1', 'bytes=9-1'),
  'if-none-match': oneOf('*', '"x"'),
  'access-control-request-method': oneOf('PUT', 'BREW'),
  upgrade: oneOf('h2c', 'websocket'),
};
/** The headers of an ordinary client, with up to two random ones. */
const headers = fc
  .tuple(fc.record(headerValues), fc.subarray(Object.keys(headerValues), { maxLength: 2 }))
  .map(([values, kept]) => ({
    'content-type': 'application/json',
    ...Object.fromEntries(Object.entries(values).filter(([name]) => kept.includes(name))),
  }));

import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createAcmeAuthority } from '../../src/adapters/acme/acme-authority.ts';
import { createSelfSignedCertificate } from '../../src/adapters/tls/self-signed-certificate.ts';
import { IssueFailure } from '../../src/ports/certificate-authority.ts';

// Answers of an authority that are none, or that mean harm.

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
let cert: string;
beforeAll(async () => {
  cert = await createSelfSignedCertificate(privateKey, ['localhost'], Date.now());
});

/** Orders a certificate of an authority that answers like this; resolves with the failure. */
async function failureWith(answer: RequestListener, { isTrusted = true } = {}): Promise<IssueFailure> {
  const server = createServer({ cert, key }, answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const authority = await createAcmeAuthority({
    directoryUrl: `https://localhost:${(server.address() as AddressInfo).port}/`,
    accountKey: privateKey,
    email: undefined,
    name: 'music.example.org',
    key,
    userAgent: 'Roomtone/test',
    ...(isTrusted ? { trusted: [cert] } : {}),
  });
  const order = { challenge: 'http-01', show: async () => () => {}, signal: new AbortController().signal } as const;
  const failure = await authority.issue(order).catch((error: unknown) => error);
  return failure instanceof IssueFailure ? failure : expect.fail(`not a failure: ${failure}`);
}

/** Answers with a directory whose addresses lead back here, and with this to everything else. */
function afterDirectory(answer: RequestListener): RequestListener {
  return (request, response) => {
    const base = `https://${request.headers.host}`;
    response.setHeader('replay-nonce', 'nonce');
    if (request.url !== '/') answer(request, response);
    else
      response.end(
        JSON.stringify({ newNonce: `${base}/nonce`, newAccount: `${base}/account`, newOrder: `${base}/order` }),
      );
  };
}

test.each<[string, RequestListener, string]>([
  ['is not JSON', (_request, response) => response.end('<html>'), 'does not answer as an ACME server does'],
  ['is JSON of something else', (_request, response) => response.end('[1]'), 'does not answer as an ACME server does'],
  [
    'has addresses without https',
    (_request, response) => response.end('{"newNonce":"http://localhost/","newAccount":"http://localhost/"}'),
    'does not answer as an ACME server does',
  ],
  ['is too large', (_request, response) => response.end(' '.repeat(256 * 1024 + 1)), 'cannot be reached'],
  ['ends too early', (_request, response) => response.destroy(), 'cannot be reached'],
])('S28.12: an answer that %s is a failure', async (_what, answer, reason) => {
  const failure = await failureWith(answer);
  expect(failure.problem).toBe('unreachable');
  expect(failure.message).toContain(reason);
});

test('S28.12: an answer of the greatest size is read', async () => {
  const failure = await failureWith((_request, response) => response.end('{}'.padEnd(256 * 1024)));
  expect(failure.message).toContain('does not answer as an ACME server does');
});

test('S28.12: no redirect is followed, and no certificate accepted that nobody vouches for', async () => {
  const asked: (string | undefined)[] = [];
  const redirected = await failureWith((request, response) => {
    asked.push(request.url);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect([redirected.problem, asked]).toEqual(['refused', ['/']]);
  const unknown = await failureWith((request) => asked.push(request.url), { isTrusted: false });
  expect([unknown.problem, asked]).toEqual(['unreachable', ['/']]);
  expect(unknown.message).toMatch(/self-signed/);
});

test('S28.12: of the authority’s words one line of bounded length is kept', async () => {
  const detail = `\u001b[31mno\n${'x'.repeat(10_000)}\u202e`;
  const failure = await failureWith(
    afterDirectory((_request, response) => response.writeHead(403).end(JSON.stringify({ type: 'urn:x', detail }))),
  );
  expect(failure.problem).toBe('refused');
  expect(failure.message).toMatch(/^\[31mno x+ \(urn:x\)$/);
  expect(failure.message.length).toBeLessThanOrEqual(400 + ' (urn:x)'.length);
});

test('S28.9: what the authority asks for may be seconds, or a date by its own clock', async () => {
  const date = new Date('2031-01-01T00:00:00Z').toUTCString();
  for (const [retryAfter, ms] of [
    ['120', 120_000],
    [new Date('2031-01-01T00:10:00Z').toUTCString(), 600_000],
    ['soon', undefined],
  ] as const) {
    const failure = await failureWith(
      afterDirectory((request, response) => {
        response.writeHead(request.method === 'HEAD' ? 200 : 503, { 'retry-after': retryAfter, date }).end('{}');
      }),
    );
    expect([failure.problem, failure.retryAfterMs]).toEqual(['unreachable', ms]);
  }
});

test('an authority that wants an account from elsewhere is refused with that reason', async () => {
  const meta = { externalAccountRequired: true };
  const failure = await failureWith((_request, response) => response.end(JSON.stringify({ meta })));
  expect(failure.message).toContain('an account that was made elsewhere');
});

import { isErrorCode } from '@roomtone/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLong } from '../../../../testing/long-runs.ts';
import type { Answer } from '../support/test-app.ts';
import { type Reference, readReference } from './openapi.ts';
import { createPopulatedApp, type PopulatedApp } from './populated-app.ts';
import { type WildRequest, wildRequests } from './wild-requests.ts';

const seed = 20_260_302;
/** ../proof/lines/mutations.ts sends more of them, and malformed ones. */
const runs = isLong ? 2_000 : 200;
const minutes = 60_000;

const statuses = new Set([200, 201, 400, 401, 403, 404, 429]);
/** A proxy is trusted, so that forwarded headers are read. */
const env = { ROOMTONE_TRUST_PROXY: '127.0.0.1' };

test(
  `S8.2, S8.4: no request gets an error code or status that is not documented (${runs} requests, seed ${seed})`,
  async () => {
    const app = await createPopulatedApp({ env });
    const reference = await readReference(app);
    const tokens = signedIn(app);
    const seen = new Map<number, number>();
    const names = ['ada', 'root', app.roomId, app.ada.user.user_id, app.ada.refresh_token, 'ada@example.org'];
    const property = fc.asyncProperty(wildRequests(reference, names), async (request) => {
      const { method, url, headers, body } = request;
      const answer = await app.call(method, url, { headers, body, token: await tokens[request.sender]() });
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      expect(problemsOf(request, answer, reference)).toEqual([]);
    });
    await fc.assert(property, { seed, numRuns: runs });
    console.log(`Answers: ${Array.from(seen, ([status, count]) => `${count} × ${status}`).join(', ')}`);
    for (const status of [200, 201, 400, 401, 403, 404]) expect([...seen.keys()]).toContain(status);
    expect(app.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
    await checkState(app, reference);
  },
  10 * minutes,
);

/** The problems of an answer, whatever the request was. */
function problemsOf({ name, method, url }: WildRequest, answer: Answer, reference: Reference): readonly string[] {
  const { status, headers, body, text } = answer;
  const isRedirect = status === 308 && /^\/(docs|proto)/.test(url);
  // Pages that the client may have cached.
  const isUnchanged = status === 304 && /^\/docs(?=[/?]|$)/.test(url);
  if (!statuses.has(status) && !isRedirect && !isUnchanged) return [`${status}: ${text}`];
  const problems = ['x-request-id', 'api-version', 'x-content-type-options'].filter(
    (header) => headers[header] === undefined,
  );
  if (status >= 400 && method !== 'HEAD') {
    const { success, error } = body ?? {};
    const isEnvelope = success === false && isErrorCode(error?.code) && typeof error.details === 'object';
    if (!isEnvelope || text.includes('    at ')) problems.push(`no envelope: ${text}`);
  }
  // Preflights and requests for another version belong to no documented operation.
  return name === undefined || url.startsWith('/api/v2/')
    ? problems
    : [...problems, ...reference.problemsOf(name, answer)];
}

/** Valid tokens, renewed whenever their senders have signed out or deleted their accounts. */
function signedIn({
  newcomer,
  storage,
  call,
}: PopulatedApp): Record<WildRequest['sender'], () => Promise<string | undefined>> {
  const keep = (roles: readonly string[]) => {
    let token: string | undefined;
    return async () => {
      const { status } = await call('GET', '/api/auth/validate-token', { token });
      if (token !== undefined && status === 200) return token;
      const made = await newcomer();
      await storage.setRoles(made.user.user_id, roles);
      token = made.token;
      return token;
    };
  };
  return {
    nobody: async () => undefined,
    forger: async () => 'eyJhbGciOiJub25lIn0.e30.',
    member: keep(['member']),
    admin: keep(['member', 'admin']),
  };
}

/** Checks that the data from before is still there, and that all data created since can be read. */
async function checkState(app: PopulatedApp, reference: Reference): Promise<void> {
  const { call } = app;
  const login = await call('POST', '/api/auth/login', { body: { username: 'grace', password: 'correct horse' } });
  const { token } = login.body.data;
  const profile = await call('GET', '/api/users/profile', { token });
  expect(reference.problemsOf('GET /api/users/profile', profile)).toEqual([]);
  expect(profile.body.data).toMatchObject({ username: 'grace', email: 'grace@example.org', roles: ['member'] });
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await call('GET', `/api/rooms?limit=100&page=${page}`);
    expect(reference.problemsOf('GET /api/rooms', list)).toEqual([]);
    pages = list.body.data.pagination.pages;
    for (const room of list.body.data.rooms) {
      expect([room.room_name.trim(), room.room_name.length > 0]).toEqual([room.room_name, true]);
      expect((await call('GET', `/api/rooms/${room.room_id}`)).status).toBe(200);
      expect((await call('GET', `/api/users/${room.room_owner}`)).status).toBe(200);
    }
  }
}

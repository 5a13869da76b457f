import { isErrorCode } from '@roomtone/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Answer } from '../support/test-app.ts';
import { createStage, type Stage } from './endpoint-stage.ts';
import { type Reference, readReference } from './openapi.ts';
import { type WildRequest, wildRequests } from './wild-requests.ts';

const seed = 20_260_302;
/** More of them, and broken ones, are in ../proof/lines/mutations.ts. */
const runs = 2_000;
const minutes = 60_000;

const statuses = new Set([200, 201, 400, 401, 403, 404, 429]);
/** A proxy is trusted, so that what is forwarded is looked at. */
const env = { ROOMTONE_TRUST_PROXY: '127.0.0.1' };

test(
  `S8.2, S8.4: whatever is sent, no other code and no other status (${runs} requests, seed ${seed})`,
  async () => {
    const stage = await createStage({ env });
    const reference = await readReference(stage);
    const tokens = signedIn(stage);
    const seen = new Map<number, number>();
    const names = ['ada', 'root', stage.roomId, stage.ada.user.user_id, stage.ada.refresh_token, 'ada@example.org'];
    const property = fc.asyncProperty(wildRequests(reference, names), async (request) => {
      const { method, url, headers, body } = request;
      const answer = await stage.call(method, url, { headers, body, token: await tokens[request.sender]() });
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      expect(problemsOf(request, answer, reference)).toEqual([]);
    });
    await fc.assert(property, { seed, numRuns: runs });
    console.log(`Answers: ${Array.from(seen, ([status, count]) => `${count} × ${status}`).join(', ')}`);
    for (const status of [200, 201, 400, 401, 403, 404]) expect([...seen.keys()]).toContain(status);
    expect(stage.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
    await checkState(stage, reference);
  },
  10 * minutes,
);

/** What is wrong with an answer, whatever was asked. */
function problemsOf({ name, method, url }: WildRequest, answer: Answer, reference: Reference): readonly string[] {
  const { status, headers, body, text } = answer;
  const isRedirect = status === 308 && url.startsWith('/proto');
  // Pages, which the client may have still.
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
  // A preflight and another version are nobody's operation.
  return name === undefined || url.startsWith('/api/v2/')
    ? problems
    : [...problems, ...reference.problemsOf(name, answer)];
}

/** Tokens that work, however often their senders sign themselves out or delete their accounts. */
function signedIn({
  newcomer,
  storage,
  call,
}: Stage): Record<WildRequest['sender'], () => Promise<string | undefined>> {
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

/** What was there before is there still, and what has come since is such as the API may show. */
async function checkState(stage: Stage, reference: Reference): Promise<void> {
  const { call } = stage;
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

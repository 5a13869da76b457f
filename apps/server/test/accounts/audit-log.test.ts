import type { AuditEntry, AuditLogView } from '@roomtone/protocol/rest';
import { TOTP } from 'otpauth';
import { expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createAccountApp, login, makeAdmin, problemOn, problems } from './account-app.ts';

async function withAdmin() {
  const app = await createAccountApp({ storage: 'memory' });
  const admin = await app.register('root');
  await makeAdmin(app, admin.user.user_id);
  const read = (query = '', token = admin.token) => app.call('GET', `/api/audit-log${query}`, { token });
  /** Resolves when the log has `count` entries that the query finds, newest first. */
  const entries = async (query: string, count: number): Promise<AuditEntry[]> => {
    await vi.waitFor(async () => expect((await read(query)).body.data.entries).toHaveLength(count));
    return (await read(query)).body.data.entries;
  };
  return { app, admin, read, entries };
}

test('S25.1, S25.2, S25.7: what happens to accounts is recorded, with who did it and from where, and without secrets', async () => {
  const { app, admin, entries } = await withAdmin();
  const ada = await app.register('ada');
  const { token } = ada;
  await login(app, 'ada', 'wrong horse');
  await login(app, 'a typed password', 'wrong horse');
  await login(app, 'ADA@example.org');
  const password = { current_password: 'correct horse', new_password: 'another horse' };
  expect((await app.call('PUT', '/api/auth/password', { token, body: password })).status).toBe(200);
  const email = { email: 'lovelace@example.org', current_password: 'another horse' };
  expect((await app.call('PUT', '/api/users/profile', { token, body: email })).status).toBe(200);
  expect((await app.call('PUT', '/api/users/profile', { token, body: { settings: { theme: 'light' } } })).status).toBe(
    200,
  );
  const asAdmin = { token: admin.token };
  await app.call('PUT', '/api/users/ada/roles', { ...asAdmin, body: { roles: ['moderator'] } });
  await app.call('DELETE', '/api/users/ada/sessions', asAdmin);
  const again = (await login(app, 'ada', 'another horse')).body.data.token;
  const gone = { token: again, body: { password: 'another horse' } };
  expect((await app.call('DELETE', '/api/users/profile', gone)).status).toBe(200);

  const all = await entries('', 13);
  const self = { user_id: ada.user.user_id, username: 'ada', by_user_id: '', by_username: '', address: '127.0.0.1' };
  const byAdmin = { ...self, by_user_id: admin.user.user_id, by_username: 'root' };
  const roles = { roles: ['member', 'moderator'], roles_before: ['member'] };
  expect(all.slice(0, 12).map(({ entry_id, happened_at, ...entry }) => entry)).toEqual([
    { ...self, kind: 'account_deleted', details: {} },
    { ...self, kind: 'sign_in', details: {} },
    { ...byAdmin, kind: 'signed_out', details: {} },
    { ...byAdmin, kind: 'roles_changed', details: roles },
    { ...self, kind: 'email_changed', details: {} },
    { ...self, kind: 'password_changed', details: {} },
    { ...self, kind: 'sign_in', details: {} },
    { ...self, user_id: '', username: '', kind: 'sign_in_failed', details: {} },
    { ...self, kind: 'sign_in_failed', details: {} },
    { ...self, kind: 'sign_in', details: {} },
    { ...self, kind: 'account_created', details: {} },
    { ...self, user_id: admin.user.user_id, username: 'root', kind: 'sign_in', details: {} },
  ]);
  const text = JSON.stringify(all);
  for (const secret of ['horse', 'typed', 'example.org', token]) expect(text).not.toContain(secret);
});

test('S25.1: each change of a second factor is recorded', async () => {
  const { app, entries } = await withAdmin();
  const { token, user } = await app.register('ada');
  const base = '/api/users/profile/second-factor';
  const body = { password: 'correct horse' };
  const { secret } = (await app.call('POST', `${base}/totp`, { token, body })).body.data;
  const code = new TOTP({ secret }).generate({ timestamp: app.clock.nowMs() });
  await app.call('PUT', `${base}/totp`, { token, body: { code } });
  await app.call('POST', `${base}/recovery-codes`, { token, body });
  await app.call('DELETE', `${base}/totp`, { token, body });
  const found = await entries('?kind=second_factor_changed', 3);
  const changes = ['totp_removed', 'recovery_codes_replaced', 'totp_added'];
  expect(found.map(({ user_id, address, details }) => [user_id, address, details])).toEqual(
    changes.map((action) => [user.user_id, '127.0.0.1', { action }]),
  );
});

test('S25.1: a sign-in that is refused because the name is locked is recorded as such', async () => {
  const { app, entries } = await withAdmin();
  for (let attempt = 0; attempt < 11; attempt++) await login(app, 'root', 'wrong horse');
  const [last, ...others] = await entries('?kind=sign_in_failed', 11);
  expect(last).toMatchObject({ username: 'root', details: { reason: 'locked' } });
  expect(others.map(({ details }) => details)).toEqual(Array.from({ length: 10 }, () => ({})));
});

test('S25.3: the log is for admins, and is found by kind, user and time, page by page', async () => {
  const { app, admin, read, entries } = await withAdmin();
  expect((await app.call('GET', '/api/audit-log')).status).toBe(401);
  const ada = await app.register('ada');
  const refused = await read('', ada.token);
  expect([refused.status, refused.body.error.details]).toEqual([403, { required: ['admin'] }]);
  app.clock.advance(60_000);
  const noon = new Date(app.clock.nowMs()).toISOString();
  await login(app, 'ada');

  expect(await entries(`?user=${ada.user.user_id}`, 3)).toMatchObject([{ username: 'ada' }, {}, {}]);
  await entries('?kind=sign_in&user=ADA', 2);
  await entries(`?from=${noon}`, 1);
  await entries(`?to=${noon}`, 4);
  await entries(`?kind=sign_in&user=ada&from=${noon}`, 1);
  await entries('?to=2100-02-28', 5);
  for (const time of ['1', '2026', '2026-02-30', '2026-02-30T12:00:00Z', '2026-02-01 12:00', 'today']) {
    const { status, body } = await read(`?from=${encodeURIComponent(time)}`);
    expect([time, status, body.error?.details.field]).toEqual([time, 400, 'from']);
  }
  const pages: AuditEntry[] = [];
  let next: string | null = '';
  while (next !== null) {
    const { data }: { data: AuditLogView } = (await read(`?limit=2${next === '' ? '' : `&before=${next}`}`)).body;
    expect(data.entries.length).toBeLessThanOrEqual(2);
    pages.push(...data.entries);
    next = data.next;
  }
  expect(pages).toEqual(await entries('', 5));

  expect(problems(await read('?from=yesterday'))).toEqual(
    problemOn('from', 'must be a date, or a date and time, of ISO 8601'),
  );
  expect(problems(await read('?kind=gossip'))).toEqual(problemOn('kind', expect.stringMatching(/^must be one of/)));
  for (const [limit, status] of [
    [1, 200],
    [500, 200],
    [0, 400],
    [501, 400],
  ] as const) {
    expect((await read(`?limit=${limit}`, admin.token)).status).toBe(status);
  }
});

test('S25.5: requests are answered while storage takes no entries, and lost entries are counted', async () => {
  const dropped = async (app: TestApp) => {
    const { text } = await app.call('GET', '/metrics');
    return /^roomtone_audit_entries_dropped_total (\d+)$/m.exec(text)?.[1];
  };
  const app = await createTestApp({
    env: { ROOMTONE_RATE_LIMIT_AUTH: '100000' },
    deps: {
      storage: {
        ...(await import('../support/memory-storage.ts')).openMemoryStorage(),
        addAuditEntries: () => new Promise<never>(() => {}),
      },
    },
  });
  await app.register('ada');
  expect((await login(app, 'ada')).status).toBe(200);
  expect(await dropped(app)).toBe('0');
  for (let attempt = 0; attempt < 1_000; attempt++) expect((await login(app, `nobody${attempt}`)).status).toBe(401);
  app.clock.advance(2_000);
  expect(await dropped(app)).toBe('3');
});

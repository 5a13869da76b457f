import { describe, expect, test } from 'vitest';
import { createTestApp, registration, storageKinds, type TestApp } from '../support/test-app.ts';

describe.each(storageKinds)('with %s storage', (storage) => {
  test('S8.11, S11.6: registering answers 201 with the same data as a login, and the account is a member', async () => {
    const { call, storage: users } = await createTestApp({ storage });
    const { status, body } = await call('POST', '/api/auth/register', { body: registration('Ada_1') });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      data: {
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        refresh_token: expect.stringMatching(/^[\w-]{80,}$/),
        expires_in: 900,
        user: {
          user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          username: 'Ada_1',
          display_name: 'Ada_1',
          roles: ['member'],
        },
      },
    });
    const user = await users.userById(body.data.user.user_id);
    expect(user?.userTag).toMatch(/^ada_1#\d{4}$/);
    expect(user?.email).toBe('Ada_1@example.org');
  });

  test('S11.4: a username or email that is taken, in any case, is a VALIDATION_ERROR on that field', async () => {
    const { call, register } = await createTestApp({ storage });
    await register('ada');
    const name = await call('POST', '/api/auth/register', { body: { ...registration('ADA'), email: 'other@x.org' } });
    expect([name.status, name.body.error.details.field]).toEqual([400, 'username']);
    const email = await call('POST', '/api/auth/register', {
      body: { ...registration('grace'), email: 'ADA@example.org' },
    });
    expect([email.status, email.body.error.details.field]).toEqual([400, 'email']);
  });
});

const refused = async (app: TestApp, over: object) => {
  const { status, body } = await app.call('POST', '/api/auth/register', { body: { ...registration('ada'), ...over } });
  return { status, code: body.error?.code, errors: body.error?.details.errors };
};

test.each([
  ['ab', 'must have at least 3 characters'],
  ['a'.repeat(25), 'must have at most 24 characters'],
  ['ad a', 'must be 3 to 24 of the characters A-Z a-z 0-9 _ -'],
  ['ädà', 'must be 3 to 24 of the characters A-Z a-z 0-9 _ -'],
  ['Profile', 'is reserved'],
  ['friends', 'is reserved'],
  ['avatar', 'is reserved'],
  ['blocks', 'is reserved'],
  [7, 'must be text'],
  [null, 'must be text'],
])('S11.1: the username %j is refused: it %s', async (username, issue) => {
  const problem = expect.objectContaining({ field: 'username', issue });
  expect(await refused(await createTestApp(), { username })).toEqual({
    status: 400,
    code: 'VALIDATION_ERROR',
    errors: [problem],
  });
});

test('S11.1: the reserved name "me" is refused as too short', async () => {
  const { errors } = await refused(await createTestApp(), { username: 'me' });
  expect(errors).toMatchObject([{ field: 'username', issue: 'must have at least 3 characters' }]);
});

test.each([
  'ada',
  'ada@',
  '@example.org',
  'ada@example',
  'a b@example.org',
  'ada@exa mple.org',
  `${'a'.repeat(249)}@x.org`,
  '',
])('S11.2: %j is not a valid email', async (email) => {
  const { status, errors } = await refused(await createTestApp(), { email });
  expect([status, errors[0].field]).toEqual([400, 'email']);
});

test.each([
  ['seven77', 'must have at least 8 characters'],
  ['x'.repeat(129), 'must have at most 128 characters'],
  ['iloveyou', 'is too common'],
  ['PassWord1', 'is too common'],
  ['Password1!', 'is too common'],
  ['Summer2024', 'is too common'],
  ['Summer2024!!', 'is too common'],
  ['!2024-Summer', 'is too common'],
  ['roomtone', 'is too common'],
  ['RoomTone2026!', 'is too common'],
  ['Room-Tone1', 'is too common'],
  ['ADA@example.org', 'must not be the email'],
])('S11.3: the password %j is refused: it %s', async (password, issue) => {
  const { errors } = await refused(await createTestApp(), { password, confirm_password: password });
  expect(errors).toMatchObject([{ field: 'password', issue }]);
});

test('S11.3: a common word with seven digits and signs around it, or with another word, is accepted', async () => {
  const app = await createTestApp();
  for (const [index, password] of [
    'Summer2024!!!',
    '#summer2024!!',
    'summer rain',
    'roomtone evening',
    '8472619305',
  ].entries())
    await expect(app.register(`ada${index}`, { password, confirm_password: password })).resolves.toBeDefined();
});

test('S11.3: a password that equals the username is refused, and lengths count code points', async () => {
  const app = await createTestApp();
  const same = await refused(app, {
    username: 'adalovelace',
    password: 'AdaLovelace',
    confirm_password: 'AdaLovelace',
  });
  expect(same.errors).toMatchObject([{ field: 'password', issue: 'must not be the username' }]);
  const eightPianos = '🎹'.repeat(8);
  await expect(app.register('ada', { password: eightPianos, confirm_password: eightPianos })).resolves.toBeDefined();
  const fourPianos = '🎹'.repeat(4);
  expect((await refused(app, { password: fourPianos, confirm_password: fourPianos })).status).toBe(400);
});

test('S8.5: one answer names all problems and repeats the first at the top', async () => {
  const { call } = await createTestApp();
  const { body } = await call('POST', '/api/auth/register', {
    body: { username: 'me', email: 'x', password: 'short', confirm_password: 5 },
  });
  const { errors, ...first } = body.error.details;
  expect(errors[0]).toEqual(first);
  expect(errors.map((error: { field: string }) => error.field).sort()).toEqual([
    'confirm_password',
    'email',
    'password',
    'username',
  ]);
});

test('S8.6: each issue has a code for programs, with the bounds that were not met', async () => {
  const { errors } = await refused(await createTestApp(), {
    username: 'a b',
    email: 'x',
    password: 'short',
    confirm_password: 5,
    roles: [],
  });
  const codes = Object.fromEntries(
    errors.map(({ field, issue: _words, ...code }: { field: string; issue: string }) => [field, code]),
  );
  expect(codes).toEqual({
    username: { code: 'name_characters', min: 3, max: 24 },
    email: { code: 'email' },
    password: { code: 'too_short', min: 8 },
    confirm_password: { code: 'invalid' },
    roles: { code: 'unknown_field' },
  });
});

test('S11.6: confirm_password must equal password', async () => {
  const { errors } = await refused(await createTestApp(), { confirm_password: 'correct horsf' });
  expect(errors).toMatchObject([{ field: 'confirm_password', issue: 'must equal password' }]);
});

test('S9.2: roles in a registration are an error, never silently accepted or dropped', async () => {
  const { errors } = await refused(await createTestApp(), { roles: ['admin'] });
  expect(errors).toMatchObject([{ field: 'roles', issue: 'is not a known field' }]);
});

test('S11.2: an email is required unless ROOMTONE_EMAIL says otherwise', async () => {
  const { email: _left, ...withoutEmail } = registration('ada');
  const strict = await createTestApp();
  const { body } = await strict.call('POST', '/api/auth/register', { body: withoutEmail });
  expect(body.error.details.errors).toMatchObject([{ field: 'email', issue: 'is required' }]);
  const lenient = await createTestApp({ env: { ROOMTONE_EMAIL: 'optional' } });
  expect((await lenient.call('POST', '/api/auth/register', { body: withoutEmail })).status).toBe(201);
});

test('S11.8: closed registration is 403 with the reason, whatever the body', async () => {
  const { call } = await createTestApp({ env: { ROOMTONE_REGISTRATION: 'closed' } });
  for (const body of [registration('ada'), {}]) {
    const answer = await call('POST', '/api/auth/register', { body });
    expect(answer.status).toBe(403);
    expect(answer.body.error).toMatchObject({
      code: 'AUTHORIZATION_ERROR',
      details: { reason: 'registration_closed' },
    });
  }
});

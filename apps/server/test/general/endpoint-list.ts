// Every endpoint of the API: a request that succeeds, and one for each refusal that is particular to the endpoint.
import type { ErrorCode } from '@roomtone/protocol';
import { TOTP } from 'otpauth';
import { expect, vi } from 'vitest';
import type { Mail } from '../../src/ports/mail.ts';
import { plain } from '../accounts/pictures.ts';
import { createAuthenticator } from '../support/authenticator.ts';
import { createLiveApp } from '../support/live-app.ts';
import { type Answer, createTestApp, registration } from '../support/test-app.ts';
import { createPopulatedApp, type PopulatedApp } from './populated-app.ts';

export interface Endpoint {
  /** Method and path: `GET /api/rooms/{room_id}`. */
  readonly name: string;
  readonly status: number;
  readonly token: 'required' | 'optional' | 'ignored';
  readonly succeed: (app: PopulatedApp) => Promise<Answer>;
  readonly refusals?: Partial<Record<ErrorCode, (app: PopulatedApp) => Promise<Answer>>>;
}

const password = 'correct horse';
const nobody = '00000000-0000-4000-8000-000000000000';
const returnTo = { return_url: 'https://a.example/' };

const upload = async ({ call, ada }: PopulatedApp) => {
  const form = new FormData();
  form.set('avatar', new Blob([new Uint8Array(await plain().png().toBuffer())], { type: 'image/png' }), 'a.png');
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return call('POST', '/api/users/avatar', {
    token: ada.token,
    headers,
    body: Buffer.from(await request.arrayBuffer()),
  });
};

/** The refusals of a server without billing, and of a user who may not subscribe. */
const billing = {
  RESOURCE_NOT_FOUND: (path: string) => async () => {
    const { call, ada } = await createPopulatedApp({ deps: { payments: { payments: undefined, sandbox: undefined } } });
    return call('POST', path, { token: ada.token, body: {} });
  },
  AUTHORIZATION_ERROR:
    (path: string) =>
    async ({ call, newcomer, storage }: PopulatedApp) => {
      const { user, token } = await newcomer();
      await storage.setRoles(user.user_id, []);
      return call('POST', path, { token, body: {} });
    },
};
const billingRefusals = (path: string) => ({
  RESOURCE_NOT_FOUND: billing.RESOURCE_NOT_FOUND(path),
  AUTHORIZATION_ERROR: billing.AUTHORIZATION_ERROR(path),
});

/** The part of the link after the `#`. */
function tokenIn(mail: Mail | undefined): string {
  return /#(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'none';
}

const secondFactor = '/api/users/profile/second-factor';

const beginPasskey = ({ call, ada }: PopulatedApp) =>
  call('POST', `${secondFactor}/passkeys/options`, { token: ada.token, body: { password } });

async function addPasskey(app: PopulatedApp) {
  const { id, create } = createAuthenticator('localhost');
  const challenge = (await beginPasskey(app)).body.data?.options.challenge;
  const body = { name: 'Phone', ...create({ challenge, origin: 'http://localhost' }) };
  const added = await app.call('POST', `${secondFactor}/passkeys`, { token: app.ada.token, body });
  return { id, added };
}

const signIn = ({ call }: PopulatedApp) => call('POST', '/api/auth/login', { body: { username: 'ada', password } });

/** Sets up ada's authenticator app. */
async function confirmApp({ call, ada: { token }, clock }: PopulatedApp): Promise<Answer> {
  const begun = await call('POST', `${secondFactor}/totp`, { token, body: { password } });
  if (begun.status !== 200) return begun;
  const code = new TOTP({ secret: begun.body.data.secret }).generate({ timestamp: clock.nowMs() });
  return call('PUT', `${secondFactor}/totp`, { token, body: { code } });
}

const replaceRecoveryCodes = ({ call, ada }: PopulatedApp) =>
  call('POST', `${secondFactor}/recovery-codes`, { token: ada.token, body: { password } });

/** An empty Standard MIDI File. */
const midiFile = { name: 'Study', data: 'TVRoZAAAAAYAAAABAGBNVHJrAAAABAD/LwA=' };

/** Ada shares a file in her room. */
function shareFile({ call, ada, roomId, realtime }: PopulatedApp): Promise<Answer> {
  const { user_id: userId, username } = ada.user;
  realtime.setParticipants(roomId, [{ number: 1, userId, username, avatarUrl: '', joinedAt: 0 }]);
  return call('POST', `/api/rooms/${roomId}/files`, { token: ada.token, body: midiFile });
}

/** Moderates ada's room, or another, on a server with real rooms. */
async function refusedModeration({ by = 'ada', target, room }: { by?: string; target?: string; room?: string }) {
  const app = await createLiveApp();
  const [ada, bob] = [await app.register('ada'), await app.register('bob')];
  const made = await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'Jam' } });
  const body = { action: 'kick', user_id: target ?? bob.user.user_id };
  const token = by === 'ada' ? ada.token : bob.token;
  return app.call('POST', `/api/rooms/${room ?? made.body.data.room_id}/moderation`, { token, body });
}

export const endpoints: readonly Endpoint[] = [
  {
    name: 'POST /api/auth/login',
    status: 200,
    token: 'ignored',
    succeed: ({ call }) => call('POST', '/api/auth/login', { body: { username: 'ada', password, remember_me: true } }),
    refusals: {
      AUTHENTICATION_ERROR: ({ call }) =>
        call('POST', '/api/auth/login', { body: { username: 'ada', password: 'no' } }),
    },
  },
  {
    name: 'POST /api/auth/login/second-factor',
    status: 200,
    token: 'ignored',
    async succeed(app) {
      const confirmed = await confirmApp(app);
      if (confirmed.status !== 200) return confirmed;
      const { details } = (await signIn(app)).body.error;
      const body = { challenge: details.second_factor.challenge, recovery_code: confirmed.body.data.recovery_codes[0] };
      return app.call('POST', '/api/auth/login/second-factor', { body });
    },
    refusals: {
      AUTHENTICATION_ERROR: ({ call }) =>
        call('POST', '/api/auth/login/second-factor', { body: { challenge: 'made up', code: '000000' } }),
    },
  },
  {
    name: 'POST /api/auth/register',
    status: 201,
    token: 'ignored',
    succeed: ({ call }) => call('POST', '/api/auth/register', { body: registration('linus') }),
    refusals: {
      AUTHORIZATION_ERROR: async () => {
        const { call } = await createTestApp({ env: { ROOMTONE_REGISTRATION: 'closed' } });
        return call('POST', '/api/auth/register', { body: registration('linus') });
      },
    },
  },
  {
    name: 'POST /api/auth/email-verification',
    status: 200,
    token: 'ignored',
    async succeed(app) {
      await app.call('POST', '/api/users/profile/email-verification', { token: app.ada.token });
      return app.call('POST', '/api/auth/email-verification', { body: { token: tokenIn(app.mails.at(-1)) } });
    },
  },
  {
    name: 'POST /api/auth/password-recovery',
    status: 200,
    token: 'ignored',
    succeed: ({ call }) => call('POST', '/api/auth/password-recovery', { body: { email: 'ada@example.org' } }),
  },
  {
    name: 'POST /api/auth/password-recovery/finish',
    status: 200,
    token: 'ignored',
    async succeed({ call, mails }) {
      const last = () => mails.findLast(({ subject }) => subject.includes('password'));
      await call('POST', '/api/auth/password-recovery', { body: { email: 'ada@example.org' } });
      await vi.waitFor(() => expect(last()).toBeDefined());
      const body = { token: tokenIn(last()), new_password: 'staple of the battery' };
      return call('POST', '/api/auth/password-recovery/finish', { body });
    },
  },
  {
    name: 'POST /api/auth/refresh',
    status: 200,
    token: 'ignored',
    succeed: ({ call, ada }) => call('POST', '/api/auth/refresh', { body: { refresh_token: ada.refresh_token } }),
    refusals: {
      AUTHENTICATION_ERROR: ({ call }) => call('POST', '/api/auth/refresh', { body: { refresh_token: 'made up' } }),
    },
  },
  {
    name: 'POST /api/auth/logout',
    status: 200,
    token: 'optional',
    succeed: ({ call, ada }) => call('POST', '/api/auth/logout', { body: { refresh_token: ada.refresh_token } }),
  },
  {
    name: 'GET /api/auth/validate-token',
    status: 200,
    token: 'required',
    succeed: ({ call, ada }) => call('GET', '/api/auth/validate-token', { token: ada.token }),
  },
  {
    name: 'PUT /api/auth/password',
    status: 200,
    token: 'required',
    succeed: ({ call, ada }) =>
      call('PUT', '/api/auth/password', {
        token: ada.token,
        body: { current_password: password, new_password: 'staple of the battery' },
      }),
  },
  {
    name: 'GET /api/auth/sessions',
    status: 200,
    token: 'required',
    succeed: ({ call, ada }) => call('GET', '/api/auth/sessions', { token: ada.token }),
  },
  {
    name: 'DELETE /api/auth/sessions/{sid}',
    status: 200,
    token: 'required',
    async succeed({ call, ada: { token } }) {
      const [session] = (await call('GET', '/api/auth/sessions', { token })).body.data.sessions;
      return call('DELETE', `/api/auth/sessions/${session.sid}`, { token });
    },
    refusals: {
      RESOURCE_NOT_FOUND: ({ call, ada }) => call('DELETE', '/api/auth/sessions/none', { token: ada.token }),
    },
  },
  {
    name: 'POST /api/auth/websocket-ticket',
    status: 200,
    token: 'optional',
    succeed: ({ call }) => call('POST', '/api/auth/websocket-ticket'),
  },
  {
    name: 'GET /api/users/profile',
    status: 200,
    token: 'required',
    succeed: ({ call, ada }) => call('GET', '/api/users/profile', { token: ada.token }),
  },
  {
    name: 'PUT /api/users/profile',
    status: 200,
    token: 'required',
    succeed: ({ call, ada }) =>
      call('PUT', '/api/users/profile', {
        token: ada.token,
        body: {
          username: 'Ada',
          email: 'new@example.org',
          current_password: password,
          settings: { theme: 'light', notifications: false },
        },
      }),
  },
  {
    name: 'DELETE /api/users/profile',
    status: 200,
    token: 'required',
    succeed: ({ call, ada }) => call('DELETE', '/api/users/profile', { token: ada.token, body: { password } }),
  },
  {
    name: 'POST /api/users/profile/email-verification',
    status: 200,
    token: 'required',
    succeed: ({ call, ada }) => call('POST', '/api/users/profile/email-verification', { token: ada.token }),
  },
  {
    name: 'GET /api/users/profile/second-factor',
    status: 200,
    token: 'required',
    succeed: ({ call, ada }) => call('GET', secondFactor, { token: ada.token }),
  },
  {
    name: 'POST /api/users/profile/second-factor/totp',
    status: 200,
    token: 'required',
    succeed: ({ call, ada }) => call('POST', `${secondFactor}/totp`, { token: ada.token, body: { password } }),
  },
  {
    name: 'PUT /api/users/profile/second-factor/totp',
    status: 200,
    token: 'required',
    succeed: confirmApp,
    refusals: {
      RESOURCE_NOT_FOUND: ({ call, ada }) =>
        call('PUT', `${secondFactor}/totp`, { token: ada.token, body: { code: '000000' } }),
    },
  },
  {
    name: 'DELETE /api/users/profile/second-factor/totp',
    status: 200,
    token: 'required',
    succeed: ({ call, ada }) => call('DELETE', `${secondFactor}/totp`, { token: ada.token, body: { password } }),
  },
  {
    name: 'POST /api/users/profile/second-factor/recovery-codes',
    status: 200,
    token: 'required',
    async succeed(app) {
      await confirmApp(app);
      return replaceRecoveryCodes(app);
    },
    refusals: { RESOURCE_NOT_FOUND: replaceRecoveryCodes },
  },
  {
    name: 'POST /api/users/profile/second-factor/passkeys/options',
    status: 200,
    token: 'required',
    succeed: beginPasskey,
  },
  {
    name: 'POST /api/users/profile/second-factor/passkeys',
    status: 201,
    token: 'required',
    succeed: async (app) => (await addPasskey(app)).added,
  },
  {
    name: 'DELETE /api/users/profile/second-factor/passkeys/{passkey_id}',
    status: 200,
    token: 'required',
    async succeed(app) {
      const { id } = await addPasskey(app);
      return app.call('DELETE', `${secondFactor}/passkeys/${id}`, { token: app.ada.token, body: { password } });
    },
    refusals: {
      RESOURCE_NOT_FOUND: ({ call, ada }) =>
        call('DELETE', `${secondFactor}/passkeys/none`, { token: ada.token, body: { password } }),
    },
  },
  { name: 'POST /api/users/avatar', status: 200, token: 'required', succeed: upload },
  {
    name: 'GET /api/users/{user_id}',
    status: 200,
    token: 'optional',
    succeed: ({ call }) => call('GET', '/api/users/ada'),
    refusals: { RESOURCE_NOT_FOUND: ({ call }) => call('GET', `/api/users/${nobody}`) },
  },
  {
    name: 'PUT /api/users/{user_id}/roles',
    status: 200,
    token: 'required',
    succeed: ({ call, admin }) =>
      call('PUT', '/api/users/ada/roles', { token: admin.token, body: { roles: ['member', 'pro'] } }),
    refusals: {
      AUTHORIZATION_ERROR: ({ call, ada }) =>
        call('PUT', '/api/users/ada/roles', { token: ada.token, body: { roles: ['admin'] } }),
      RESOURCE_NOT_FOUND: ({ call, admin }) =>
        call('PUT', `/api/users/${nobody}/roles`, { token: admin.token, body: { roles: [] } }),
    },
  },
  {
    name: 'DELETE /api/users/{user_id}/sessions',
    status: 200,
    token: 'required',
    succeed: ({ call, admin }) => call('DELETE', '/api/users/grace/sessions', { token: admin.token }),
    refusals: {
      AUTHORIZATION_ERROR: ({ call, ada }) => call('DELETE', '/api/users/grace/sessions', { token: ada.token }),
      RESOURCE_NOT_FOUND: ({ call, admin }) => call('DELETE', '/api/users/nobody/sessions', { token: admin.token }),
    },
  },
  {
    name: 'GET /api/audit-log',
    status: 200,
    token: 'required',
    succeed: ({ call, admin }) => call('GET', '/api/audit-log?kind=sign_in&limit=1', { token: admin.token }),
    refusals: { AUTHORIZATION_ERROR: ({ call, ada }) => call('GET', '/api/audit-log', { token: ada.token }) },
  },
  {
    name: 'GET /api/users/friends',
    status: 200,
    token: 'required',
    async succeed({ call, ada, grace, newcomer }) {
      await call('POST', '/api/users/friends', { token: ada.token, body: { user: 'grace' } });
      await call('POST', '/api/users/friends', { token: grace.token, body: { user: 'ada' } });
      await call('POST', '/api/users/friends', { token: (await newcomer()).token, body: { user: 'ada' } });
      return call('GET', '/api/users/friends', { token: ada.token });
    },
  },
  {
    name: 'POST /api/users/friends',
    status: 201,
    token: 'required',
    succeed: ({ call, ada }) => call('POST', '/api/users/friends', { token: ada.token, body: { user: 'grace' } }),
    refusals: {
      async AUTHORIZATION_ERROR({ call, grace, newcomer }) {
        const { user, token } = await newcomer();
        await call('POST', `/api/users/blocks/${user.user_id}`, { token: grace.token });
        return call('POST', '/api/users/friends', { token, body: { user: 'grace' } });
      },
      RESOURCE_NOT_FOUND: ({ call, ada }) =>
        call('POST', '/api/users/friends', { token: ada.token, body: { user: 'nobody' } }),
    },
  },
  {
    name: 'POST /api/users/friends/{user_id}/accept',
    status: 200,
    token: 'required',
    async succeed({ call, ada, grace }) {
      await call('POST', '/api/users/friends', { token: grace.token, body: { user: 'ada' } });
      return call('POST', `/api/users/friends/${grace.user.user_id}/accept`, { token: ada.token });
    },
    refusals: {
      RESOURCE_NOT_FOUND: ({ call, ada }) => call('POST', '/api/users/friends/grace/accept', { token: ada.token }),
    },
  },
  {
    name: 'DELETE /api/users/friends/{user_id}',
    status: 200,
    token: 'required',
    async succeed({ call, ada }) {
      await call('POST', '/api/users/friends', { token: ada.token, body: { user: 'grace' } });
      return call('DELETE', '/api/users/friends/grace', { token: ada.token });
    },
    refusals: {
      RESOURCE_NOT_FOUND: ({ call, ada }) => call('DELETE', '/api/users/friends/nobody', { token: ada.token }),
    },
  },
  {
    name: 'GET /api/users/blocks',
    status: 200,
    token: 'required',
    async succeed({ call, ada }) {
      await call('POST', '/api/users/blocks/grace', { token: ada.token });
      return call('GET', '/api/users/blocks', { token: ada.token });
    },
  },
  {
    name: 'POST /api/users/blocks/{user_id}',
    status: 201,
    token: 'required',
    succeed: ({ call, ada }) => call('POST', '/api/users/blocks/grace', { token: ada.token }),
    refusals: { RESOURCE_NOT_FOUND: ({ call, ada }) => call('POST', '/api/users/blocks/nobody', { token: ada.token }) },
  },
  {
    name: 'DELETE /api/users/blocks/{user_id}',
    status: 200,
    token: 'required',
    async succeed({ call, ada }) {
      await call('POST', '/api/users/blocks/grace', { token: ada.token });
      return call('DELETE', '/api/users/blocks/grace', { token: ada.token });
    },
    refusals: {
      RESOURCE_NOT_FOUND: ({ call, ada }) => call('DELETE', '/api/users/blocks/nobody', { token: ada.token }),
    },
  },
  {
    name: 'GET /api/rooms',
    status: 200,
    token: 'optional',
    succeed: ({ call }) => call('GET', '/api/rooms?page=1&limit=5&room_type=public&has_users=false'),
  },
  {
    name: 'POST /api/rooms',
    status: 201,
    token: 'required',
    succeed: ({ call, ada }) =>
      call('POST', '/api/rooms', {
        token: ada.token,
        body: {
          room_name: 'Blues',
          room_type: 'private',
          password: 'let me in',
          max_users: 8,
          settings: { allow_chat: false, allow_guests: false, auto_moderation: true, welcome_message: 'Hello' },
        },
      }),
    refusals: {
      AUTHORIZATION_ERROR: ({ call, ada }) =>
        call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'x', room_type: 'pro' } }),
    },
  },
  {
    name: 'GET /api/rooms/{room_id}',
    status: 200,
    token: 'optional',
    async succeed({ call, realtime, roomId, grace: { user } }) {
      const { user_id: userId, username } = user;
      realtime.setParticipants(roomId, [{ number: 1, userId, username, avatarUrl: `/avatars/${userId}`, joinedAt: 0 }]);
      return call('GET', `/api/rooms/${roomId}`);
    },
    refusals: { ROOM_NOT_FOUND: ({ call }) => call('GET', '/api/rooms/none') },
  },
  {
    name: 'PUT /api/rooms/{room_id}',
    status: 200,
    token: 'required',
    succeed: ({ call, ada, roomId }) =>
      call('PUT', `/api/rooms/${roomId}`, { token: ada.token, body: { room_name: 'New', password: null } }),
    refusals: {
      AUTHORIZATION_ERROR: ({ call, grace, roomId }) =>
        call('PUT', `/api/rooms/${roomId}`, { token: grace.token, body: {} }),
      ROOM_NOT_FOUND: ({ call, ada }) => call('PUT', '/api/rooms/none', { token: ada.token, body: {} }),
    },
  },
  {
    name: 'DELETE /api/rooms/{room_id}',
    status: 200,
    token: 'required',
    succeed: ({ call, ada, roomId }) => call('DELETE', `/api/rooms/${roomId}`, { token: ada.token }),
    refusals: {
      AUTHORIZATION_ERROR: ({ call, grace, roomId }) => call('DELETE', `/api/rooms/${roomId}`, { token: grace.token }),
      ROOM_NOT_FOUND: ({ call, ada }) => call('DELETE', '/api/rooms/none', { token: ada.token }),
    },
  },
  {
    name: 'GET /api/rooms/{room_id}/bans',
    status: 200,
    token: 'required',
    succeed: ({ call, ada, roomId }) => call('GET', `/api/rooms/${roomId}/bans`, { token: ada.token }),
    refusals: {
      AUTHORIZATION_ERROR: ({ call, grace, roomId }) =>
        call('GET', `/api/rooms/${roomId}/bans`, { token: grace.token }),
      ROOM_NOT_FOUND: ({ call, ada }) => call('GET', '/api/rooms/none/bans', { token: ada.token }),
    },
  },
  {
    name: 'POST /api/rooms/{room_id}/files',
    status: 201,
    token: 'required',
    succeed: shareFile,
    refusals: {
      AUTHORIZATION_ERROR: ({ call, grace, roomId }) =>
        call('POST', `/api/rooms/${roomId}/files`, { token: grace.token, body: midiFile }),
      ROOM_NOT_FOUND: ({ call, ada }) => call('POST', '/api/rooms/none/files', { token: ada.token, body: midiFile }),
    },
  },
  {
    name: 'GET /api/rooms/{room_id}/files/{file_id}',
    status: 200,
    token: 'optional',
    succeed: async (app) => {
      const { body } = await shareFile(app);
      return app.call('GET', `/api/rooms/${app.roomId}/files/${body.data.file_id}`);
    },
    refusals: {
      RESOURCE_NOT_FOUND: ({ call, roomId }) => call('GET', `/api/rooms/${roomId}/files/none`),
    },
  },
  {
    name: 'POST /api/rooms/{room_id}/moderation',
    status: 200,
    token: 'required',
    succeed: ({ call, ada, grace, roomId }) =>
      call('POST', `/api/rooms/${roomId}/moderation`, {
        token: ada.token,
        body: { action: 'ban', user_id: grace.user.user_id, seconds: 60, reason: 'noise' },
      }),
    refusals: {
      AUTHORIZATION_ERROR: () => refusedModeration({ by: 'bob' }),
      RESOURCE_NOT_FOUND: () => refusedModeration({ target: nobody }),
      ROOM_NOT_FOUND: () => refusedModeration({ room: 'none' }),
    },
  },
  {
    name: 'GET /api/billing/products',
    status: 200,
    token: 'optional',
    succeed: ({ call }) => call('GET', '/api/billing/products'),
  },
  {
    name: 'POST /api/billing/checkout',
    status: 200,
    token: 'required',
    succeed: ({ startCheckout }) => startCheckout(),
    refusals: billingRefusals('/api/billing/checkout'),
  },
  {
    name: 'POST /api/billing/portal',
    status: 200,
    token: 'required',
    async succeed({ call, pay, ada }) {
      await pay();
      return call('POST', '/api/billing/portal', { token: ada.token, body: returnTo });
    },
    refusals: billingRefusals('/api/billing/portal'),
  },
  {
    name: 'POST /api/billing/cancel',
    status: 200,
    token: 'required',
    async succeed({ call, pay, ada }) {
      await pay();
      return call('POST', '/api/billing/cancel', { token: ada.token });
    },
    refusals: billingRefusals('/api/billing/cancel'),
  },
  {
    name: 'POST /api/billing/webhook',
    status: 200,
    token: 'ignored',
    succeed: ({ pay }) => pay(),
    refusals: {
      async SERVER_ERROR({ call, paymentEvent, breakStorage }) {
        const event = await paymentEvent();
        breakStorage();
        return call('POST', '/api/billing/webhook', event);
      },
      VALIDATION_ERROR: ({ call }) => call('POST', '/api/billing/webhook', { body: { id: 'evt_1' } }),
      RESOURCE_NOT_FOUND: billing.RESOURCE_NOT_FOUND('/api/billing/webhook'),
    },
  },
  {
    name: 'GET /api/scrape-url',
    status: 200,
    token: 'optional',
    succeed: ({ call, page }) => call('GET', `/api/scrape-url?url=${encodeURIComponent(page)}`),
    refusals: {
      RESOURCE_NOT_FOUND: ({ call, missingPage }) =>
        call('GET', `/api/scrape-url?url=${encodeURIComponent(missingPage)}`),
    },
  },
  { name: 'GET /api/server', status: 200, token: 'optional', succeed: ({ call }) => call('GET', '/api/server') },
  { name: 'GET /health', status: 200, token: 'ignored', succeed: ({ call }) => call('GET', '/health') },
  { name: 'GET /health/ready', status: 200, token: 'ignored', succeed: ({ call }) => call('GET', '/health/ready') },
  {
    name: 'GET /health/detailed',
    status: 200,
    token: 'ignored',
    succeed: ({ call }) => call('GET', '/health/detailed'),
    refusals: monitoringRefusals('/health/detailed'),
  },
  {
    name: 'GET /metrics',
    status: 200,
    token: 'ignored',
    succeed: ({ call }) => call('GET', '/metrics'),
    refusals: monitoringRefusals('/metrics'),
  },
];

/** Requests for the server's figures: without the token that the host has set, and from the internet. */
function monitoringRefusals(path: string) {
  return {
    AUTHENTICATION_ERROR: async () => {
      const { call } = await createPopulatedApp({ deps: { metricsToken: 'for the monitor' } });
      return call('GET', path);
    },
    AUTHORIZATION_ERROR: async () => {
      const { call } = await createPopulatedApp({ env: { ROOMTONE_TRUST_PROXY: '127.0.0.1' } });
      return call('GET', path, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    },
  };
}

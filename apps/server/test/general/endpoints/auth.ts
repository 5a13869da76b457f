// The endpoints of signing in.
import { expect, vi } from 'vitest';
import type { Mail } from '../../../src/ports/mail.ts';
import { createTestApp, registration } from '../../support/test-app.ts';
import type { PopulatedApp } from '../populated-app.ts';
import { confirmApp, type Endpoint, password } from './endpoint.ts';

/** The part of the link after the `#`. */
function tokenIn(mail: Mail | undefined): string {
  return /#(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'none';
}

const signIn = ({ call }: PopulatedApp) => call('POST', '/api/auth/login', { body: { username: 'ada', password } });

export const authEndpoints: readonly Endpoint[] = [
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
];

// The endpoints of the server itself.
import { createPopulatedApp } from '../populated-app.ts';
import type { Endpoint } from './endpoint.ts';

const withMetricsToken = () => createPopulatedApp({ deps: { metricsToken: 'for the monitor' } });
const behindProxy = () => createPopulatedApp({ env: { ROOMTONE_TRUST_PROXY: '127.0.0.1' } });

/** Requests for the server's figures: without the token that the host has set, and from the internet. */
function monitoringRefusals(path: string): NonNullable<Endpoint['refusals']> {
  return {
    AUTHENTICATION_ERROR: async ({ once }) => (await once(withMetricsToken)).call('GET', path),
    AUTHORIZATION_ERROR: async ({ once }) =>
      (await once(behindProxy)).call('GET', path, { headers: { 'x-forwarded-for': '203.0.113.9' } }),
  };
}

export const serviceEndpoints: readonly Endpoint[] = [
  {
    name: 'GET /api/audit-log',
    status: 200,
    token: 'required',
    succeed: ({ call, admin }) => call('GET', '/api/audit-log?kind=sign_in&limit=1', { token: admin.token }),
    refusals: { AUTHORIZATION_ERROR: ({ call, ada }) => call('GET', '/api/audit-log', { token: ada.token }) },
  },
  {
    name: 'GET /api/connections',
    status: 200,
    token: 'required',
    succeed: ({ call, admin }) => call('GET', '/api/connections', { token: admin.token }),
    refusals: { AUTHORIZATION_ERROR: ({ call, ada }) => call('GET', '/api/connections', { token: ada.token }) },
  },
  {
    name: 'DELETE /api/connections/outside',
    status: 200,
    token: 'required',
    succeed: async () => {
      const { call, admin } = await createPopulatedApp({
        env: {
          ...{ ROOMTONE_INTERNET: 'on', ROOMTONE_HOST: '0.0.0.0' },
          ...{ ROOMTONE_REGISTRATION: 'open', ROOMTONE_GUESTS: 'on' },
        },
      });
      return call('DELETE', '/api/connections/outside', { token: admin.token });
    },
    refusals: {
      AUTHORIZATION_ERROR: ({ call, ada }) => call('DELETE', '/api/connections/outside', { token: ada.token }),
      RESOURCE_NOT_FOUND: ({ call, admin }) => call('DELETE', '/api/connections/outside', { token: admin.token }),
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
  {
    name: 'GET /api/invitations',
    status: 200,
    token: 'required',
    succeed: async ({ call, ada, roomId }) => {
      await call('POST', '/api/invitations', { token: ada.token, body: { room_id: roomId } });
      return call('GET', '/api/invitations', { token: ada.token });
    },
  },
  {
    name: 'GET /api/invitations/current',
    status: 200,
    token: 'ignored',
    async succeed({ call, admin }) {
      const made = await call('POST', '/api/invitations', { token: admin.token, body: {} });
      if (made.status !== 201) return made;
      const authorization = `Invitation ${made.body.data.token}`;
      return call('GET', '/api/invitations/current', { headers: { authorization } });
    },
    refusals: { AUTHORIZATION_ERROR: ({ call }) => call('GET', '/api/invitations/current') },
  },
  {
    name: 'POST /api/invitations',
    status: 201,
    token: 'required',
    succeed: ({ call, ada, roomId }) =>
      call('POST', '/api/invitations', { token: ada.token, body: { room_id: roomId, max_uses: 3, seconds: 3_600 } }),
    refusals: {
      AUTHORIZATION_ERROR: ({ call, grace, roomId }) =>
        call('POST', '/api/invitations', { token: grace.token, body: { room_id: roomId } }),
      ROOM_NOT_FOUND: ({ call, ada }) =>
        call('POST', '/api/invitations', { token: ada.token, body: { room_id: 'a'.repeat(22) } }),
    },
  },
  {
    name: 'DELETE /api/invitations/{invitation_id}',
    status: 200,
    token: 'required',
    async succeed({ call, admin }) {
      const made = await call('POST', '/api/invitations', { token: admin.token, body: {} });
      if (made.status !== 201) return made;
      return call('DELETE', `/api/invitations/${made.body.data.invitation_id}`, { token: admin.token });
    },
    refusals: {
      RESOURCE_NOT_FOUND: ({ call, ada }) => call('DELETE', '/api/invitations/unknown', { token: ada.token }),
    },
  },
  {
    name: 'GET /api/reach-test',
    status: 200,
    token: 'required',
    succeed: ({ call, admin }) => call('GET', '/api/reach-test', { token: admin.token }),
    refusals: { AUTHORIZATION_ERROR: ({ call, ada }) => call('GET', '/api/reach-test', { token: ada.token }) },
  },
  {
    name: 'POST /api/reach-test',
    status: 201,
    token: 'required',
    succeed: ({ call, admin }) => call('POST', '/api/reach-test', { token: admin.token }),
    refusals: { AUTHORIZATION_ERROR: ({ call, ada }) => call('POST', '/api/reach-test', { token: ada.token }) },
  },
  {
    name: 'POST /api/reach-test/visits',
    status: 200,
    token: 'ignored',
    async succeed({ call, admin }) {
      const made = await call('POST', '/api/reach-test', { token: admin.token });
      if (made.status !== 201) return made;
      const [, token] = /#token=(.+)/.exec(made.body.data.links[0]) ?? [];
      return call('POST', '/api/reach-test/visits', { body: { token, udp: 'none' } });
    },
    refusals: {
      RESOURCE_NOT_FOUND: ({ call }) => call('POST', '/api/reach-test/visits', { body: { token: 'made up' } }),
    },
  },
  {
    name: 'GET /api/server/addresses',
    status: 200,
    token: 'required',
    succeed: ({ call, ada }) => call('GET', '/api/server/addresses', { token: ada.token }),
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

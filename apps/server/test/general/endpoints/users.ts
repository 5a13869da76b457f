// The endpoints of other users and the audit log.
import { type Endpoint, nobody } from './endpoint.ts';

export const usersEndpoints: readonly Endpoint[] = [
  {
    name: 'GET /api/users/{user_id}',
    status: 200,
    token: 'optional',
    succeed: ({ call }) => call('GET', '/api/users/ada'),
    refusals: { RESOURCE_NOT_FOUND: ({ call }) => call('GET', `/api/users/${nobody}`) },
  },
  {
    name: 'GET /api/users',
    status: 200,
    token: 'required',
    succeed: ({ call, admin }) => call('GET', '/api/users?search=ada', { token: admin.token }),
    refusals: { AUTHORIZATION_ERROR: ({ call, ada }) => call('GET', '/api/users', { token: ada.token }) },
  },
  {
    name: 'POST /api/host',
    status: 200,
    token: 'required',
    async succeed({ app, hostClaim, storage, ada, admin }) {
      await storage.setRoles(admin.user.user_id, ['member']);
      const token = await hostClaim.make();
      // The link leads to the process that made it.
      const headers = { authorization: `Bearer ${ada.token}` };
      const { statusCode: status, ...answer } = await app.inject({
        ...{ method: 'POST', url: '/api/host', headers, payload: { token } },
      });
      return { status, headers: answer.headers, text: answer.payload, body: answer.json() };
    },
    refusals: {
      AUTHORIZATION_ERROR: ({ call, ada }) => call('POST', '/api/host', { token: ada.token, body: { token: 'used' } }),
    },
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
];

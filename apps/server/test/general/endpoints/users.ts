// The endpoints of other users and the audit log.
import type { PopulatedApp } from '../populated-app.ts';
import { type Endpoint, nobody, password } from './endpoint.ts';

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
    name: 'POST /api/users',
    status: 201,
    token: 'required',
    succeed: ({ call, admin }) =>
      call('POST', '/api/users', { token: admin.token, body: { username: 'added', password } }),
    refusals: {
      AUTHORIZATION_ERROR: ({ call, ada }) =>
        call('POST', '/api/users', { token: ada.token, body: { username: 'added', password } }),
    },
  },
  ...(
    [
      ['PUT', '/password', { password }],
      ['PUT', '/suspension', undefined],
      ['DELETE', '/suspension', undefined],
      ['DELETE', '', undefined],
    ] as const
  ).map(([method, path, body]): Endpoint => {
    const of = (user: string, token: string, { call }: PopulatedApp) =>
      call(method, `/api/users/${user}${path}`, { token, ...(body === undefined ? {} : { body }) });
    return {
      name: `${method} /api/users/{user_id}${path}`,
      status: 200,
      token: 'required',
      succeed: (app) => of('grace', app.admin.token, app),
      refusals: {
        AUTHORIZATION_ERROR: (app) => of('grace', app.ada.token, app),
        RESOURCE_NOT_FOUND: (app) => of('nobody', app.admin.token, app),
      },
    };
  }),
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

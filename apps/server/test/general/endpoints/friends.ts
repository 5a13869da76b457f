// The endpoints of friends and blocks.
import type { Endpoint } from './endpoint.ts';

export const friendsEndpoints: readonly Endpoint[] = [
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
];

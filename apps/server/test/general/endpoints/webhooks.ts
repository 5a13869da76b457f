// The endpoints of webhooks.
import type { Answer } from '../../support/test-app.ts';
import type { PopulatedApp } from '../populated-app.ts';
import type { Endpoint } from './endpoint.ts';

// A name that no resolver knows: nothing is sent.
const body = { url: 'https://hook.invalid/', events: ['room.joined'] };

/** A request about a webhook that the admin has added. */
function ofOne(method: 'GET' | 'POST' | 'PUT' | 'DELETE', below: string, sent?: object) {
  return async ({ call, admin: { token } }: PopulatedApp): Promise<Answer> => {
    const made = await call('POST', '/api/webhooks', { token, body });
    if (made.status !== 201) return made;
    return call(method, `/api/webhooks/${made.body.data.webhook_id}${below}`, { token, body: sent });
  };
}

function endpoint(
  name: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  below: string,
  succeed: Endpoint['succeed'],
  sent?: object,
): Endpoint {
  const path = `/api/webhooks/unknown${below}`;
  return {
    ...{ name, status: 200, token: 'required', succeed },
    refusals: {
      AUTHORIZATION_ERROR: ({ call, ada }) => call(method, path, { token: ada.token, body: sent }),
      RESOURCE_NOT_FOUND: ({ call, admin }) => call(method, path, { token: admin.token, body: sent }),
    },
  };
}

const one = '/api/webhooks/{webhook_id}';

export const webhookEndpoints: readonly Endpoint[] = [
  {
    name: 'GET /api/webhooks',
    status: 200,
    token: 'required',
    succeed: async (app) => {
      await ofOne('PUT', '', {})(app);
      return app.call('GET', '/api/webhooks', { token: app.admin.token });
    },
    refusals: { AUTHORIZATION_ERROR: ({ call, ada }) => call('GET', '/api/webhooks', { token: ada.token }) },
  },
  {
    name: 'POST /api/webhooks',
    status: 201,
    token: 'required',
    succeed: ({ call, admin }) => call('POST', '/api/webhooks', { token: admin.token, body }),
    refusals: { AUTHORIZATION_ERROR: ({ call, ada }) => call('POST', '/api/webhooks', { token: ada.token, body }) },
  },
  endpoint(`PUT ${one}`, 'PUT', '', ofOne('PUT', '', { active: false }), { active: false }),
  endpoint(`DELETE ${one}`, 'DELETE', '', ofOne('DELETE', '')),
  endpoint(`POST ${one}/test`, 'POST', '/test', ofOne('POST', '/test')),
  endpoint(`GET ${one}/deliveries`, 'GET', '/deliveries', ofOne('GET', '/deliveries')),
  endpoint(`POST ${one}/deliveries/{delivery_id}/repeat`, 'POST', '/deliveries/unknown/repeat', async (app) => {
    const { call, admin } = app;
    const tested = await ofOne('POST', '/test')(app);
    const [{ webhook_id }] = (await call('GET', '/api/webhooks', { token: admin.token })).body.data.webhooks;
    const path = `/api/webhooks/${webhook_id}/deliveries/${tested.body.data.delivery_id}/repeat`;
    return call('POST', path, { token: admin.token });
  }),
];

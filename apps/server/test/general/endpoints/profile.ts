// The endpoints of the user's own account.
import { plain } from '../../accounts/pictures.ts';
import { createAuthenticator } from '../../support/authenticator.ts';
import type { PopulatedApp } from '../populated-app.ts';
import { confirmApp, type Endpoint, password, secondFactor } from './endpoint.ts';

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

const beginPasskey = ({ call, ada }: PopulatedApp) =>
  call('POST', `${secondFactor}/passkeys/options`, { token: ada.token, body: { password } });

async function addPasskey(app: PopulatedApp) {
  const { id, create } = createAuthenticator('localhost');
  const challenge = (await beginPasskey(app)).body.data?.options.challenge;
  const body = { name: 'Phone', ...create({ challenge, origin: 'http://localhost' }) };
  const added = await app.call('POST', `${secondFactor}/passkeys`, { token: app.ada.token, body });
  return { id, added };
}

const replaceRecoveryCodes = ({ call, ada }: PopulatedApp) =>
  call('POST', `${secondFactor}/recovery-codes`, { token: ada.token, body: { password } });

const bots = '/api/users/profile/bots';

const createBot = ({ call, ada }: PopulatedApp, username = 'clicky') =>
  call('POST', bots, { token: ada.token, body: { username, scopes: ['listen', 'play'], password } });

/** Makes a bot and asks for something about it. */
async function aboutBot(app: PopulatedApp, method: 'POST' | 'DELETE', rest = '') {
  const { body } = await createBot(app);
  const asked = method === 'POST' ? { password } : undefined;
  return app.call(method, `${bots}/${body.data.bot.user_id}${rest}`, { token: app.ada.token, body: asked });
}

const missingBot = (method: 'POST' | 'DELETE', rest = '') => ({
  RESOURCE_NOT_FOUND: ({ call, ada }: PopulatedApp) =>
    call(method, `${bots}/none${rest}`, { token: ada.token, body: method === 'POST' ? { password } : undefined }),
});

export const profileEndpoints: readonly Endpoint[] = [
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
  {
    name: 'POST /api/users/profile/export',
    status: 200,
    token: 'required',
    succeed: ({ call, ada }) => call('POST', '/api/users/profile/export', { token: ada.token, body: { password } }),
  },
  {
    name: 'GET /api/users/profile/bots',
    status: 200,
    token: 'required',
    async succeed(app) {
      await createBot(app);
      return app.call('GET', bots, { token: app.ada.token });
    },
  },
  { name: 'POST /api/users/profile/bots', status: 201, token: 'required', succeed: (app) => createBot(app) },
  {
    name: 'POST /api/users/profile/bots/{user_id}/token',
    status: 200,
    token: 'required',
    succeed: (app) => aboutBot(app, 'POST', '/token'),
    refusals: missingBot('POST', '/token'),
  },
  {
    name: 'DELETE /api/users/profile/bots/{user_id}',
    status: 200,
    token: 'required',
    succeed: (app) => aboutBot(app, 'DELETE'),
    refusals: missingBot('DELETE'),
  },
  { name: 'POST /api/users/avatar', status: 200, token: 'required', succeed: upload },
];

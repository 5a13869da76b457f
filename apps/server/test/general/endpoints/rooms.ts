// The endpoints of rooms.
import { createLiveApp } from '../../support/live-app.ts';
import type { Answer } from '../../support/test-app.ts';
import type { PopulatedApp } from '../populated-app.ts';
import { type Endpoint, nobody } from './endpoint.ts';

/** An empty Standard MIDI File. */
const midiFile = { name: 'Study', data: 'TVRoZAAAAAYAAAABAGBNVHJrAAAABAD/LwA=' };

/** Ada shares a file in her room. */
function shareFile({ call, ada, roomId, realtime }: PopulatedApp): Promise<Answer> {
  const { user_id: userId, username } = ada.user;
  realtime.setParticipants(roomId, [
    { number: 1, userId, username, displayName: username, avatarUrl: '', joinedAt: 0 },
  ]);
  return call('POST', `/api/rooms/${roomId}/files`, { token: ada.token, body: midiFile });
}

/** A server with real rooms, and ada's room in it. */
async function realRoom() {
  const app = await createLiveApp();
  const [ada, bob] = [await app.register('ada'), await app.register('bob')];
  const made = await app.call('POST', '/api/rooms', { token: ada.token, body: { room_name: 'Jam' } });
  return {
    call: app.call,
    tokens: { ada: ada.token, bob: bob.token },
    bob: bob.user.user_id,
    roomId: made.body.data.room_id,
  };
}

type Refused = (app: PopulatedApp) => Promise<Answer>;

/** Moderates ada's room, or another, on a server with real rooms. */
function refusedModeration({
  by = 'ada',
  target,
  room,
}: {
  by?: 'ada' | 'bob';
  target?: string;
  room?: string;
}): Refused {
  return async ({ once }) => {
    const { call, tokens, bob, roomId } = await once(realRoom);
    const body = { action: 'kick', user_id: target ?? bob };
    return call('POST', `/api/rooms/${room ?? roomId}/moderation`, { token: tokens[by], body });
  };
}

/** Names or dismisses bob in ada's room, or in another, on a server with real rooms. */
function refusedNaming(
  method: 'PUT' | 'DELETE',
  list: 'moderators' | 'players',
  { by = 'ada', target = 'bob', room }: { by?: 'ada' | 'bob'; target?: string; room?: string },
): Refused {
  return async ({ once }) => {
    const { call, tokens, roomId } = await once(realRoom);
    return call(method, `/api/rooms/${room ?? roomId}/${list}/${target}`, { token: tokens[by] });
  };
}

const sheet = { name: 'Reel', kind: 'abc', data: Buffer.from('X:1\nK:C\nC|').toString('base64') };

async function addSheet({ call, ada, roomId }: PopulatedApp): Promise<string> {
  const { body } = await call('POST', `/api/rooms/${roomId}/sheets`, { token: ada.token, body: sheet });
  return body.data.sheet_id;
}

function setList({ call, ada, roomId }: PopulatedApp): Promise<Answer> {
  const body = { entries: [{ entry_id: 'a', title: 'Reel' }] };
  return call('PUT', `/api/rooms/${roomId}/set-list`, { token: ada.token, body });
}

/** Endpoints of sheets: what grace may not do, and what no room can do. */
function sheetRefusals(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Endpoint['refusals'] {
  return {
    AUTHORIZATION_ERROR: ({ call, grace, roomId }) =>
      call(method, `/api/rooms/${roomId}/${path}`, { token: grace.token, body }),
    ROOM_NOT_FOUND: ({ call, ada }) => call(method, `/api/rooms/none/${path}`, { token: ada.token, body }),
  };
}

const sheetEndpoints: readonly Endpoint[] = [
  ...(['sheets', 'set-list'] as const).map(
    (path): Endpoint => ({
      name: `GET /api/rooms/{room_id}/${path}`,
      status: 200,
      token: 'required',
      succeed: async (app) => {
        await (path === 'sheets' ? addSheet(app) : setList(app));
        return app.call('GET', `/api/rooms/${app.roomId}/${path}`, { token: app.ada.token });
      },
      refusals: sheetRefusals('GET', path) ?? {},
    }),
  ),
  {
    name: 'POST /api/rooms/{room_id}/sheets',
    status: 201,
    token: 'required',
    succeed: ({ call, ada, roomId }) => call('POST', `/api/rooms/${roomId}/sheets`, { token: ada.token, body: sheet }),
    refusals: sheetRefusals('POST', 'sheets', sheet) ?? {},
  },
  {
    name: 'GET /api/rooms/{room_id}/sheets/{sheet_id}',
    status: 200,
    token: 'optional',
    succeed: async (app) => app.call('GET', `/api/rooms/${app.roomId}/sheets/${await addSheet(app)}`),
    refusals: { RESOURCE_NOT_FOUND: ({ call, roomId }) => call('GET', `/api/rooms/${roomId}/sheets/none`) },
  },
  {
    name: 'DELETE /api/rooms/{room_id}/sheets/{sheet_id}',
    status: 200,
    token: 'required',
    succeed: async (app) =>
      app.call('DELETE', `/api/rooms/${app.roomId}/sheets/${await addSheet(app)}`, { token: app.ada.token }),
    refusals: {
      ...sheetRefusals('DELETE', 'sheets/none'),
      RESOURCE_NOT_FOUND: ({ call, ada, roomId }) =>
        call('DELETE', `/api/rooms/${roomId}/sheets/none`, { token: ada.token }),
    },
  },
  {
    name: 'PUT /api/rooms/{room_id}/stand',
    status: 200,
    token: 'required',
    succeed: async (app) => {
      const body = { sheet_id: await addSheet(app), measure: 4 };
      return app.call('PUT', `/api/rooms/${app.roomId}/stand`, { token: app.ada.token, body });
    },
    refusals: {
      ...sheetRefusals('PUT', 'stand', {}),
      RESOURCE_NOT_FOUND: ({ call, ada, roomId }) =>
        call('PUT', `/api/rooms/${roomId}/stand`, { token: ada.token, body: { sheet_id: 'none' } }),
    },
  },
  {
    name: 'PUT /api/rooms/{room_id}/set-list',
    status: 200,
    token: 'required',
    succeed: setList,
    refusals: sheetRefusals('PUT', 'set-list', { entries: [] }) ?? {},
  },
];

export const roomsEndpoints: readonly Endpoint[] = [
  ...sheetEndpoints,
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
      realtime.setParticipants(roomId, [
        { number: 1, userId, username, displayName: username, avatarUrl: `/avatars/${userId}`, joinedAt: 0 },
      ]);
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
    name: 'GET /api/rooms/{room_id}/moderators',
    status: 200,
    token: 'required',
    succeed: async ({ call, ada, roomId }) => {
      await call('PUT', `/api/rooms/${roomId}/moderators/grace`, { token: ada.token });
      return call('GET', `/api/rooms/${roomId}/moderators`, { token: ada.token });
    },
    refusals: {
      AUTHORIZATION_ERROR: ({ call, grace, roomId }) =>
        call('GET', `/api/rooms/${roomId}/moderators`, { token: grace.token }),
      ROOM_NOT_FOUND: ({ call, ada }) => call('GET', '/api/rooms/none/moderators', { token: ada.token }),
    },
  },
  ...(['PUT', 'DELETE'] as const).map(
    (method): Endpoint => ({
      name: `${method} /api/rooms/{room_id}/moderators/{user_id}`,
      status: 200,
      token: 'required',
      succeed: ({ call, ada, roomId }) => call(method, `/api/rooms/${roomId}/moderators/grace`, { token: ada.token }),
      refusals: {
        AUTHORIZATION_ERROR: refusedNaming(method, 'moderators', { by: 'bob' }),
        RESOURCE_NOT_FOUND: refusedNaming(method, 'moderators', { target: nobody }),
        ROOM_NOT_FOUND: refusedNaming(method, 'moderators', { room: 'none' }),
      },
    }),
  ),
  {
    name: 'GET /api/rooms/{room_id}/players',
    status: 200,
    token: 'required',
    succeed: async ({ call, ada, roomId }) => {
      await call('PUT', `/api/rooms/${roomId}/players/grace`, { token: ada.token });
      return call('GET', `/api/rooms/${roomId}/players`, { token: ada.token });
    },
    refusals: {
      AUTHORIZATION_ERROR: ({ call, grace, roomId }) =>
        call('GET', `/api/rooms/${roomId}/players`, { token: grace.token }),
      ROOM_NOT_FOUND: ({ call, ada }) => call('GET', '/api/rooms/none/players', { token: ada.token }),
    },
  },
  ...(['PUT', 'DELETE'] as const).map(
    (method): Endpoint => ({
      name: `${method} /api/rooms/{room_id}/players/{user_id}`,
      status: 200,
      token: 'required',
      succeed: ({ call, ada, roomId }) => call(method, `/api/rooms/${roomId}/players/grace`, { token: ada.token }),
      refusals: {
        AUTHORIZATION_ERROR: refusedNaming(method, 'players', { by: 'bob' }),
        RESOURCE_NOT_FOUND: refusedNaming(method, 'players', { target: nobody }),
        ROOM_NOT_FOUND: refusedNaming(method, 'players', { room: 'none' }),
      },
    }),
  ),
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
      AUTHORIZATION_ERROR: refusedModeration({ by: 'bob' }),
      RESOURCE_NOT_FOUND: refusedModeration({ target: nobody }),
      ROOM_NOT_FOUND: refusedModeration({ room: 'none' }),
    },
  },
];

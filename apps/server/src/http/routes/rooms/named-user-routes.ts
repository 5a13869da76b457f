import type { ErrorCode, ModerationCommand } from '@roomtone/protocol';
import { restNamesOf } from '@roomtone/protocol';
import { ModeratedRoomView, RoomModeratorsView, RoomPlayersView, success } from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { findUser } from '../../../application/accounts/find-user.ts';
import type { RoomActor } from '../../../application/rooms/room-fields.ts';
import type { RoomRecord } from '../../../ports/room-storage.ts';
import type { Storage } from '../../../ports/storage.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { moderatedRoom } from './moderated-room.ts';
import { RoomParams } from './room-routes.ts';

export interface NamedUserRoutesDeps {
  readonly storage: Pick<Storage, 'roomById' | 'userById' | 'userByIdOrName'>;
  readonly realtime: {
    moderate(actor: RoomActor, roomId: string, command: ModerationCommand): Promise<void>;
  };
  readonly authentication: Authentication;
}

type NamedUser = RoomModeratorsView['moderators'][number];
type Texts = readonly [operationId: string, summary: string, description: string];

/** One list of users whom a room names. */
interface NamedUsers {
  readonly path: string;
  readonly list: Texts;
  readonly add: Texts;
  readonly remove: Texts;
  readonly view: typeof RoomModeratorsView | typeof RoomPlayersView;
  /** Bots need the scope to moderate; without it only people change the list. */
  readonly isChangedByBots: boolean;
  idsOf(room: RoomRecord): readonly string[];
  viewOf(users: NamedUser[]): RoomModeratorsView | RoomPlayersView;
  command(isNamed: boolean): Pick<ModerationCommand, 'setModerator' | 'namePlayer'>;
}

const lists: readonly NamedUsers[] = [
  // S32.10
  {
    path: '/api/rooms/:room_id/moderators',
    list: [
      'listModerators',
      'List the moderators of a room',
      'For those who moderate it. Those whom the owner has named, the first named first.',
    ],
    add: [
      'addModerator',
      'Name a moderator of a room',
      'For its owner and admins. The user moderates this room from now on, also if it is private.',
    ],
    remove: ['removeModerator', 'Dismiss a moderator of a room', 'For its owner and admins.'],
    view: RoomModeratorsView,
    isChangedByBots: false,
    idsOf: ({ moderatorIds }) => moderatorIds,
    viewOf: (moderators) => ({ moderators }),
    command: (moderator) => ({ setModerator: { moderator } }),
  },
  // Room rules R23.4
  {
    path: '/api/rooms/:room_id/players',
    list: ['listPlayers', 'List the named players of a room', 'For those who moderate it. The first named first.'],
    add: [
      'addPlayer',
      'Name a player of a room',
      'For those who moderate it. Where only named players play, the user may play from now on.',
    ],
    remove: ['removePlayer', 'Take a player off the list of named players', 'For those who moderate it.'],
    view: RoomPlayersView,
    isChangedByBots: true,
    idsOf: ({ playerIds }) => playerIds,
    viewOf: (players) => ({ players }),
    command: (named) => ({ namePlayer: { named } }),
  },
];

const NamedUserParams = Type.Object({
  ...RoomParams.properties,
  user_id: Type.String({ description: 'A user_id or a username.' }),
});
type NamedUserRequest = FastifyRequest<{ Params: Type.Static<typeof NamedUserParams> }>;

/** The users whom a room names: its moderators and its named players. */
export function namedUserRoutes(app: App, deps: NamedUserRoutesDeps): void {
  for (const named of lists) addRoutes(app, deps, named);
}

function addRoutes(app: App, { storage, realtime, authentication }: NamedUserRoutesDeps, named: NamedUsers): void {
  app.get(
    named.path,
    {
      schema: {
        ...described(named.list, ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND']),
        params: RoomParams,
        response: { 200: success(named.view) },
      },
      onRequest: authentication.withScope('moderate'),
    },
    async (request) => {
      const room = await moderatedRoom(storage, request);
      const found = await Promise.all(named.idsOf(room).map((userId) => storage.userById(userId)));
      const users = found.flatMap((user) => {
        if (user === undefined) return [];
        return [{ user_id: user.userId, ...restNamesOf(user), bot: user.bot !== undefined }];
      });
      return succeed(named.viewOf(users));
    },
  );

  const change = {
    params: NamedUserParams,
    response: { 200: success(ModeratedRoomView) },
  };
  const errors = ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND', 'RESOURCE_NOT_FOUND'] as const;
  const onRequest = named.isChangedByBots ? authentication.withScope('moderate') : authentication.required;
  const set = async (request: NamedUserRequest, isNamed: boolean) => {
    const { room_id: roomId, user_id: idOrName } = request.params;
    // First: of an unknown room, or for somebody who may not, nothing is said about users.
    await moderatedRoom(storage, request);
    const { userId } = await findUser(storage, idOrName);
    const command = { ...named.command(isNamed), userId, reason: '' };
    await realtime.moderate(requirePrincipal(request), roomId, command);
    return succeed({ room_id: roomId });
  };
  const path = `${named.path}/:user_id`;
  app.put(path, { schema: { ...described(named.add, errors), ...change }, onRequest }, (request) => set(request, true));
  app.delete(path, { schema: { ...described(named.remove, errors), ...change }, onRequest }, (request) =>
    set(request, false),
  );
}

function described([id, summary, description]: Texts, errors: readonly ErrorCode[]) {
  return operation(id, summary, 'Rooms', { token: 'required', errors, description });
}

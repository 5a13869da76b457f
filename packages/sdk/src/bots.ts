// Calls that bots, their owners, and owners of rooms need.
import type { CallOptions } from './call-options.ts';
import { inPath, type Send } from './calls/send.ts';
import { checkKeys } from './known-keys.ts';
import type { ChatMessage } from './room/from-wire.ts';
import type { Room } from './room/room.ts';
import type { BotListView, BotTokenView, CreateBotBody, ReplaceBotTokenBody, RoomModeratorsView } from './views.ts';

/** A RoomtoneClient, which sends the calls. */
export interface Caller {
  readonly call: Send;
}

const path = '/api/users/profile/bots';

/** The signed-in user's bots: accounts for programs, which sign in by the client's option `token`. */
export function botCalls({ call }: Caller) {
  return {
    /** The oldest first. */
    list: (options?: CallOptions): Promise<BotListView> => call({ method: 'GET', path }, options),
    /** Resolves with the bot and its token, which is shown this once. Needs the `password` of an account that has one. */
    create: async (body: CreateBotBody, options?: CallOptions): Promise<BotTokenView> => {
      checkKeys(body, 'username displayName scopes password', 'create()');
      return call({ method: 'POST', path, body }, options);
    },
    /** Makes another token; the one before stops working immediately. Needs the `password` of an account that has one. */
    replaceToken: async (
      userId: string,
      body: ReplaceBotTokenBody = {},
      options?: CallOptions,
    ): Promise<BotTokenView> => {
      checkKeys(body, 'password', 'replaceToken()');
      return call({ method: 'POST', path: `${path}/${inPath(userId)}/token`, body }, options);
    },
    /** Deletes a bot, whose token stops working immediately. */
    delete: async (userId: string, options?: CallOptions): Promise<void> => {
      await call({ method: 'DELETE', path: `${path}/${inPath(userId)}` }, options);
    },
  };
}

/**
 * Calls a bot's handler for what people say in a room: not for the bot's own messages, nor for those of other bots and of the system,
 * because programs that answer each other never stop. The returned function removes the handler.
 */
export function onPeopleChat(
  room: Pick<Room, 'on' | 'self'>,
  handler: (message: ChatMessage) => void | Promise<void>,
): () => void {
  return room.on('chat', (message) =>
    message.messageType === 'user' && message.userId !== room.self.userId ? handler(message) : undefined,
  );
}

/** The moderators of a room, wherever one is; inside, `room.moderation.setModerator()` does the same. */
export function moderatorCalls({ call }: Caller, roomId: string) {
  const ofRoom = `/api/rooms/${inPath(roomId)}/moderators`;
  const set = async (method: 'PUT' | 'DELETE', user: string, options?: CallOptions): Promise<void> => {
    await call({ method, path: `${ofRoom}/${inPath(user)}` }, options);
  };
  return {
    /** Those whom the owner has named. For those who moderate the room. */
    list: (options?: CallOptions): Promise<RoomModeratorsView> => call({ method: 'GET', path: ofRoom }, options),
    /** Names a user or a bot. Owner only. @param user an id or a name. */
    add: (user: string, options?: CallOptions): Promise<void> => set('PUT', user, options),
    /** Dismisses one. Owner only. */
    remove: (user: string, options?: CallOptions): Promise<void> => set('DELETE', user, options),
  };
}

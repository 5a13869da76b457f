import type { CallOptions } from '../call-options.ts';
import { checkKeys } from '../known-keys.ts';
import type { BotListView, BotTokenView, CreateBotBody } from '../views.ts';
import { inPath, type Send } from './send.ts';

const path = '/api/users/profile/bots';

/** The signed-in user's bots: accounts for programs, which sign in by the client's option `token`. */
export function botCalls(send: Send) {
  return {
    /** The oldest first. */
    list: (options?: CallOptions): Promise<BotListView> => send({ method: 'GET', path }, options),
    /** Resolves with the bot and its token, which is shown this once. */
    create: async (body: CreateBotBody, options?: CallOptions): Promise<BotTokenView> => {
      checkKeys(body, 'username scopes', 'bots.create()');
      return send({ method: 'POST', path, body }, options);
    },
    /** Makes another token; the one before stops working immediately. */
    replaceToken: (userId: string, options?: CallOptions): Promise<BotTokenView> =>
      send({ method: 'POST', path: `${path}/${inPath(userId)}/token` }, options),
    /** Deletes a bot, whose token stops working immediately. */
    delete: async (userId: string, options?: CallOptions): Promise<void> => {
      await send({ method: 'DELETE', path: `${path}/${inPath(userId)}` }, options);
    },
  };
}

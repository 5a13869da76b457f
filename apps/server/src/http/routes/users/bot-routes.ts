import {
  BotListView,
  BotTokenView,
  CreateBotBody,
  ReplaceBotTokenBody,
  success,
  UserReferenceView,
} from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { AccountNotices } from '../../../application/accounts/account-notices.ts';
import type { Bots } from '../../../application/accounts/bots.ts';
import { confirmPassword } from '../../../application/accounts/confirm-password.ts';
import type { PasswordHasher } from '../../../ports/password-hasher.ts';
import type { Storage } from '../../../ports/storage.ts';
import { type Authentication, badToken, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { absentBodyIsEmpty } from '../auth/auth-routes.ts';
import { mailRequestOf } from '../auth/mail-request.ts';
import { botEntry } from './account-views.ts';

export interface BotRoutesDeps {
  readonly bots: Bots;
  readonly storage: Pick<Storage, 'userById'>;
  readonly hasher: Pick<PasswordHasher, 'verify'>;
  /** Absent where no mails are sent. */
  readonly notices?: Pick<AccountNotices, 'send'> | undefined;
  readonly authentication: Authentication;
}

const base = '/api/users/profile/bots';
const tag = 'Bots';
const BotParams = Type.Object({ user_id: Type.String({ description: 'The user_id of one of your bots.' }) });

/** The caller's bots (S32). */
export function botRoutes(app: App, { bots, storage, hasher, notices, authentication }: BotRoutesDeps): void {
  /** A token outlasts every sign-in, so whoever makes one has to know the password. */
  const confirmed = async (request: FastifyRequest, password: string | undefined): Promise<string> => {
    const { userId } = requirePrincipal(request);
    const user = await storage.userById(userId);
    if (user === undefined) throw badToken();
    await confirmPassword(hasher, user, password);
    return userId;
  };
  const tell = (request: FastifyRequest, userId: string, change: 'bot_added' | 'bot_token_replaced') =>
    notices?.send(userId, change, mailRequestOf(request).language);

  app.get(
    base,
    {
      schema: {
        ...operation('listBots', 'List your bots', tag, { token: 'required', description: 'The oldest first.' }),
        response: { 200: success(BotListView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const found = await bots.of(requirePrincipal(request).userId);
      return succeed({ bots: found.map(botEntry) });
    },
  );

  app.post(
    base,
    {
      schema: {
        ...operation('createBot', 'Create a bot', tag, {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR'],
          description:
            'Needs the `password` of an account that has one. An account for a program, with a name of its own. Its token goes where an access token would, is shown once and lasts until it is replaced. A user may have ten.',
        }),
        body: CreateBotBody,
        response: { 201: success(BotTokenView) },
      },
      onRequest: authentication.required,
    },
    async (request, reply) => {
      const userId = await confirmed(request, request.body.password);
      const { bot, token } = await bots.create(userId, request.body, from(request));
      tell(request, userId, 'bot_added');
      reply.code(201);
      return succeed({ bot: botEntry(bot), bot_token: token });
    },
  );

  app.post(
    `${base}/:user_id/token`,
    {
      schema: {
        ...operation('replaceBotToken', 'Replace a bot’s token', tag, {
          token: 'required',
          errors: ['RESOURCE_NOT_FOUND'],
          bodyIsOptional: true,
          description:
            'Needs the `password` of an account that has one. The token before stops working immediately, and connections close with 4401.',
        }),
        params: BotParams,
        body: ReplaceBotTokenBody,
        response: { 200: success(BotTokenView) },
      },
      onRequest: authentication.required,
      preValidation: absentBodyIsEmpty,
    },
    async (request) => {
      const userId = await confirmed(request, request.body.password);
      const { bot, token } = await bots.replaceToken(userId, request.params.user_id, from(request));
      tell(request, userId, 'bot_token_replaced');
      return succeed({ bot: botEntry(bot), bot_token: token });
    },
  );

  app.delete(
    `${base}/:user_id`,
    {
      schema: {
        ...operation('deleteBot', 'Delete a bot', tag, {
          token: 'required',
          errors: ['RESOURCE_NOT_FOUND'],
          description: 'Its token stops working immediately. Its chat stays under the name `deleted`.',
        }),
        params: BotParams,
        response: { 200: success(UserReferenceView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { user_id: botId } = request.params;
      await bots.delete(requirePrincipal(request).userId, botId, from(request));
      return succeed({ user_id: botId });
    },
  );
}

function from(request: FastifyRequest) {
  return { address: request.ip };
}

import { BotListView, BotTokenView, CreateBotBody, success, UserReferenceView } from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Bots } from '../../../application/accounts/bots.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { botEntry } from './account-views.ts';

export interface BotRoutesDeps {
  readonly bots: Bots;
  readonly authentication: Authentication;
}

const base = '/api/users/profile/bots';
const tag = 'Bots';
const BotParams = Type.Object({ user_id: Type.String({ description: 'The user_id of one of your bots.' }) });

/** The caller's bots (S32). */
export function botRoutes(app: App, { bots, authentication }: BotRoutesDeps): void {
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
            'An account for a program, with a name of its own. Its token goes where an access token would, is shown once and lasts until it is replaced. A user may have ten.',
        }),
        body: CreateBotBody,
        response: { 201: success(BotTokenView) },
      },
      onRequest: authentication.required,
    },
    async (request, reply) => {
      const { bot, token } = await bots.create(requirePrincipal(request).userId, request.body, from(request));
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
          description: 'The token before stops working immediately, and connections close with 4401.',
        }),
        params: BotParams,
        response: { 200: success(BotTokenView) },
      },
      onRequest: authentication.required,
    },
    async (request) => {
      const { bot, token } = await bots.replaceToken(requirePrincipal(request).userId, request.params.user_id);
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

import { randomInt } from 'node:crypto';
import { success, TicketBody, TicketView } from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import { addressBlock } from '../../../application/address-block.ts';
import type { Config } from '../../../config/config.ts';
import type { Identity, Tickets } from '../../../ports/tickets.ts';
import { reachedUrlOf, webSocketUrl } from '../../plugins/addresses.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { absentBodyIsEmpty } from '../auth/auth-routes.ts';

export interface TicketRouteDeps {
  readonly config: Pick<Config, 'publicUrl'>;
  readonly tickets: Pick<Tickets, 'issue'>;
  readonly authentication: Authentication;
}

/** Tickets for the WebSocket, for users and guests (S22.1). */
export function ticketRoute(app: App, { config, tickets, authentication }: TicketRouteDeps): void {
  app.post(
    '/api/auth/websocket-ticket',
    {
      schema: {
        ...operation('createWebSocketTicket', 'Get a ticket for the WebSocket', 'Real time', {
          token: 'optional',
          bodyIsOptional: true,
          description:
            'The ticket works once, within 60 s. Without a token it is a guest’s. With the `resume_token` of a connection that lost its socket up to 30 s ago, and a token of the same session, the ticket resumes that connection.',
        }),
        body: TicketBody,
        response: { 200: success(TicketView) },
      },
      onRequest: authentication.optional,
      preValidation: absentBodyIsEmpty,
    },
    async (request) => {
      const baseUrl = webSocketUrl(reachedUrlOf(request, config));
      const { encryptedPayload, expiresInSeconds } = await tickets.issue(
        identityOf(request),
        request.body.resume_token,
      );
      return succeed({
        encrypted_payload: encryptedPayload,
        ws_url: `${baseUrl}/api/websocket/${encryptedPayload}`,
        expires_in: expiresInSeconds,
      });
    },
  );
}

function identityOf(request: FastifyRequest): Identity {
  const address = addressBlock(request.ip);
  if (request.principal === undefined) return { kind: 'guest', username: newGuestName(), address, ...request.admitted };
  const { userId, username, displayName, avatarName, roles, sessionId, bot } = request.principal;
  const rights = bot === undefined ? {} : { bot: { ownerId: bot.ownerId, scopes: bot.scopes } };
  return { kind: 'user', userId, username, displayName, avatarName, roles, sessionId, address, ...rights };
}

/** `Guest-` and four characters that are not mistaken for each other. */
function newGuestName(): string {
  const characters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return `Guest-${Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join('')}`;
}

import { validationError } from '@roomtone/protocol';
import Type from 'typebox';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';

/** Answers requests to the WebSocket's address that are not upgrades; upgrades never reach Fastify. */
export function webSocketRoute(app: App): void {
  app.get(
    '/api/websocket/:encrypted_payload',
    {
      schema: {
        ...operation('openWebSocket', 'Open the WebSocket', 'Real time', {
          token: 'ignored',
          errors: ['AUTHENTICATION_ERROR', 'AUTHORIZATION_ERROR'],
          description: 'An upgrade, after which every binary frame is a `ServerMessage`. The ticket works once.',
        }),
        params: Type.Object({ encrypted_payload: Type.String({ description: 'The ticket.' }) }),
        response: { 101: { type: 'null', description: 'The connection is a WebSocket now.' } },
      },
    },
    async () => {
      throw validationError([{ field: 'Upgrade', issue: 'must be websocket' }]);
    },
  );
}

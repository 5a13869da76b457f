import { restNamesOf } from '@roomtone/protocol';
import { ChatPageView, ChatQuery, success } from '@roomtone/protocol/rest';
import type { StoredChat } from '../../../ports/room-storage.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { RoomParams } from './room-routes.ts';
import { type RoomUseDeps, requestingUser } from './room-use.ts';

/** Reading the chat of a room (S39). */
export function roomChatRoute(app: App, { fromOutside, authentication }: RoomUseDeps): void {
  app.get(
    '/api/rooms/:room_id/chat',
    {
      schema: {
        ...operation('readChat', 'Read the chat of a room', 'Rooms', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND'],
          description:
            'For those who are inside or moderate it: the newest messages, or those before a position, without those of users whom one blocks.',
        }),
        params: RoomParams,
        querystring: ChatQuery,
        response: { 200: success(ChatPageView) },
      },
      onRequest: authentication.withScope('listen'),
    },
    async (request) => {
      const { before = 0, limit = 0 } = request.query;
      const page = await fromOutside.chat(requestingUser(request), request.params.room_id, { before, limit });
      return succeed({ messages: page.messages.map(messageView), more: page.more });
    },
  );
}

function messageView({ messageId, position, userId, message, messageType, timestamp, ...names }: StoredChat) {
  const author = { user_id: userId, ...restNamesOf(names) };
  const said = { message, message_type: messageType, sent_at: new Date(timestamp).toISOString() };
  return { message_id: messageId, position, ...author, ...said };
}

import type { ModerationCommand } from '@roomtone/protocol';
import { ModeratedRoomView, ModerationBody, success } from '@roomtone/protocol/rest';
import type { RoomActor } from '../../../application/rooms/room-fields.ts';
import { type Authentication, requirePrincipal } from '../../plugins/authentication.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { RoomParams } from './room-routes.ts';

export interface RoomModerationRouteDeps {
  readonly realtime: {
    moderate(actor: RoomActor, roomId: string, command: ModerationCommand): Promise<void>;
  };
  readonly authentication: Authentication;
}

/** Moderation of a room by somebody who need not be inside (R13.13). */
export function roomModerationRoute(app: App, { realtime, authentication }: RoomModerationRouteDeps): void {
  app.post(
    '/api/rooms/:room_id/moderation',
    {
      schema: {
        ...operation('moderateRoom', 'Moderate a room', 'Rooms', {
          token: 'required',
          errors: ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND', 'RESOURCE_NOT_FOUND'],
          description:
            'For its owner and admins, and for moderators unless the room is private, wherever they are. The target is a `user_id` or, for guests, the number of a `participant`.',
        }),
        params: RoomParams,
        body: ModerationBody,
        response: { 200: success(ModeratedRoomView) },
      },
      onRequest: authentication.withScope('moderate'),
    },
    async (request) => {
      const { room_id: roomId } = request.params;
      await realtime.moderate(requirePrincipal(request), roomId, commandIn(request.body));
      return succeed({ room_id: roomId });
    },
  );
}

function commandIn({
  action,
  user_id: userId,
  participant,
  seconds = 0,
  chat = false,
  notes = false,
  reason = '',
}: ModerationBody): ModerationCommand {
  const actions = { kick: {}, ban: { seconds }, unban: {}, mute: { chat, notes, seconds }, unmute: {} };
  return {
    [action]: actions[action],
    ...(participant === undefined ? {} : { participant }),
    ...(userId === undefined ? {} : { userId }),
    reason,
  };
}

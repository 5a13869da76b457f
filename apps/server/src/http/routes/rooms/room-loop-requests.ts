// Shared by the routes of loops (S35).
import type { LoopCommand } from '@roomtone/protocol';
import { ChangedLoopView, success } from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { RoomsFromOutside } from '../../../application/rooms/rooms-from-outside.ts';
import { succeed } from '../../plugins/envelope.ts';
import { changedLoop, slotIn } from './room-loop-bodies.ts';
import { RoomParams } from './room-routes.ts';
import { requestingUser, withRestNames } from './room-use.ts';

export const path = '/api/rooms/:room_id/loops';
export const ofLoop = `${path}/:slot`;
export const errors = ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND'] as const;
export const errorsOfLoop = [...errors, 'RESOURCE_NOT_FOUND'] as const;
export const LoopParams = Type.Object({
  ...RoomParams.properties,
  slot: Type.String({ description: 'The place of the loop: 0 to 15.', examples: ['3'] }),
});
export const answers = { response: { 200: success(ChangedLoopView) } };
export const users = 'For those who may use the loops of the room, inside it or moderating it.';
export const makers = 'For the maker of the loop and those who moderate the room.';

type LoopRequest = FastifyRequest<{ Params: Type.Static<typeof LoopParams> }>;

/** Carries out the commands that a request about one slot stands for, and answers with the loop afterwards. */
export function usingLoops(fromOutside: RoomsFromOutside) {
  return async (
    request: LoopRequest,
    commandsFor: (slot: number) => readonly LoopCommand[],
    part?: 'recorded' | 'patterns',
  ) => {
    const slot = slotIn(request.params.slot);
    const { room_id: roomId } = request.params;
    const using = fromOutside.useLoops(requestingUser(request), roomId, commandsFor(slot));
    const now = await withRestNames(using, part && { name: part, except: ['name', 'slot'] });
    return succeed(changedLoop(now, slot));
  };
}

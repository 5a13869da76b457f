import { LoopFileQuery, LoopFileView, LoopListView, LoopView, success } from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import type Type from 'typebox';
import { loopFile } from '../../../domain/loop-file.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { loopIn, loopList, loopView, slotIn } from './room-loop-bodies.ts';
import { errors, errorsOfLoop, LoopParams, ofLoop, path } from './room-loop-requests.ts';
import { RoomParams } from './room-routes.ts';
import { type RoomUseDeps, requestingUser } from './room-use.ts';

/** Reading the loops of a room (S35). */
export function roomLoopListRoutes(app: App, { fromOutside, authentication }: RoomUseDeps): void {
  const onRequest = authentication.withScope('listen');
  const read = (request: FastifyRequest<{ Params: Type.Static<typeof RoomParams> }>, slot?: number) =>
    fromOutside.loops(requestingUser(request), request.params.room_id, slot);

  app.get(
    path,
    {
      schema: {
        ...operation('listLoops', 'List the loops of a room', 'Rooms', {
          token: 'required',
          errors,
          description: 'For those who are inside or moderate it. Without their music.',
        }),
        params: RoomParams,
        response: { 200: success(LoopListView) },
      },
      onRequest,
    },
    async (request) => succeed(loopList(await read(request))),
  );

  app.get(
    `${path}/midi`,
    {
      schema: {
        ...operation('exportLoops', 'Read the loops of a room as a MIDI file', 'Rooms', {
          token: 'required',
          errors: errorsOfLoop,
          description:
            'For those who are inside or moderate it. Once around, a track for each layer and for each pattern with notes, in the tempo of the metronome.',
        }),
        params: RoomParams,
        querystring: LoopFileQuery,
        response: { 200: success(LoopFileView) },
      },
      onRequest,
    },
    async (request) => {
      const { slot } = request.query;
      const now = await read(request, slot);
      const one = slot === undefined ? undefined : loopIn(now, slot);
      const file = loopFile(one === undefined ? now.bySlot.values() : [one], now.transport);
      return succeed({ name: one?.name ?? 'Loops', data: Buffer.from(file).toString('base64') });
    },
  );

  app.get(
    ofLoop,
    {
      schema: {
        ...operation('readLoop', 'Read a loop', 'Rooms', {
          token: 'required',
          errors: errorsOfLoop,
          description: 'For those who are inside the room or moderate it. With its music.',
        }),
        params: LoopParams,
        response: { 200: success(LoopView) },
      },
      onRequest,
    },
    async (request) => {
      const slot = slotIn(request.params.slot);
      return succeed(loopView(await read(request, slot), slot));
    },
  );
}

import type { LoopCommand } from '@roomtone/protocol';
import {
  ChangedLoopView,
  LoopBody,
  LoopChangeBody,
  LoopFileQuery,
  LoopFileView,
  LoopLayer,
  LoopListView,
  LoopView,
  PatternsChangeBody,
  StepsBody,
  success,
} from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { loopFile } from '../../../domain/loop-file.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import {
  changedLoop,
  changePatternsIn,
  commandsToChange,
  commandsToPut,
  layerIn,
  loopIn,
  loopList,
  loopView,
  slotIn,
} from './room-loop-bodies.ts';
import { RoomParams } from './room-routes.ts';
import { type RoomUseDeps, requestingUser, withRestNames } from './room-use.ts';

const path = '/api/rooms/:room_id/loops';
const ofLoop = `${path}/:slot`;
const errors = ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND'] as const;
const errorsOfLoop = [...errors, 'RESOURCE_NOT_FOUND'] as const;
const LoopParams = Type.Object({
  ...RoomParams.properties,
  slot: Type.String({ description: 'The place of the loop: 0 to 15.', examples: ['3'] }),
});
const answers = { response: { 200: success(ChangedLoopView) } };
const users = 'For those who may use the loops of the room, inside it or moderating it.';
const makers = 'For the maker of the loop and those who moderate the room.';

type LoopRequest = FastifyRequest<{ Params: Type.Static<typeof LoopParams> }>;

/** Reading the loops of a room (S35). */
export function roomLoopListRoutes(app: App, { fromOutside, authentication }: RoomUseDeps): void {
  const onRequest = authentication.withScope('listen');
  const read = (request: FastifyRequest<{ Params: Type.Static<typeof RoomParams> }>) =>
    fromOutside.loops(requestingUser(request), request.params.room_id);

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
      const now = await read(request);
      const { slot } = request.query;
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
      return succeed(loopView(await read(request), slot));
    },
  );
}

/** Putting loops into slots, starting, stopping, changing and removing them (S35). */
export function roomLoopRoutes(app: App, { fromOutside, authentication }: RoomUseDeps): void {
  const onRequest = authentication.withScope('play');
  const use = async (request: LoopRequest, commandsFor: (slot: number) => readonly LoopCommand[]) => {
    const slot = slotIn(request.params.slot);
    const { room_id: roomId } = request.params;
    const now = await withRestNames(fromOutside.useLoops(requestingUser(request), roomId, commandsFor(slot)));
    return succeed(changedLoop(now, slot));
  };

  app.put(
    ofLoop,
    {
      schema: {
        ...operation('putLoop', 'Put a loop into a slot', 'Rooms', {
          token: 'required',
          errors,
          description: `${users} Either \`recorded\` or \`patterns\`. With \`replace\`, what is in the slot plays on with the new music.`,
        }),
        params: LoopParams,
        body: LoopBody,
        ...answers,
      },
      onRequest,
    },
    (request) => use(request, (slot) => commandsToPut(slot, request.body)),
  );

  app.patch(
    ofLoop,
    {
      schema: {
        ...operation('changeLoop', 'Change, start or stop a loop', 'Rooms', {
          token: 'required',
          errors: errorsOfLoop,
          description: `${users} Name and volume are for its maker and those who moderate the room. It starts and stops at a bar line for everybody at once.`,
        }),
        params: LoopParams,
        body: LoopChangeBody,
        ...answers,
      },
      onRequest,
    },
    (request) => use(request, (slot) => commandsToChange(slot, request.body)),
  );

  app.delete(
    ofLoop,
    {
      schema: {
        ...operation('removeLoop', 'Remove a loop', 'Rooms', {
          token: 'required',
          errors: errorsOfLoop,
          description: makers,
        }),
        params: LoopParams,
        ...answers,
      },
      onRequest,
    },
    (request) => use(request, (slot) => [{ slot, remove: {} }]),
  );

  app.post(
    `${path}/stop`,
    {
      schema: {
        ...operation('stopLoops', 'Stop all loops of a room', 'Rooms', {
          token: 'required',
          errors,
          description: `${users} They stop at the next bar line.`,
        }),
        params: RoomParams,
        response: { 200: success(LoopListView) },
      },
      onRequest,
    },
    async (request) => {
      const commands = [{ slot: 0, stopAll: {} }];
      return succeed(loopList(await fromOutside.useLoops(requestingUser(request), request.params.room_id, commands)));
    },
  );
}

/** The layers of a recorded loop, and step patterns (S35). */
export function roomLoopContentRoutes(app: App, { fromOutside, authentication }: RoomUseDeps): void {
  const onRequest = authentication.withScope('play');
  const use = async (request: LoopRequest, commandFor: (slot: number) => LoopCommand) => {
    const slot = slotIn(request.params.slot);
    const { room_id: roomId } = request.params;
    const now = await withRestNames(fromOutside.useLoops(requestingUser(request), roomId, [commandFor(slot)]));
    return succeed(changedLoop(now, slot));
  };

  app.post(
    `${ofLoop}/layers`,
    {
      schema: {
        ...operation('addLayer', 'Add a layer to a recorded loop', 'Rooms', {
          token: 'required',
          errors: errorsOfLoop,
          description: makers,
        }),
        params: LoopParams,
        body: LoopLayer,
        ...answers,
      },
      onRequest,
    },
    (request) => use(request, (slot) => ({ slot, overdub: layerIn(request.body) })),
  );

  app.delete(
    `${ofLoop}/layers/last`,
    {
      schema: {
        ...operation('removeLayer', 'Remove the last layer of a recorded loop', 'Rooms', {
          token: 'required',
          errors: errorsOfLoop,
          description: `${makers} The loop goes with its only layer.`,
        }),
        params: LoopParams,
        ...answers,
      },
      onRequest,
    },
    (request) => use(request, (slot) => ({ slot, undo: {} })),
  );

  app.patch(
    `${ofLoop}/patterns`,
    {
      schema: {
        ...operation('changePatterns', 'Change step patterns', 'Rooms', {
          token: 'required',
          errors: errorsOfLoop,
          description: `${users} What all patterns share, and their lengths. Absent fields keep their values.`,
        }),
        params: LoopParams,
        body: PatternsChangeBody,
        ...answers,
      },
      onRequest,
    },
    (request) => use(request, (slot) => ({ slot, changePatterns: changePatternsIn(request.body) })),
  );

  app.put(
    `${ofLoop}/steps`,
    {
      schema: {
        ...operation('setSteps', 'Set steps of a pattern', 'Rooms', {
          token: 'required',
          errors: errorsOfLoop,
          description: `${users} A key without a lane gets one.`,
        }),
        params: LoopParams,
        body: StepsBody,
        ...answers,
      },
      onRequest,
    },
    (request) => use(request, (slot) => ({ slot, setSteps: request.body })),
  );
}

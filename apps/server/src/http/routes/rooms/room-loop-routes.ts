import { LoopBody, LoopChangeBody, LoopListView, success } from '@roomtone/protocol/rest';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { commandsToChange, commandsToPut, loopList } from './room-loop-bodies.ts';
import {
  answers,
  errors,
  errorsOfLoop,
  LoopParams,
  makers,
  ofLoop,
  path,
  users,
  usingLoops,
} from './room-loop-requests.ts';
import { RoomParams } from './room-routes.ts';
import { type RoomUseDeps, requestingUser } from './room-use.ts';

/** Putting loops into slots, starting, stopping, changing and removing them (S35). */
export function roomLoopRoutes(app: App, { fromOutside, authentication }: RoomUseDeps): void {
  const onRequest = authentication.withScope('play');
  const use = usingLoops(fromOutside);

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
    (request) =>
      use(
        request,
        (slot) => commandsToPut(slot, request.body),
        request.body.recorded === undefined ? 'patterns' : 'recorded',
      ),
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

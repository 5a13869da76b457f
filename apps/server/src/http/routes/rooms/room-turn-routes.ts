import { issues, restNamesOf, TurnAction, validationError } from '@roomtone/protocol';
import { success, TurnBody, TurnPlaceBody, TurnsView } from '@roomtone/protocol/rest';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { OwnTurnCommand, QueuedParticipant, TurnsNow } from '../../../application/rooms/rooms-from-outside.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { absentBodyIsEmpty } from '../auth/auth-routes.ts';
import { RoomParams } from './room-routes.ts';
import { type RoomUseDeps, requestingUser } from './room-use.ts';

const path = '/api/rooms/:room_id/turns';
const errors = ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND'] as const;
const PlaceParams = Type.Object({
  ...RoomParams.properties,
  participant: Type.String({ description: 'The number of a participant.', examples: ['2'] }),
});
const answers = { response: { 200: success(TurnsView) } };
/** Acts of players for themselves. */
const ownActions = [
  {
    url: path,
    action: TurnAction.TAKE,
    name: 'takeTurn',
    summary: 'Take a place in the queue',
    description: 'For players inside: the last place, or the turn if one is free.',
  },
  {
    url: `${path}/pass`,
    action: TurnAction.PASS,
    name: 'passTurn',
    summary: 'Pass a turn on',
    description: 'For players inside: the turn goes to the next one. Somebody who waits gives up their place.',
  },
] as const;

type RoomRequest = FastifyRequest<{ Params: Type.Static<typeof RoomParams> }>;

/** The queue of a room in which players take turns (S36). */
export function roomTurnRoutes(app: App, { fromOutside, authentication }: RoomUseDeps): void {
  const use = async (request: RoomRequest, command: Partial<OwnTurnCommand> & Pick<OwnTurnCommand, 'action'>) => {
    const whole = { participant: 0, position: 0, ...command };
    return succeed(turnsView(await fromOutside.useTurns(requestingUser(request), request.params.room_id, whole)));
  };

  app.get(
    path,
    {
      schema: {
        ...operation('readTurns', 'Read whose turn it is in a room', 'Rooms', {
          token: 'required',
          errors,
          description: 'For those who are inside or moderate it. Empty where players do not take turns.',
        }),
        params: RoomParams,
        ...answers,
      },
      onRequest: authentication.withScope('listen'),
    },
    async (request) => succeed(turnsView(await fromOutside.turns(requestingUser(request), request.params.room_id))),
  );

  for (const { url, action, ...said } of ownActions) {
    app.post(
      url,
      {
        schema: {
          ...operation(said.name, said.summary, 'Rooms', {
            token: 'required',
            errors: [...errors, 'RESOURCE_NOT_FOUND'],
            description: said.description,
            bodyIsOptional: true,
          }),
          params: RoomParams,
          body: TurnBody,
          ...answers,
        },
        onRequest: authentication.withScope('play'),
        preValidation: absentBodyIsEmpty,
      },
      (request) => use(request, { action, as: request.body.participant }),
    );
  }

  app.put(
    `${path}/:participant`,
    {
      schema: {
        ...operation('moveTurn', 'Move somebody in the queue', 'Rooms', {
          token: 'required',
          errors,
          description: 'For those who moderate the room. Nothing changes if they do not wait.',
        }),
        params: PlaceParams,
        body: TurnPlaceBody,
        ...answers,
      },
      onRequest: authentication.withScope('moderate'),
    },
    (request) =>
      use(request, { action: TurnAction.MOVE, participant: numberIn(request.params), position: request.body.position }),
  );

  app.delete(
    `${path}/:participant`,
    {
      schema: {
        ...operation('skipTurn', 'End somebody’s turn', 'Rooms', {
          token: 'required',
          errors,
          description: 'For those who moderate the room. Ends their turn, or takes them out of the queue.',
        }),
        params: PlaceParams,
        ...answers,
      },
      onRequest: authentication.withScope('moderate'),
    },
    (request) => use(request, { action: TurnAction.SKIP, participant: numberIn(request.params) }),
  );
}

/** @throws {RoomtoneError} VALIDATION_ERROR on `participant`. */
function numberIn({ participant }: { readonly participant: string }): number {
  if (/^[1-9]\d{0,9}$/.test(participant)) return Number(participant);
  throw validationError([{ field: 'participant', ...issues.atLeast(1) }]);
}

function turnsView({ playing, waiting }: TurnsNow): TurnsView {
  return {
    playing: playing.map(({ lastedMs, ...who }) => ({ ...queued(who), lasted_ms: lastedMs })),
    waiting: waiting.map(queued),
  };
}

function queued({ number, userId, ...names }: QueuedParticipant) {
  return { participant: number, user_id: userId, ...restNamesOf(names) };
}

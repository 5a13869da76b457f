import type { Click } from '@roomtone/protocol';
import {
  type ClickView,
  MetronomeBody,
  MetronomeView,
  PlayoutModeBody,
  PlayoutModeView,
  success,
} from '@roomtone/protocol/rest';
import type { RoomTimeNow } from '../../../application/rooms/rooms-from-outside.ts';
import { succeed } from '../../plugins/envelope.ts';
import { operation } from '../../plugins/operation.ts';
import type { App } from '../../plugins/server-types.ts';
import { RoomParams } from './room-routes.ts';
import { type RoomUseDeps, requestingUser, withRestNames } from './room-use.ts';

const errors = ['AUTHORIZATION_ERROR', 'ROOM_NOT_FOUND'] as const;

const described = (name: string, summary: string, description: string) => ({
  ...operation(name, summary, 'Rooms', { token: 'required', errors, description }),
  params: RoomParams,
});

const reading = (name: string, summary: string) =>
  described(name, summary, 'For those who are inside the room or moderate it.');

/** The metronome of a room (S37). */
export function metronomeRoutes(app: App, { fromOutside, authentication }: RoomUseDeps): void {
  const path = '/api/rooms/:room_id/metronome';
  const answers = { response: { 200: success(MetronomeView) } };

  app.get(
    path,
    {
      schema: { ...reading('readMetronome', 'Read the metronome of a room'), ...answers },
      onRequest: authentication.withScope('listen'),
    },
    async (request) => succeed(metronomeView(await fromOutside.time(requestingUser(request), request.params.room_id))),
  );

  app.put(
    path,
    {
      schema: {
        ...described(
          'setMetronome',
          'Set the metronome of a room',
          'For those who may set it. Everybody inside is told; loops keep their place.',
        ),
        body: MetronomeBody,
        ...answers,
      },
      onRequest: authentication.withScope('moderate'),
    },
    async (request) => {
      const { tempo, beats_per_bar: beatsPerBar, running, click, start_time: startTime } = request.body;
      const change = {
        ...(tempo === undefined ? {} : { tempo }),
        ...(beatsPerBar === undefined ? {} : { beatsPerBar }),
        ...(running === undefined ? {} : { running }),
        ...(click === undefined ? {} : { click: clickOf(click) }),
        ...(startTime === undefined ? {} : { startTime }),
      };
      const { room_id: roomId } = request.params;
      const now = await withRestNames(fromOutside.setTransport(requestingUser(request), roomId, change));
      return succeed(metronomeView(now));
    },
  );
}

/** When everybody in a room hears the others (S37). */
export function playoutModeRoutes(app: App, { fromOutside, authentication }: RoomUseDeps): void {
  const path = '/api/rooms/:room_id/playout-mode';
  const answers = { response: { 200: success(PlayoutModeView) } };

  app.get(
    path,
    {
      schema: { ...reading('readPlayoutMode', 'Read the playout mode of a room'), ...answers },
      onRequest: authentication.withScope('listen'),
    },
    async (request) => succeed(modeView(await fromOutside.time(requestingUser(request), request.params.room_id))),
  );

  app.put(
    path,
    {
      schema: {
        ...described(
          'setPlayoutMode',
          'Set the playout mode of a room',
          'For those who moderate it: matched, or an interval of so many bars, or neither. Everybody inside is told.',
        ),
        body: PlayoutModeBody,
        ...answers,
      },
      onRequest: authentication.withScope('moderate'),
    },
    async (request) => {
      const { matched = false, interval_bars: intervalBars = 0 } = request.body;
      const { room_id: roomId } = request.params;
      const mode = { matched, intervalBars };
      return succeed(modeView(await withRestNames(fromOutside.setPlayoutMode(requestingUser(request), roomId, mode))));
    },
  );
}

function metronomeView({ transport, serverTime }: RoomTimeNow): MetronomeView {
  const { tempo, beatsPerBar, running, startTime, beatsBefore, click } = transport;
  return {
    ...{ tempo, beats_per_bar: beatsPerBar, running },
    ...{ start_time: startTime, beats_before: beatsBefore, server_time: serverTime },
    ...(click && { click: clickView(click) }),
  };
}

function clickOf({ silent_every: silentEvery, ...click }: ClickView): Click {
  return { ...click, silentEvery };
}

function clickView({ silentEvery, ...click }: Click): ClickView {
  return { ...click, silent_every: silentEvery };
}

function modeView({ mode: { matched, intervalBars, commonDelay } }: RoomTimeNow): PlayoutModeView {
  return { matched, interval_bars: intervalBars, common_delay: commonDelay };
}

// The endpoints of a room's loops, turns and metronome.
import type { Answer } from '../../support/test-app.ts';
import type { PopulatedApp } from '../populated-app.ts';
import type { Endpoint } from './endpoint.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const layer = { channel: 9, ticks: [0, 240], data: 'mSRkiSRA' };
const recorded = { bars: 1, beats_per_bar: 4, layers: [layer] };

/** @param path below the room's, as in the reference. @param missing a body or path for which nothing is found. */
function endpoint(method: Method, path: string, body?: object, missing?: { path?: string; body?: object }): Endpoint {
  const ask =
    (by: 'ada' | 'grace', over: { room?: string; path?: string; body?: object } = {}) =>
    (app: PopulatedApp): Promise<Answer> => {
      const at = (over.path ?? path).replace('{slot}', '3').replace('{participant}', '2');
      const of = over.room ?? app.roomId;
      return app.call(method, `/api/rooms/${of}/${at}`, { token: app[by].token, body: over.body ?? body });
    };
  return {
    name: `${method} /api/rooms/{room_id}/${path}`,
    status: 200,
    token: 'required',
    succeed: ask('ada'),
    refusals: {
      AUTHORIZATION_ERROR: ask('grace'),
      ROOM_NOT_FOUND: ask('ada', { room: 'none' }),
      ...(missing === undefined ? {} : { RESOURCE_NOT_FOUND: ask('ada', missing) }),
    },
  };
}

const empty = (path: string) => ({ path: path.replace('{slot}', '9') });

export const roomUseEndpoints: readonly Endpoint[] = [
  endpoint('GET', 'loops'),
  endpoint('GET', 'loops/midi', undefined, { path: 'loops/midi?slot=9' }),
  endpoint('POST', 'loops/stop'),
  endpoint('GET', 'loops/{slot}', undefined, empty('loops/{slot}')),
  endpoint('PUT', 'loops/{slot}', { name: 'Kick', recorded, playing: true }),
  endpoint('PATCH', 'loops/{slot}', { volume: 90, playing: false }, empty('loops/{slot}')),
  endpoint('DELETE', 'loops/{slot}', undefined, empty('loops/{slot}')),
  endpoint('POST', 'loops/{slot}/layers', layer, empty('loops/{slot}/layers')),
  endpoint('DELETE', 'loops/{slot}/layers/last', undefined, empty('loops/{slot}/layers/last')),
  endpoint('PATCH', 'loops/{slot}/patterns', { swing: 60 }, empty('loops/{slot}/patterns')),
  endpoint(
    'PUT',
    'loops/{slot}/steps',
    { pattern: 0, edits: [{ key: 36, step: 0, velocity: 100 }] },
    empty('loops/{slot}/steps'),
  ),
  endpoint('GET', 'chat'),
  endpoint('GET', 'turns'),
  endpoint('POST', 'turns', undefined, { body: { participant: 9 } }),
  endpoint('POST', 'turns/pass', undefined, { body: { participant: 9 } }),
  endpoint('PUT', 'turns/{participant}', { position: 1 }),
  endpoint('DELETE', 'turns/{participant}'),
  endpoint('GET', 'metronome'),
  endpoint('PUT', 'metronome', { tempo: 96_000, running: true }),
  endpoint('GET', 'playout-mode'),
  endpoint('PUT', 'playout-mode', { interval_bars: 4 }),
];

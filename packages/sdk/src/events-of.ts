import type { ConnectionState } from './connection/connection-state.ts';
import type { Emits } from './emitter.ts';
import type { Lobby, LobbyEvents } from './lobby/lobby.ts';
import type { Room } from './room/room.ts';
import type { RoomEvents } from './room/room-types.ts';

export interface EventsOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * The events of a room or of the lobby, for `for await`: from this call on, each once and in order, until the connection is closed for
 * good, the signal is aborted or the loop is left. Events wait without a bound for a slow loop, so notes are better heard with `on`.
 * @throws {TypeError} for an event that there is not.
 */
export function eventsOf<Name extends keyof RoomEvents>(
  room: Room,
  name: Name,
  options?: EventsOptions,
): AsyncGenerator<RoomEvents[Name], void, undefined>;
export function eventsOf<Name extends keyof LobbyEvents>(
  lobby: Lobby,
  name: Name,
  options?: EventsOptions,
): AsyncGenerator<LobbyEvents[Name], void, undefined>;
export function eventsOf<Events extends { readonly state: ConnectionState }, Name extends keyof Events>(
  source: Emits<Events> & { readonly state: ConnectionState },
  name: Name,
  { signal }: EventsOptions = {},
): AsyncGenerator<Events[Name], void, undefined> {
  const waiting: Events[Name][] = [];
  let wake = () => {};
  let isOver = signal?.aborted === true || source.state.status === 'closed';
  const end = () => {
    isOver = true;
    wake();
  };
  const unsubscribe = [
    source.on(name, (event) => {
      waiting.push(event);
      wake();
    }),
    source.on('state', ({ status }) => {
      if (status === 'closed') end();
    }),
  ];
  signal?.addEventListener('abort', end);
  return follow();

  async function* follow(): AsyncGenerator<Events[Name], void, undefined> {
    try {
      for (;;) {
        for (const event of waiting.splice(0)) yield event;
        if (waiting.length > 0) continue;
        if (isOver) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      for (const each of unsubscribe) each();
      signal?.removeEventListener('abort', end);
    }
  }
}

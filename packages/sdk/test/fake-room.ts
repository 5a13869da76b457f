import type { Environment } from '../src/environment.ts';
import { Room } from '../src/room/room.ts';
import type { RoomTarget } from '../src/room/room-destination.ts';
import type { RoomEvents } from '../src/room/room-types.ts';
import { FakeClock } from '../src/testing/fake-clock.ts';
import type { LoadPeers } from '../src/transport/peer.ts';
import { room, ScriptedServer } from './fake-server.ts';

export const startUs = 1_700_000_000_000_000;

const eventNames: readonly (keyof RoomEvents)[] = [
  'state',
  'joined',
  'resumed',
  'resynced',
  'notes',
  'notesReleased',
  'recalled',
  'participantJoined',
  'participantLeft',
  'participantUpdated',
  'chat',
  'data',
  'roomUpdated',
  'ownershipOffer',
  'chatDeleted',
  'typing',
  'transport',
  'playoutMode',
  'notification',
  'error',
];

/** An environment with a fake server, a fake clock, and a network that the test switches. */
export function fakeEnvironment(set: (server: ScriptedServer) => void) {
  const clock = new FakeClock(startUs);
  const server = new ScriptedServer({ timers: clock });
  set(server);
  const network = { online: () => {}, offline: () => {}, watched: true };
  const environment: Environment = {
    ...server.environment,
    watchNetwork: (watcher) => {
      Object.assign(network, watcher);
      return () => {
        network.watched = false;
      };
    },
  };
  return { clock, server, network, environment };
}

/** A connection to a fake server on a fake clock. `log` has every event except `clock` and `quality`, in order. */
export function openFakeRoom(
  target: RoomTarget = { roomId: room.roomId },
  set: (server: ScriptedServer) => void = () => {},
  loadPeers?: LoadPeers,
) {
  const { clock, server, network, environment: system } = fakeEnvironment(set);
  /** The errors that the logger was told. */
  const told: unknown[][] = [];
  const logger = { debug: () => {}, warn: () => {}, error: (...words: unknown[]) => told.push(words) };
  const environment = { ...system, loadPeers, logger };
  const log: { name: keyof RoomEvents; event: RoomEvents[keyof RoomEvents] }[] = [];
  const tickets = { asked: 0, tokens: [] as (string | undefined)[], get: async () => `ws://fake/${tickets.asked}` };
  const connection = new Room(target, {}, environment, (resumeToken) => {
    tickets.asked++;
    tickets.tokens.push(resumeToken);
    return tickets.get();
  });
  for (const name of eventNames) connection.on(name, (event) => log.push({ name, event }));
  const names = () => log.map(({ name }) => name);
  const of = <Name extends keyof RoomEvents>(name: Name) =>
    log.filter((entry) => entry.name === name).map((entry) => entry.event as RoomEvents[Name]);
  return { clock, server, connection, log, names, of, tickets, network, told };
}

/** The same, already joined. */
export async function joinFakeRoom(target?: RoomTarget, set?: (server: ScriptedServer) => void, loadPeers?: LoadPeers) {
  const fake = openFakeRoom(target, set, loadPeers);
  await fake.connection.ready;
  fake.log.length = 0;
  return fake;
}

import {
  type CreateRoomOptions,
  type JoinRoomOptions,
  type Notice,
  type Room,
  type RoomEvents,
  RoomtoneClient,
} from '@roomtone/sdk';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type RunningServer, startServer } from '../../../testing/running-server.ts';

export const password = 'correct horse 7';

/** A real server for the tests of one file, and helpers to use it. */
export interface OnServer {
  readonly url: string;
  /** A client with a new account; `baseUrl` is another address of a server. */
  signUp(baseUrl?: string): Promise<RoomtoneClient>;
  /** Joins or creates a room, and closes it when the test ends. */
  open(client: RoomtoneClient, target: TestTarget): Promise<Room>;
  /** Closes this when the test ends. */
  closeLater<Closable extends { close(): void }>(connection: Closable): Closable;
}

/** A room to create, or one to join. */
export type TestTarget = { readonly create: CreateRoomOptions } | ({ readonly roomId: string } & JoinRoomOptions);

export function join(client: RoomtoneClient, target: TestTarget): Promise<Room> {
  if ('create' in target) return client.createRoom(target.create);
  const { roomId, ...options } = target;
  return client.joinRoom(roomId, options);
}

/** Starts the server before the file's tests and stops it after them. */
export function onServer(): OnServer {
  let server: RunningServer;
  let people = 0;
  const connections: { close(): void }[] = [];
  beforeAll(async () => {
    server = await startServer();
  });
  afterEach(() => {
    for (const connection of connections.splice(0)) connection.close();
  });
  afterAll(() => server?.stop());
  const closeLater = <Closable extends { close(): void }>(connection: Closable) => {
    connections.push(connection);
    return connection;
  };
  return {
    get url() {
      return server.url;
    },
    async signUp(baseUrl = server.url) {
      people++;
      const client = new RoomtoneClient({ baseUrl });
      const username = `player-${people}`;
      await client.register({ username, email: `${username}@example.org`, password });
      return client;
    },
    open: async (client, target) => closeLater(await join(client, target)),
    closeLater,
  };
}

/** The next event with this name that fits. */
export function next<Name extends keyof RoomEvents>(
  connection: Room,
  name: Name,
  fits: (event: RoomEvents[Name]) => boolean = () => true,
): Promise<RoomEvents[Name]> {
  return new Promise((resolve) => {
    const stop = connection.on(name, (event) => {
      if (!fits(event)) return;
      stop();
      resolve(event);
    });
  });
}

/** A connection that receives notifications: a room or the lobby. */
export interface Notified {
  on(event: 'notification', handler: (notice: Notice) => void): () => void;
}

/** The next notification of this kind. */
export function nextNotice<Kind extends Notice['kind']>(
  connection: Notified,
  kind: Kind,
): Promise<Extract<Notice, { kind: Kind }>> {
  return new Promise((resolve) => {
    const stop = connection.on('notification', (notice) => {
      if (!isOfKind(notice, kind)) return;
      stop();
      resolve(notice);
    });
  });
}

function isOfKind<Kind extends Notice['kind']>(notice: Notice, kind: Kind): notice is Extract<Notice, { kind: Kind }> {
  return notice.kind === kind;
}

import { type LobbyConnection, type Notice, RoomtoneClient } from '@roomtone/sdk';
import { newName } from './musicians.ts';

/** Somebody who is there, but in no browser: a program on the SDK, with an account of its own. */
export interface OutsideFriend {
  readonly name: string;
  readonly client: RoomtoneClient;
  readonly lobby: LobbyConnection;
  /** What the server told them, in order. */
  readonly told: readonly Notice[];
}

/** Signs up and opens the lobby. @param name a stem, to which something is added that nobody else has. */
export async function outsideFriend(url: string, stem: string): Promise<OutsideFriend> {
  const client = new RoomtoneClient({ baseUrl: url });
  const name = newName(stem);
  await client.register({ username: name, email: `${name}@example.org`, password: crypto.randomUUID() });
  const lobby = client.openLobby();
  const told: Notice[] = [];
  lobby.on('notification', (notice) => told.push(notice));
  await lobby.ready;
  return { name, client, lobby, told };
}

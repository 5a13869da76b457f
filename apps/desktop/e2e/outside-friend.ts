import { type Lobby, type Notice, RoomtoneClient } from '@roomtone/sdk';
import { newName } from './test-players.ts';

/** A user without a browser: a program on the SDK, with its own account. */
export interface OutsideFriend {
  readonly name: string;
  readonly client: RoomtoneClient;
  readonly lobby: Lobby;
  /** The notices that the server sent them, in order. */
  readonly notices: readonly Notice[];
}

/**
 * Signs up and opens the lobby.
 * @param stem of a name, which is made unique.
 */
export async function outsideFriend(url: string, stem: string): Promise<OutsideFriend> {
  const client = new RoomtoneClient({ baseUrl: url });
  const name = newName(stem);
  await client.register({ username: name, email: `${name}@example.org`, password: crypto.randomUUID() });
  const notices: Notice[] = [];
  const lobby = await client.joinLobby({
    prepare: (opened) => opened.on('notification', (notice) => notices.push(notice)),
  });
  return { name, client, lobby, notices };
}

import type { RoomtoneClient } from '@roomtone/sdk';
import { answerApi } from './api.ts';
import type { Keyboards } from './keyboards.ts';
import type { LobbyLine } from './lobby-line.ts';
import type { CallName, Calls } from './messages.ts';
import type { RoomLine } from './room-line.ts';
import type { RoomTime } from './room-time.ts';

/** What the worker does for each call of the page. */
export type Handlers = { [Name in CallName]: (takes: Calls[Name]['takes']) => Promise<Calls[Name]['gives']> };

/** What lives in the worker beside the client. */
export interface WorkerParts {
  readonly line: RoomLine;
  readonly time: RoomTime;
  readonly lobby: LobbyLine;
  readonly keyboards: Keyboards;
}

export function handlersOf(client: RoomtoneClient, { line, time, lobby, keyboards }: WorkerParts): Handlers {
  return {
    restore: async () => (await client.restore()) ?? null,
    register: ({ email, ...fields }) => client.register({ ...fields, ...(email === '' ? {} : { email }) }),
    login: (fields) => client.login(fields),
    logout: async () => {
      // Not awaited: whoever signs in next must not be signed out by what was still under way.
      time.beAlone();
      void line.leave();
      lobby.close();
      await client.logout();
      return null;
    },
    api: (request) => answerApi(client, request),
    watchLobby: async ({ isWatched }) => {
      if (isWatched) lobby.follow(client.openLobby());
      else lobby.close();
      return null;
    },
    openRoom: async (request) => {
      const connection = client.openRoom(request);
      line.follow(connection);
      time.follow(connection);
      return null;
    },
    leaveRoom: async () => {
      time.beAlone();
      await line.leave();
      return null;
    },
    hush: async () => {
      keyboards.panic();
      line.hush();
      return null;
    },
    chat: ({ text }) => line.connection.chat(text),
    setPlayer: async (player) => {
      await line.connection.setPlayer(player);
      return null;
    },
    setTransport: async (setting) => {
      await time.setTransport(setting);
      return null;
    },
    setMatched: async ({ matched }) => {
      await line.connection.time.setMatched(matched);
      return null;
    },
    preferPlayout: async ({ style }) => {
      time.preferPlayout(style);
      return null;
    },
  };
}

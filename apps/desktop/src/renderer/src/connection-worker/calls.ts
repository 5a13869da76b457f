import { type Moderation, type RoomtoneClient, runLine } from '@roomtone/sdk';
import { answerApi } from '../contract/api.ts';
import type { Account, CallName, Calls, OrderCommand } from '../contract/messages.ts';
import type { Keyboards } from './keyboards.ts';
import type { LobbyLine } from './lobby-line.ts';
import type { RoomLine } from './room-line.ts';
import type { RoomTime } from './room-time.ts';

/** Tells how far a call has come, 0 to 1. */
type Progress = (part: number) => void;

/** What the worker does for each call of the page. */
export type Handlers = {
  [Name in CallName]: (takes: Calls[Name]['takes'], onProgress: Progress) => Promise<Calls[Name]['gives']>;
};

/** What lives in the worker beside the client. */
export interface WorkerParts {
  readonly line: RoomLine;
  readonly time: RoomTime;
  readonly lobby: LobbyLine;
  readonly keyboards: Keyboards;
}

export function handlersOf(client: RoomtoneClient, { line, time, lobby, keyboards }: WorkerParts): Handlers {
  const signedIn = (account: Account): Account => {
    lobby.stay(client.openLobby());
    return account;
  };
  return {
    restore: async () => {
      const account = await client.restore();
      return account === undefined ? null : signedIn(account);
    },
    register: async ({ email, ...fields }) =>
      signedIn(await client.register({ ...fields, ...(email === '' ? {} : { email }) })),
    login: async (fields) => signedIn(await client.login(fields)),
    logout: async () => {
      // Not awaited: whoever signs in next must not be signed out by what was still under way.
      time.beAlone();
      void line.leave();
      lobby.close();
      await client.logout();
      return null;
    },
    refreshUser: async () => (await client.refreshUser()) ?? null,
    uploadAvatar: ({ picture }, onProgress) => client.account.uploadAvatar(picture, onProgress),
    directMessage: async ({ user, message }) => {
      await lobby.social.directMessage(user, message);
      return null;
    },
    setPresence: async ({ status }) => {
      await lobby.social.setPresence(status);
      return null;
    },
    server: () => client.server(),
    health: () => client.healthDetails(),
    api: (request) => answerApi(client, request),
    watchLobby: async ({ isWatched }) => {
      if (isWatched) lobby.watch(() => client.openLobby());
      else lobby.unwatch();
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
    command: async ({ line: typed }) => (await runLine(typed, line.connection)) ?? null,
    typing: async ({ typing }) => {
      line.connection.typing(typing);
      return null;
    },
    keepOrder: async (command) => {
      await keepOrder(line.connection.moderation, command);
      return null;
    },
    scrape: ({ url }) => client.scrapeUrl(url),
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

function keepOrder(moderation: Moderation, command: OrderCommand): Promise<void> {
  switch (command.act) {
    case 'kick':
      return moderation.kick(command.target, command.reason);
    case 'ban':
      return moderation.ban(command.target, command);
    case 'mute':
      return moderation.mute(command.target, command);
    case 'deleteChat':
      return moderation.deleteChat(command.messageId);
    default:
      return moderation[command.act](command.target);
  }
}

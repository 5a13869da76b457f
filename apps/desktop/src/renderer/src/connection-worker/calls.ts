import { limits } from '@roomtone/protocol';
import type { Lobby, Room, RoomtoneClient } from '@roomtone/sdk';
import { chatHistory, hostingCalls, namePlayer, runLine, turnsIn, voiceSignals } from '@roomtone/sdk/extras';
import { answerApi } from '../contract/api.ts';
import type { Account, CallName, Calls, ModerationCommand, TurnCommand } from '../contract/messages.ts';
import type { CurrentLobby } from './current-lobby.ts';
import type { CurrentRoom } from './current-room.ts';
import type { Keyboards } from './keyboards.ts';
import type { RoomDirect } from './room-direct.ts';
import type { RoomLoops } from './room-loops.ts';
import type { RoomTime } from './room-time.ts';

/** Called with the progress of a call, 0 to 1. */
type Progress = (part: number) => void;

/** The worker's implementation of each call from the page. */
export type Handlers = {
  [Name in CallName]: (takes: Calls[Name]['takes'], onProgress: Progress) => Promise<Calls[Name]['gives']>;
};

/** The parts of the worker besides the client. */
export interface WorkerParts {
  readonly room: CurrentRoom;
  readonly time: RoomTime;
  readonly direct: RoomDirect;
  readonly loops: RoomLoops;
  readonly lobby: CurrentLobby;
  readonly keyboards: Keyboards;
}

/** @param guest a client without a user, of the same server. */
export function handlersOf(
  client: RoomtoneClient,
  guest: RoomtoneClient,
  { room, time, direct, loops, lobby, keyboards }: WorkerParts,
): Handlers {
  // The states that a connection reports say more than the promise.
  const openLobby = (prepare: (lobby: Lobby) => void) => {
    client.joinLobby({ prepare, timeoutMs: Number.POSITIVE_INFINITY }).catch(() => {});
  };
  const signedIn = (account: Account): Account => {
    openLobby((opened) => lobby.stay(opened));
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
    loginWithSecondFactor: async (factor) => signedIn(await client.loginWithSecondFactor(factor)),
    logout: async () => {
      // Not awaited: a late answer must not sign out the next user.
      time.switchToSolo();
      loops.close();
      void room.leave();
      lobby.close();
      await client.logout();
      return null;
    },
    refreshUser: async () => (await client.refreshUser()) ?? null,
    uploadAvatar: ({ picture }, onProgress) => client.account.uploadAvatar(picture, { onProgress }),
    directMessage: async ({ user, message }) => {
      await lobby.social.directMessage(user, message);
      return null;
    },
    setPresence: async ({ status }) => {
      await lobby.social.setPresence(status);
      return null;
    },
    server: () => client.server(),
    addresses: () => hostingCalls(client).addresses(),
    health: () => client.healthDetails(),
    api: (request) => answerApi(client, request),
    watchLobby: async ({ isWatched }) => {
      if (isWatched) lobby.watch(openLobby);
      else lobby.unwatch();
      return null;
    },
    openRoom: async ({ roomId, asGuest = false, ...request }) => {
      const prepare = (joined: Room) => {
        room.follow(joined);
        time.follow(joined);
        direct.follow(joined);
        loops.follow(joined);
      };
      const joining = asGuest ? guest : client;
      joining.joinRoom(roomId, { ...request, prepare, timeoutMs: Number.POSITIVE_INFINITY }).catch(() => {});
      return null;
    },
    leaveRoom: async () => {
      time.switchToSolo();
      loops.close();
      await room.leave();
      return null;
    },
    panic: async () => {
      keyboards.panic();
      room.silence();
      return null;
    },
    chat: ({ text }) => room.connection.chat(text),
    olderChat: ({ before }) => chatHistory(room.connection, { before, limit: limits.chatHistory.ofPage }),
    command: async ({ line: typed }) => (await runLine(typed, room.connection)) ?? null,
    typing: async ({ typing }) => {
      room.connection.typing(typing);
      return null;
    },
    moderate: async (command) => {
      await moderate(room.connection, command);
      return null;
    },
    takeTurns: async (command) => {
      await takeTurns(room.connection, command);
      return null;
    },
    scrape: ({ url }) => client.scrapeUrl(url),
    setPlayer: async (player) => {
      await room.connection.setPlayer(player);
      return null;
    },
    voiceOffer: () => voiceSignals(room.connection).offer(),
    voiceAnswer: async (answer) => {
      await voiceSignals(room.connection).answer(answer);
      return null;
    },
    endVoice: async () => {
      await voiceSignals(room.connection).end();
      return null;
    },
    setTransport: async (setting) => {
      await time.setTransport(setting);
      return null;
    },
    setPlayoutMode: async (change) => {
      await room.connection.time.setPlayoutMode(change);
      return null;
    },
    preferPlayout: async ({ style }) => {
      time.preferPlayout(style);
      return null;
    },
    preferDirect: async ({ choice }) => {
      direct.prefer(choice);
      return null;
    },
    loop: async (command) => {
      await loops.command(command);
      return null;
    },
    recordLoop: async (request) => {
      loops.record(request);
      return null;
    },
    endLoopRecording: async ({ isKept }) => {
      loops.endRecording(isKept);
      return null;
    },
  };
}

function takeTurns(room: Room, command: TurnCommand): Promise<void> {
  const turns = turnsIn(room);
  switch (command.act) {
    case 'move':
      return turns.move(command.participantId, command.place);
    case 'skip':
      return turns.skip(command.participantId);
    default:
      return turns[command.act]();
  }
}

function moderate(room: Room, command: ModerationCommand): Promise<void> {
  const { moderation } = room;
  switch (command.act) {
    case 'kick':
      return moderation.kick(command.target, { reason: command.reason });
    case 'ban':
      return moderation.ban(command.target, { seconds: command.seconds, reason: command.reason });
    case 'mute': {
      const { chat, notes, seconds } = command;
      return moderation.mute(command.target, { chat, notes, seconds });
    }
    case 'setModerator':
      return moderation.setModerator(command.target, command.moderator);
    case 'namePlayer':
      return namePlayer(room, command.target, command.named);
    case 'answerOwnership':
      return moderation.answerOwnership(command.accept);
    case 'deleteChat':
      return moderation.deleteChat(command.messageId);
    default:
      return moderation[command.act](command.target);
  }
}

import { type Loop, RoomtoneError, type TurnCommand } from '@roomtone/protocol';
import { checkModerates, roomNotFound, transportAtFirst } from '@roomtone/room';
import type { LoopsNow, RoomsFromOutside, RoomTimeNow } from '../../src/application/rooms/rooms-from-outside.ts';
import type { RealtimeDeps } from '../../src/realtime/realtime-types.ts';

const ada = '7f8d0c3e-5b52-4f0e-9d1a-3c6f2a9b1e70';
const bo = '1b0a6c52-77de-4f3a-8c15-2e9d4b8a6f03';

const kick: Loop = {
  ...{ slot: 3, userId: ada, username: 'ada', displayName: 'ada', name: 'Kick', volume: 100, muted: false },
  plan: [{ startTime: 1_000_000, playing: true, tick: 0, tempo: 120_000, pattern: 0 }],
  recorded: {
    bars: 1,
    beatsPerBar: 4,
    layers: [
      {
        ...{ channel: 9, bankMsb: 0, bankLsb: 0, program: 0, ticks: [0, 240] },
        data: Uint8Array.of(0x99, 36, 100, 0x89, 36, 64),
      },
    ],
  },
};
const hats: Loop = {
  ...{ slot: 4, userId: ada, username: 'ada', displayName: 'ada', name: 'Hats', volume: 90, muted: true, plan: [] },
  patterns: {
    ...{ channel: 9, bankMsb: 0, bankLsb: 0, program: 0, stepsPerBeat: 4, swing: 50, keys: [42] },
    patterns: [{ steps: 4, lanes: [Uint8Array.of(100, 0, 80, 0)] }],
  },
};
const now: LoopsNow = {
  revision: 7,
  bySlot: new Map([kick, hats].map((loop) => [loop.slot, loop])),
  transport: transportAtFirst,
  serverTime: 2_000_000,
};
const time: RoomTimeNow = {
  transport: transportAtFirst,
  mode: { matched: false, commonDelay: 0, intervalBars: 4 },
  serverTime: 2_000_000,
};
const queue = {
  playing: [{ number: 1, userId: ada, username: 'ada', displayName: 'ada', lastedMs: 12 }],
  waiting: [{ number: 2, userId: bo, username: 'bo', displayName: 'bo' }],
};

const said = {
  ...{ messageId: 'm1', roomId: 'r', userId: '', username: '', message: 'The room belongs to Mara now.' },
  ...{ messageType: 'system' as const, timestamp: 1_767_225_600_000, position: 80 },
};

/** A double: every room has two loops and a queue, for those who moderate it. */
export function fakeFromOutside({ storage }: Pick<RealtimeDeps, 'storage'>): RoomsFromOutside {
  const checked = async <T>(actor: { userId: string; roles: readonly string[] }, roomId: string, answer: T) => {
    const room = await storage.roomById(roomId);
    if (room === undefined) throw roomNotFound(roomId);
    checkModerates(room, actor);
    return answer;
  };
  return {
    loops: (actor, roomId) => checked(actor, roomId, now),
    async useLoops(actor, roomId, commands) {
      const answer = await checked(actor, roomId, now);
      for (const { slot, record, makePatterns, stopAll } of commands) {
        if (record ?? makePatterns ?? stopAll ?? now.bySlot.has(slot)) continue;
        throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no loop in this slot.');
      }
      return answer;
    },
    chat: (actor, roomId) => checked(actor, roomId, { messages: [said], more: true }),
    turns: (actor, roomId) => checked(actor, roomId, queue),
    async useTurns(actor, roomId, command: TurnCommand & { as?: number | undefined }) {
      const answer = await checked(actor, roomId, queue);
      if (command.as === undefined) return answer;
      throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no such participant.', { participant: command.as });
    },
    time: (actor, roomId) => checked(actor, roomId, time),
    setTransport: (actor, roomId) => checked(actor, roomId, time),
    setPlayoutMode: (actor, roomId) => checked(actor, roomId, time),
  };
}

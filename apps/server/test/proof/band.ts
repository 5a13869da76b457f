import { RoomtoneError } from '@roomtone/protocol';
import { ConnectionError, type Room, RoomtoneClient } from '@roomtone/sdk';
import { type Ledger, versioned } from './ledger.ts';
import { TooLate, until, within } from './wait.ts';

const password = 'correct horse 7';

/** Two players in a room, whose clients reconnect by themselves. */
export interface Band {
  readonly clients: readonly [RoomtoneClient, RoomtoneClient];
  readonly players: readonly [Room, Room];
  readonly roomId: string;
  /** Both play `count` notes to each other; resolves with the number that did not arrive in time. */
  notesMissed(count: number, withinMs: number): Promise<number>;
  /** Sends a chat message; resolves with '' if it was acknowledged, otherwise with the problem. */
  say(text: string, withinMs: number): Promise<string>;
  /** Changes the room by REST; resolves with '' if that was acknowledged, otherwise with the problem. */
  write(withinMs: number): Promise<string>;
  /** Waits until both are in the room; resolves with false if that takes too long. */
  isTogether(withinMs: number): Promise<boolean>;
  close(): void;
}

/** Registers two players who join a new room. All that is acknowledged or sent to the other is entered in the ledger. */
export async function formBand(
  url: string,
  ledger: Ledger,
  names: readonly [string, string] = ['ada', 'bob'],
): Promise<Band> {
  const clients = [new RoomtoneClient({ baseUrl: url }), new RoomtoneClient({ baseUrl: url })] as const;
  for (const [index, client] of clients.entries()) {
    await client.register({ username: names[index] ?? '', password });
    ledger.acknowledged('account', names[index] ?? '');
  }
  const { roomId } = await clients[0].rooms.create({ roomName: 'Jam' });
  ledger.acknowledged('room', roomId);
  const players = await Promise.all([clients[0].joinRoom(roomId), clients[1].joinRoom(roomId)]);
  for (const player of players) player.on('chat', ({ messageId }) => ledger.acknowledged('chat', messageId));
  let version = 0;
  return {
    clients,
    players,
    roomId,
    async notesMissed(count, withinMs) {
      const heard = [0, 0];
      const stops = players.map((player, index) =>
        player.on('notes', ({ offsets }) => {
          heard[index] = (heard[index] ?? 0) + offsets.length;
        }),
      );
      for (let note = 0; note < count; note++) {
        for (const player of players) player.send(Uint8Array.of(note % 2 === 0 ? 0x90 : 0x80, 60, 100));
      }
      await until(withinMs, () => heard.every((notes) => notes >= count));
      for (const stop of stops) stop();
      return heard.reduce((missed, notes) => missed + Math.max(0, count - notes), 0);
    },
    say: (text, withinMs) =>
      outcome(
        withinMs,
        players[0].chat(text).then(({ messageId }) => {
          ledger.acknowledged('chat', messageId);
        }),
      ),
    write(withinMs) {
      const now = ++version;
      const settings = { welcomeMessage: versioned(now) };
      return outcome(
        withinMs,
        clients[0].rooms.update(roomId, { settings }).then(() => {
          ledger.acknowledged('welcomeMessage', roomId, now);
        }),
      );
    },
    async isTogether(withinMs) {
      const isJoined = () =>
        players.every(({ state, participants }) => state.status === 'joined' && participants.size >= 2);
      return (await until(withinMs, isJoined)) !== undefined;
    },
    close() {
      for (const player of players) player.close();
    },
  };
}

async function outcome(ms: number, act: Promise<unknown>): Promise<string> {
  // It may still be refused after the time is up.
  act.catch(() => {});
  try {
    await within(ms, act);
    return '';
  } catch (error) {
    if (error instanceof TooLate) return error.message;
    return error instanceof RoomtoneError || error instanceof ConnectionError
      ? `${error.code}: ${error.message}`
      : String(error);
  }
}

// Two players next to each other, whose server is far away: SDK clients with direct channels by node-datachannel.
import { setTimeout as delay } from 'node:timers/promises';
import { type Room, RoomtoneClient } from '@roomtone/sdk';
import { type DirectFigures, directNotesOf } from '@roomtone/sdk/direct';
import { answerCalls } from '../../../testing/called-program.ts';
import { NumberedNotes } from '../../../testing/numbered-notes.ts';

interface Player {
  readonly room: Room;
  /** Of the other one's notes. */
  figures(): { readonly direct: DirectFigures | undefined; readonly transitUs: number | undefined };
}

let players: Player[] = [];
let notes: NumberedNotes<unknown> | undefined;

export const calls = {
  /** Opens a room with both inside. */
  async join(url: string, wantDirect: boolean): Promise<void> {
    const [one, other] = await Promise.all([signUp(url, 'ada'), signUp(url, 'ben')]);
    const { roomId } = await one.rooms.create({ roomName: 'Next door', roomType: 'private' });
    const rooms = [await one.joinRoom(roomId), await other.joinRoom(roomId)] as const;
    players = rooms.map((room, index) => {
      const from = rooms[1 - index]?.self.participantId ?? 0;
      return {
        room,
        figures: () => ({
          direct: directNotesOf(room).figures(from),
          transitUs: room.playout(from)?.transit?.p50Us,
        }),
      };
    });
    notes = new NumberedNotes(...rooms);
    if (wantDirect) await Promise.all(rooms.map((room) => directNotesOf(room).want(true)));
  },

  /** Resolves when both have this state of the direct path. */
  async until(state: DirectFigures['state']): Promise<void> {
    while (players.some(({ figures }) => figures().direct?.state !== state)) await delay(20);
  },

  figures: async () => players.map(({ figures }) => figures()),

  async begin(): Promise<void> {
    notes?.begin();
  },

  sofar: async () => notes?.sofar() ?? [],

  finish: async () => (await notes?.finish()) ?? [],
};

async function signUp(baseUrl: string, username: string): Promise<RoomtoneClient> {
  const client = new RoomtoneClient({ baseUrl, datagrams: 'auto' });
  await client.register({ username, email: `${username}@example.org`, password: 'correct horse 7' });
  return client;
}

await answerCalls(calls);
// The library of the data channels keeps the process running otherwise.
process.exit();

// One player with direct channels by node-datachannel, at home behind a router.
import { setTimeout as delay } from 'node:timers/promises';
import { type Room, RoomtoneClient } from '@roomtone/sdk';
import { type DirectFigures, type DirectNotes, directNotesOf } from '@roomtone/sdk/direct';
import { answerCalls } from '../../../testing/called-program.ts';

let room: Room | undefined;
let direct: DirectNotes | undefined;
const heard: number[] = [];

/** The direct path from the other player. */
function figures(): DirectFigures | undefined {
  const other = [...(room?.participants.keys() ?? [])].find((id) => id !== room?.self.participantId);
  return other === undefined ? undefined : direct?.figures(other);
}

export const calls = {
  /** Joins a room, or makes a private one; resolves with its id. */
  async join(baseUrl: string, username: string, roomId: string | null): Promise<string> {
    const client = new RoomtoneClient({ baseUrl, datagrams: 'auto' });
    await client.register({ username, email: `${username}@example.org`, password: 'correct horse 7' });
    room =
      roomId === null
        ? await client.createRoom({ roomName: 'Homes', roomType: 'private' })
        : await client.joinRoom(roomId);
    room.on('note', ({ type, key }) => type === 'noteOn' && heard.push(key));
    direct = directNotesOf(room);
    await direct.want(true);
    return room.info.roomId;
  },

  /** Resolves with the direct path once it is open, or has been tried in vain. */
  async settled(): Promise<DirectFigures | undefined> {
    while (figures()?.state === 'none' && figures()?.whyNot !== 'unreachable') await delay(20);
    return figures();
  },

  figures: async () => figures(),

  async play(key: number): Promise<void> {
    room?.noteOn(key, 100);
    room?.noteOff(key);
  },

  heard: async () => heard,
};

await answerCalls(calls);
// The library of the data channels keeps the process running otherwise.
process.exit();

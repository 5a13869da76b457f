// Two players who play numbered notes to each other while others attack their server.
import { setTimeout as delay } from 'node:timers/promises';
import { type DatagramFigures, RoomtoneClient } from '@roomtone/sdk';
import { answerCalls } from '../../../../testing/called-program.ts';
import { NumberedNotes } from '../../../../testing/numbered-notes.ts';

let notes: NumberedNotes<DatagramFigures> | undefined;

export const calls = {
  /** Opens a room; resolves with its id when both are inside and use datagrams. */
  async join(url: string): Promise<string> {
    const [one, other] = await Promise.all([signUp(url, 'ada'), signUp(url, 'ben')]);
    const { roomId } = await one.rooms.create({ roomName: 'Under attack' });
    const rooms = await Promise.all([one.joinRoom(roomId), other.joinRoom(roomId)]);
    while (rooms.some(({ datagrams }) => datagrams.state !== 'used')) await delay(20);
    notes = new NumberedNotes(...rooms);
    return roomId;
  },

  /** Both play from now on. */
  async begin(): Promise<void> {
    notes?.begin();
  },

  sofar: async () => notes?.sofar() ?? [],

  /** They stop. Resolves with what each has heard of the other. */
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

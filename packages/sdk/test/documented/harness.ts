// Given to each example of docs/sdk.md: somebody who is signed in, a room, and a friend who comes, plays and talks.
import { type Room, RoomtoneClient } from '@roomtone/sdk';
import { botCalls } from '@roomtone/sdk/extras';

interface Given {
  readonly client: RoomtoneClient;
  readonly room: Room;
  readonly roomId: string;
  readonly userId: string;
  readonly link: string;
  readonly bytes: Uint8Array;
}

const password = 'correct horse 7';
const friendEveryMs = 150;
const failed: string[] = [];
let clients: ReturnType<typeof signIn> | undefined;

/** Runs an example in a room of its own. */
export async function step(name: string, baseUrl: string, example: (given: Given) => Promise<void>): Promise<void> {
  let stop = async () => {};
  try {
    clients ??= signIn(baseUrl);
    const { client, bea, grace } = await clients;
    const room = await client.createRoom({ roomName: 'Examples' });
    const { roomId } = room.info;
    // Numbers 2 and 3 stay, and bea comes again and again besides.
    const listeners = [await bea.joinRoom(roomId), await grace.joinRoom(roomId)];
    const timer = setInterval(() => void visit(bea, roomId).catch(() => {}), friendEveryMs);
    stop = async () => {
      clearInterval(timer);
      for (const each of [room, ...listeners]) each.close();
      // A user may own ten.
      await client.rooms.delete(roomId).catch(() => {});
    };
    const userId = bea.user?.userId ?? '';
    const link = `${baseUrl}/rooms/${roomId}`;
    await example({ client, room, roomId, userId, link, bytes: Uint8Array.of(0x90, 60, 100) });
    console.log(`ok ${name}`);
  } catch (error) {
    failed.push(name);
    console.log(`FAILED ${name}: ${error}`);
  } finally {
    await stop();
  }
}

/** The outcome of all, in one line. */
export function outcome(): string {
  return failed.length === 0 ? 'all examples ran' : `${failed.length} examples failed`;
}

async function signIn(baseUrl: string) {
  const [client, bea, grace] = [0, 1, 2].map(() => new RoomtoneClient({ baseUrl })) as [
    RoomtoneClient,
    RoomtoneClient,
    RoomtoneClient,
  ];
  await client.register({ username: 'host', password });
  await bea.register({ username: 'bea', password });
  await grace.register({ username: 'grace', password });
  const scopes = ['listen', 'play', 'chat'] as const;
  const { botToken } = await botCalls(client).create({ username: 'ticker', scopes: [...scopes], password });
  if (typeof process !== 'undefined') process.env['ROOMTONE_TOKEN'] = botToken;
  // A request back makes them friends.
  await bea.friends.request('host');
  return { client, bea, grace };
}

async function visit(bea: RoomtoneClient, roomId: string): Promise<void> {
  const room = await bea.joinRoom(roomId);
  room.noteOn(64, 90);
  room.noteOff(64);
  await room.chat('!leave').catch(() => {});
  await room.leave();
}

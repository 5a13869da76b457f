import { type NewRoom, type NotesEvent, type Room, RoomtoneClient } from '@roomtone/sdk';
import { newName } from './test-players.ts';

/** A player without a browser: a program on the SDK, with its own account. */
export interface OutsidePlayer {
  readonly name: string;
  readonly client: RoomtoneClient;
  readonly roomId: string;
  /** The connection of the last call of enter(). */
  readonly room: Room;
  /** Every event of the other players as it arrived: raw MIDI and when it was played, service clock µs. */
  readonly heard: { readonly participantId: number; readonly timeUs: number; readonly bytes: readonly number[] }[];
  /** Joins again. @throws {RoomtoneError} the refusal. */
  enter(): Promise<void>;
  leave(): Promise<void>;
}

/** Joins the room of a link. */
export async function outsidePlayer(link: string, stem: string, password?: string): Promise<OutsidePlayer> {
  const { origin, pathname } = new URL(link);
  const { client, name } = await newcomer(origin, stem);
  const roomId = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  return inside(client, name, roomId, password === undefined ? {} : { password });
}

/** Makes a room and joins it. */
export async function outsideHost(url: string, stem: string, body: NewRoom) {
  const { client, name } = await newcomer(url, stem);
  const { roomId } = await client.rooms.create(body);
  const { password } = body;
  const host = await inside(client, name, roomId, typeof password === 'string' ? { password } : {});
  return { host, link: `${url}/rooms/${roomId}` };
}

async function newcomer(baseUrl: string, stem: string) {
  const client = new RoomtoneClient({ baseUrl });
  const name = newName(stem);
  await client.register({ username: name, email: `${name}@example.org`, password: crypto.randomUUID() });
  return { client, name };
}

async function inside(
  client: RoomtoneClient,
  name: string,
  roomId: string,
  password: { readonly password?: string } = {},
): Promise<OutsidePlayer> {
  const heard: OutsidePlayer['heard'] = [];
  const prepare = (room: Room) => room.on('notes', (notes) => heard.push(...eventsOf(notes)));
  const enter = () => client.joinRoom(roomId, { ...password, prepare });
  let room = await enter();
  return {
    name,
    client,
    roomId,
    heard,
    get room() {
      return room;
    },
    enter: async () => {
      room = await enter();
    },
    leave: () => room.leave(),
  };
}

function eventsOf({ participantId, startTimeUs, offsets, data }: NotesEvent): OutsidePlayer['heard'] {
  let position = 0;
  return offsets.map((offset) => {
    const length = [0xc0, 0xd0].includes((data[position] ?? 0) & 0xf0) ? 2 : 3;
    const bytes = [...data.subarray(position, position + length)];
    position += length;
    return { participantId, timeUs: startTimeUs + offset, bytes };
  });
}

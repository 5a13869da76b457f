import { type RoomConnection, RoomtoneClient } from '@roomtone/sdk';
import { newName } from './musicians.ts';

/** Somebody in the room who is no browser: a program on the SDK, with an account of its own. */
export interface OutsidePlayer {
  readonly name: string;
  readonly room: RoomConnection;
  /** Every event of the others, as it came in: raw MIDI and when it was played, service clock µs. */
  readonly heard: { readonly sender: number; readonly timeUs: number; readonly bytes: readonly number[] }[];
  leave(): Promise<void>;
}

/** Joins the room of a link. */
export async function outsidePlayer(link: string, stem: string): Promise<OutsidePlayer> {
  const { origin, pathname } = new URL(link);
  const client = new RoomtoneClient({ baseUrl: origin });
  const name = newName(stem);
  await client.register({ username: name, email: `${name}@example.org`, password: crypto.randomUUID() });
  const room = client.openRoom({ roomId: decodeURIComponent(pathname.split('/').at(-1) ?? '') });
  const heard: OutsidePlayer['heard'] = [];
  room.on('notes', ({ sender, startTimeUs, offsets, data }) => {
    let position = 0;
    for (const offset of offsets) {
      const length = [0xc0, 0xd0].includes((data[position] ?? 0) & 0xf0) ? 2 : 3;
      heard.push({ sender, timeUs: startTimeUs + offset, bytes: [...data.subarray(position, position + length)] });
      position += length;
    }
  });
  await room.ready;
  return { name, room, heard, leave: () => room.leave() };
}

import { writeFile } from 'node:fs/promises';
import type { ChatMessage, Room, RoomtoneClient } from '@roomtone/sdk';
import { chatHistory } from '@roomtone/sdk/extras';
import type { Context } from '../command.ts';
import { withRoom } from '../destination.ts';
import { UsageError } from '../explain.ts';
import { harmless } from '../output.ts';

export interface DownloadOptions {
  readonly out?: string;
  readonly overwrite?: boolean;
}

/** A file that somebody has shared in the chat of a room. */
interface Take {
  readonly fileId: string;
  readonly name: string;
  readonly sharedBy: string;
  readonly time: string;
}

const pageSize = 100;
const announcement = /^♪ (?<name>.+) #file:(?<fileId>[A-Za-z0-9_-]{22})$/su;

/** Lists the recordings and MIDI files that the chat of a room announces, the newest first. */
export async function listTakes(context: Context, where: string): Promise<void> {
  const { output } = context;
  await inside(context, where, async (_client, room) => {
    const takes = await takesOf(room);
    for (const take of takes) {
      const who = output.styled('dim', `${harmless(take.sharedBy)}, ${take.time}`);
      output.result(take, `${take.fileId}  ${harmless(take.name)}  ${who}`);
    }
    if (takes.length === 0) output.say('Nobody has shared a recording or a MIDI file here.');
  });
}

/** Saves one of them. Its name comes from somebody else, so it is made safe for every file system. */
export async function downloadTake(
  context: Context,
  where: string,
  wanted: string | undefined,
  { out, overwrite }: DownloadOptions,
): Promise<void> {
  await inside(context, where, async (client, room) => {
    const takes = await takesOf(room);
    const take =
      wanted === undefined ? takes[0] : takes.find(({ fileId, name }) => wanted === fileId || wanted === name);
    if (take === undefined)
      throw new UsageError(`There is no such take. List them with \`roomtone take list ${where}\`.`);
    const { data } = await client.rooms.file(room.info.roomId, take.fileId, { signal: context.signal });
    const file = out ?? fileNameOf(take.name);
    const bytes = Buffer.from(data, 'base64');
    await writeFile(file, bytes, { flag: overwrite === true ? 'w' : 'wx' }).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'EEXIST' ? new Error(`${file} exists already; --overwrite replaces it.`) : error;
    });
    context.output.result({ ...take, file, bytes: bytes.length }, `${file}: “${harmless(take.name)}”`);
  });
}

async function inside(
  context: Context,
  where: string,
  act: (client: RoomtoneClient, room: Room) => Promise<void>,
): Promise<void> {
  const destination = withRoom(context.destination(where));
  await context.connected(destination, { need: 'guest' }, async ({ client }) => {
    const room = await client.joinRoom(destination.roomId, { ...context.roomPassword, signal: context.signal });
    try {
      await act(client, room);
    } finally {
      await room.leave();
    }
  });
}

async function takesOf(room: Room): Promise<readonly Take[]> {
  const takes: Take[] = [];
  for (let before: number | undefined; ; ) {
    const { messages, more } = await chatHistory(room, {
      limit: pageSize,
      ...(before === undefined ? {} : { before }),
    });
    takes.push(...messages.toReversed().flatMap(takeIn));
    before = messages[0]?.position;
    if (!more || before === undefined) return takes;
  }
}

/** Service rule S18.21 says how a message announces a file. */
function takeIn({ message, username, timestamp }: ChatMessage): readonly Take[] {
  const { name, fileId } = announcement.exec(message)?.groups ?? {};
  if (name === undefined || fileId === undefined) return [];
  return [{ fileId, name, sharedBy: username, time: new Date(timestamp).toISOString() }];
}

/** Windows has the strictest rules for names. */
export function fileNameOf(name: string): string {
  const stem = harmless(name)
    .replace(/\.midi?$/i, '')
    .replace(/[<>:"/\\|?*]/g, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const isReserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(stem);
  return `${stem === '' || isReserved ? `take-${stem}`.replace(/-$/, '') : stem}.mid`;
}

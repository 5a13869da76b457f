import { randomBytes } from 'node:crypto';
import { type JoinRoomOptions, type Room, RoomtoneClient, readInvitation } from '@roomtone/sdk';

/** A room that a program is in. Leave it at the end. */
export interface Entered {
  readonly client: RoomtoneClient;
  readonly room: Room;
  leave(): Promise<void>;
}

/** Runs a program in the room of the invitation on the command line, until Ctrl-C or until it returns. */
export async function inRoom(
  run: (entered: Entered, signal: AbortSignal) => Promise<void>,
  options?: JoinRoomOptions,
): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort());
  const link = process.argv.at(-1) ?? '';
  const entered = await enter(link, options);
  try {
    await run(entered, stop.signal);
  } finally {
    await entered.leave();
  }
}

/** Joins as the bot of ROOMTONE_TOKEN on ROOMTONE_SERVER, or by an account that is deleted at the end. */
export async function enter(link: string, options: JoinRoomOptions = {}): Promise<Entered> {
  const token = tokenFor(link);
  const client = RoomtoneClient.forInvitation(link, token === undefined ? {} : { token });
  if (token !== undefined) {
    const room = await client.joinInvitation(link, options);
    return { client, room, leave: () => room.leave() };
  }
  const [username, password] = [`example-${randomBytes(4).toString('hex')}`, randomBytes(24).toString('base64url')];
  await client.register({ username, email: `${username}@example.com`, password });
  const room = await client.joinInvitation(link, options);
  return {
    client,
    room,
    leave: async () => {
      await room.leave();
      await client.account.delete(password);
    },
  };
}

/** The token of ROOMTONE_TOKEN, which goes to ROOMTONE_SERVER only, whatever the invitation says. */
function tokenFor(link: string): string | undefined {
  const { ROOMTONE_TOKEN: token, ROOMTONE_SERVER: server } = process.env;
  if (token === undefined) return undefined;
  const [first = ''] = readInvitation(link).servers;
  if (server === undefined || !readInvitation(server).servers.includes(first))
    throw new Error(`ROOMTONE_TOKEN is not for ${first}: set ROOMTONE_SERVER to the server that it is for.`);
  return token;
}

/** Resolves when the program is to end: it was interrupted, or the room is closed for good. */
export function untilOver(room: Room, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    room.on('state', ({ status }) => {
      if (status === 'closed') resolve();
    });
  });
}

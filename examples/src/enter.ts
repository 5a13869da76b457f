import { randomBytes } from 'node:crypto';
import { type JoinRoomOptions, type Room, RoomtoneClient } from '@roomtone/sdk';

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

/** Joins as the bot of ROOMTONE_TOKEN, or by an account that is deleted at the end. */
export async function enter(link: string, options: JoinRoomOptions = {}): Promise<Entered> {
  const token = process.env['ROOMTONE_TOKEN'];
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

/** Resolves when the program is to end: it was interrupted, or the room is closed for good. */
export function untilOver(room: Room, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve());
    room.on('state', ({ status }) => {
      if (status === 'closed') resolve();
    });
  });
}

import { createInterface } from 'node:readline/promises';
import type { RoomChanges, RoomDetails } from '@roomtone/sdk';
import { askOn } from '../ask.ts';
import type { Context } from '../command.ts';
import { type Destination, withRoom } from '../destination.ts';
import { UsageError } from '../explain.ts';

/** The options that describe a room. */
export interface RoomOptions {
  readonly name?: string;
  readonly maxUsers?: string;
  /** True to ask for one; false removes it. */
  readonly password?: boolean;
  readonly set?: readonly string[];
}

/** Creates a room, which lasts until somebody deletes it. */
export async function createRoom(
  context: Context,
  roomName: string,
  options: RoomOptions & { readonly private?: boolean },
): Promise<void> {
  const destination = context.server(undefined);
  const changes = await changesIn(context, options);
  const roomType = options.private === true ? 'private' : 'public';
  await context.connected(destination, { need: 'sign-in' }, async ({ client }) => {
    const room = await typosAsUsage(() => client.rooms.create({ ...changes, roomName, roomType }));
    show(context, destination, room);
  });
}

/** Changes what the options name. */
export async function editRoom(context: Context, where: string, options: RoomOptions): Promise<void> {
  const destination = withRoom(context.destination(where));
  const changes = await changesIn(context, options);
  if (Object.keys(changes).length === 0)
    throw new UsageError('Change what? Give --name, --max-users, --password or --set.');
  await context.connected(destination, { need: 'sign-in' }, async ({ client }) => {
    show(context, destination, await typosAsUsage(() => client.rooms.update(destination.roomId, changes)));
  });
}

/** Deletes a room for everybody; a person at a terminal is asked before. */
export async function deleteRoom(context: Context, where: string, { yes }: { readonly yes?: boolean }): Promise<void> {
  const { process, output, signal } = context;
  const destination = withRoom(context.destination(where));
  const { roomId } = destination;
  await context.connected(destination, { need: 'sign-in' }, async ({ client }) => {
    const { roomName } = await client.rooms.get(roomId);
    if (!yes && process.stdin.isTTY) {
      const terminal = createInterface({ input: process.stdin, output: process.stderr });
      try {
        output.say(`This deletes “${roomName}” with its chat, sheets and loops.`);
        const answer = await terminal.question('Type the name of the room to delete it: ', { signal });
        if (answer.trim() !== roomName) throw new Error('Nothing was deleted.');
      } finally {
        terminal.close();
      }
    }
    await client.rooms.delete(roomId);
    output.result({ roomId, deleted: true }, `“${roomName}” is deleted.`);
  });
}

function show({ output }: Context, { baseUrl }: Destination, room: RoomDetails): void {
  const link = `${baseUrl}/rooms/${room.roomId}`;
  output.result({ ...room, link }, link);
}

async function changesIn(context: Context, options: RoomOptions): Promise<RoomChanges> {
  const { name, maxUsers, password, set = [] } = options;
  const most = Number(maxUsers);
  if (maxUsers !== undefined && !Number.isInteger(most)) throw new UsageError('--max-users must be a whole number.');
  return {
    ...(name === undefined ? {} : { roomName: name }),
    ...(maxUsers === undefined ? {} : { maxUsers: most }),
    ...(password === undefined ? {} : { password: password ? await askPassword(context) : null }),
    ...(set.length === 0 ? {} : { settings: Object.fromEntries(set.map(settingIn)) }),
  };
}

/** A secret is no argument, because arguments are visible to everybody on the machine. */
async function askPassword({ process, signal }: Context): Promise<string> {
  const asked = askOn(process.stdin, process.stderr, signal);
  try {
    const password = await asked.askSecretly('Password of the room: ');
    if (password === '') throw new UsageError('--password reads the password from standard input.');
    return password;
  } finally {
    asked.close();
  }
}

function settingIn(given: string): [string, string | number | boolean] {
  const [, name, value] = /^(\w+)=(.*)$/.exec(given) ?? [];
  if (name === undefined || value === undefined) throw new UsageError(`--set takes name=value, not ${given}.`);
  if (value === 'true' || value === 'false') return [name, value === 'true'];
  return [name, /^\d+$/.test(value) ? Number(value) : value];
}

/** The SDK says which setting is meant by one that is misspelt. */
async function typosAsUsage<Value>(call: () => Promise<Value>): Promise<Value> {
  return call().catch((error: unknown) => {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  });
}

import { text } from 'node:stream/consumers';
import { type RoomConnection, RoomtoneClient, RoomtoneError } from '@roomtone/sdk';

/** Something is wrong with how a program was called. */
export class UsageError extends Error {}

/** Where to go and as whom; secrets come from the environment or standard input, never from the command line. */
export interface Visit {
  readonly server: string;
  readonly roomId: string;
  readonly roomPassword?: string;
  /** Absent for nobody in particular. */
  readonly account?: { readonly username: string; readonly password: string };
}

/** The options that say where to go and as whom, for node:util's parseArgs. */
export const visitOptions = {
  server: { type: 'string', default: 'http://127.0.0.1:7420' },
  room: { type: 'string' },
  user: { type: 'string' },
  'password-stdin': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** @throws {UsageError} when something is missing or contradicts itself. */
export async function visitFrom(values: {
  readonly server: string;
  readonly room?: string | undefined;
  readonly user?: string | undefined;
  readonly 'password-stdin': boolean;
}): Promise<Visit> {
  const { server, room, user } = values;
  const { ROOMTONE_PASSWORD, ROOMTONE_ROOM_PASSWORD } = process.env;
  if (room === undefined) throw new UsageError('--room is missing: the id of the room.');
  if (!/^https?:\/\/[^/]/.test(server) || !URL.canParse(server)) {
    throw new UsageError('--server must be an address such as http://127.0.0.1:7420.');
  }
  const common = {
    server,
    roomId: room,
    ...(ROOMTONE_ROOM_PASSWORD === undefined ? {} : { roomPassword: ROOMTONE_ROOM_PASSWORD }),
  };
  if (user === undefined) {
    if (values['password-stdin']) throw new UsageError('--password-stdin needs --user.');
    return common;
  }
  const password = values['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : ROOMTONE_PASSWORD;
  if (!password) throw new UsageError('--user needs a password: --password-stdin, or ROOMTONE_PASSWORD.');
  return { ...common, account: { username: user, password } };
}

/**
 * Signs in where an account is given; else one is a guest.
 * @throws {RoomtoneError} when there is no server, or it does not accept the account.
 */
export async function signedIn({ server, account }: Visit): Promise<RoomtoneClient> {
  const client = new RoomtoneClient({ baseUrl: server });
  await client.health();
  if (account !== undefined) await client.login(account);
  return client;
}

/**
 * Joins the room and resolves when inside; the signal gives up.
 * @param opened gets the connection before anything has come in over it.
 * @throws {RoomtoneError} when the server does not let us in, or cannot be reached.
 */
export async function joinRoom(
  client: RoomtoneClient,
  { roomId, roomPassword }: Visit,
  signal: AbortSignal,
  opened: (connection: RoomConnection) => void = () => {},
): Promise<RoomConnection> {
  const password = roomPassword === undefined ? {} : { password: roomPassword };
  // What a file says is played event for event; the pace is what keeps it within the quota.
  const connection = client.openRoom({ roomId, ...password }, { thinning: false });
  opened(connection);
  const giveUp = () => connection.close();
  // The SDK goes on trying; a program that somebody waits for had better say so.
  const unsubscribe = connection.on('state', ({ status }) => {
    if (status === 'reconnecting') giveUp();
  });
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  try {
    await connection.ready;
    return connection;
  } finally {
    unsubscribe();
    signal.removeEventListener('abort', giveUp);
  }
}

/**
 * Runs a program to its end: the first Ctrl-C or SIGTERM aborts the signal, a second one ends the process at once. Errors
 * become a line on standard error, and exit status 1, or 2 when the program was called wrongly.
 * @param run resolves with the exit status.
 */
export async function runProgram(usage: string, run: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (interrupt.signal.aborted) process.exit(130);
      interrupt.abort();
    });
  }
  try {
    process.exitCode = await run(interrupt.signal);
  } catch (error) {
    const isUsage = error instanceof UsageError || (error instanceof TypeError && 'code' in error);
    process.stderr.write(`${explain(error)}\n${isUsage ? `\n${usage}` : ''}`);
    process.exitCode = isUsage ? 2 : 1;
  }
}

/** Words for whoever called the program. */
export function explain(error: unknown): string {
  if (!(error instanceof RoomtoneError)) return error instanceof Error ? error.message : String(error);
  if (error.details['reason'] === 'password') {
    return 'The room has a password, and ROOMTONE_ROOM_PASSWORD is not set to it.';
  }
  if (error.code === 'RATE_LIMIT_EXCEEDED' && 'dropped' in error.details) {
    return `The server dropped ${String(error.details['dropped'])} events that were over the room's quota.`;
  }
  return error.message;
}

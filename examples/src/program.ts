import { text } from 'node:stream/consumers';
import { type Room, RoomtoneClient, RoomtoneError } from '@roomtone/sdk';

/** The program was called with wrong arguments. */
export class UsageError extends Error {}

/**
 * Server, room and account to use. Secrets come from the environment or standard input, never from the command line.
 */
export interface Destination {
  readonly server: string;
  readonly roomId: string;
  readonly roomPassword?: string;
  /** Undefined for a guest. */
  readonly account?: { readonly username: string; readonly password: string };
}

/** The options for server, room and account, for node:util's parseArgs. */
export const destinationOptions = {
  server: { type: 'string', default: 'http://127.0.0.1:7420' },
  room: { type: 'string' },
  user: { type: 'string' },
  'password-stdin': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** @throws {UsageError} if something is missing or contradictory. */
export async function destinationFrom(values: {
  readonly server: string;
  readonly room?: string | undefined;
  readonly user?: string | undefined;
  readonly 'password-stdin': boolean;
}): Promise<Destination> {
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
 * Signs in if an account is given; otherwise the client is a guest.
 * @throws {RoomtoneError} if the server does not accept the account.
 * @throws {ConnectionError} if there is none.
 */
export async function signedIn({ server, account }: Destination): Promise<RoomtoneClient> {
  const client = new RoomtoneClient({ baseUrl: server });
  await client.health();
  if (account !== undefined) await client.login(account);
  return client;
}

/**
 * Joins the room and resolves when inside; the signal cancels it.
 * @param prepare is called with the room before it receives anything.
 * @throws {RoomtoneError} if the server refuses.
 * @throws {ConnectionError} if it cannot be reached.
 */
export async function joinRoom(
  client: RoomtoneClient,
  { roomId, roomPassword }: Destination,
  signal: AbortSignal,
  prepare: (room: Room) => void = () => {},
): Promise<Room> {
  const password = roomPassword === undefined ? {} : { password: roomPassword };
  // A file is played event for event; pacing keeps it within the quota.
  return client.joinRoom(roomId, { ...password, thinning: false, signal, prepare });
}

/**
 * Runs a program to its end. The first Ctrl-C or SIGTERM aborts the signal; a second one ends the process immediately.
 * An error is printed as one line on standard error, with exit status 1, or 2 for wrong arguments.
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

/** The error as a message for the user. */
export function explain(error: unknown): string {
  if (!(error instanceof RoomtoneError)) return error instanceof Error ? error.message : String(error);
  if (error.details.reason === 'password') {
    return 'The room has a password: set ROOMTONE_ROOM_PASSWORD to it.';
  }
  if (error.code === 'RATE_LIMIT_EXCEEDED' && error.details.dropped !== undefined) {
    return `The server dropped ${error.details.dropped} events that exceeded the room's quota.`;
  }
  return error.message;
}

import { randomBytes } from 'node:crypto';
import { RoomtoneClient, type RoomtoneClientOptions } from '@roomtone/sdk';
import { checkKey, type Destination, invitationIn, type Known, reaching, reachingSafely } from './destination.ts';
import { notSignedIn, UsageError } from './explain.ts';
import type { SignIns } from './sign-ins.ts';

/** A client of a command. Close it at the end: a throwaway account is then deleted. */
export interface Connected {
  readonly client: RoomtoneClient;
  /** The account of the command, in words. */
  readonly as: string;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /**
   * The account that the command needs: anybody may listen, playing and writing need an account, and what lasts needs one that
   * lasts, too.
   */
  readonly need: 'guest' | 'account' | 'sign-in';
  readonly datagrams?: RoomtoneClientOptions['datagrams'];
  readonly signIns: SignIns;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Makes a call again that the server refuses for a while. */
  readonly patiently: <Value>(call: () => Promise<Value>) => Promise<Value>;
}

const botPrefix = 'rtbot_';
const closeMs = 5_000;

/**
 * Connects as the bot of ROOMTONE_TOKEN, else with the sign-in that is kept for this server, else as a guest or, if the command
 * can do with one, by an account that is deleted at the end. A token or sign-in goes to its own server only.
 * @throws {UsageError} if ROOMTONE_TOKEN or the sign-in is for another server.
 * @throws {RoomtoneError} if the server refuses the account or makes no new ones.
 * @throws {ConnectionError} if it cannot be reached.
 */
export async function connect(destination: Destination, options: ConnectOptions): Promise<Connected> {
  const { baseUrl } = destination;
  const { need, datagrams = 'off', signIns, env, patiently } = options;
  const token = tokenFor(destination, env);
  if (token !== undefined) return asBot(new RoomtoneClient({ ...reachingSafely(destination), datagrams, token }));
  const kept = signIns.settings.server(baseUrl);
  if (kept !== undefined) return signedIn(destination, kept, options);
  if (need === 'sign-in')
    throw notSignedIn(`You are not signed in to ${baseUrl}. Sign in with \`roomtone login ${baseUrl}\`.`);
  const reached = { ...reaching(destination), datagrams };
  if (need === 'account') return throwaway(reached, patiently);
  const client = new RoomtoneClient(reached);
  await client.health();
  return { client, as: 'a guest', close: async () => {} };
}

async function signedIn(destination: Destination, kept: Known, options: ConnectOptions): Promise<Connected> {
  const { datagrams = 'off', signIns, patiently } = options;
  const { baseUrl } = destination;
  checkKey(destination, kept);
  const store = await signIns.store(baseUrl);
  const common = { ...reachingSafely(destination), datagrams };
  const tokens = await store.load();
  if (tokens?.refreshToken.startsWith(botPrefix))
    return asBot(new RoomtoneClient({ ...common, token: tokens.refreshToken }));
  const client = new RoomtoneClient({ ...common, tokenStore: store });
  const user = await patiently(() => client.restore());
  if (user !== undefined) return { client, as: user.username, close: async () => {} };
  throw notSignedIn(
    `Your sign-in at ${baseUrl} has ended. Sign in again with \`roomtone login ${baseUrl}\`, or go on without one after \`roomtone logout ${baseUrl}\`.`,
  );
}

/** @throws {UsageError} if ROOMTONE_TOKEN is for no server or for another one. */
function tokenFor(destination: Destination, env: ConnectOptions['env']): string | undefined {
  const { ROOMTONE_TOKEN: token, ROOMTONE_SERVER: server } = env;
  if (!token) return undefined;
  if (!server)
    throw new UsageError('ROOMTONE_TOKEN needs ROOMTONE_SERVER beside it: the address of the server it is for.');
  const { servers, fingerprint } = invitationIn(server);
  const { baseUrl, fingerprint: expected } = destination;
  if (!servers.includes(baseUrl) || (fingerprint ?? expected) !== expected)
    throw new UsageError(`ROOMTONE_TOKEN is for ${servers[0]}, not for ${baseUrl}: unset it, or set ROOMTONE_SERVER.`);
  return token;
}

async function asBot(client: RoomtoneClient): Promise<Connected> {
  const bot = await client.restore();
  if (bot === undefined) throw notSignedIn('This bot token does not work: it was replaced or revoked.');
  return { client, as: bot.username, close: async () => {} };
}

/** How a bot's token is kept in place of a person's tokens. */
export function keptAsBot(token: string): { readonly refreshToken: string; readonly userId: string } {
  return { refreshToken: token, userId: '' };
}

/** Registers an account for this run only, with as little in it as the server allows. */
export async function throwaway(
  options: RoomtoneClientOptions,
  patiently: ConnectOptions['patiently'],
): Promise<Connected> {
  const client = new RoomtoneClient(options);
  const server = await client.server();
  const username = `cli-${randomBytes(5).toString('hex')}`;
  const password = server.password === 'optional' ? undefined : randomBytes(24).toString('base64url');
  const registration = {
    username,
    ...(server.email === 'required' ? { email: `${username}@example.com` } : {}),
    ...(password === undefined ? {} : { password }),
  };
  await patiently(() => client.register(registration));
  return {
    client,
    as: username,
    close: async () => {
      await client.account.delete(password, { timeoutMs: closeMs });
    },
  };
}

import { randomBytes } from 'node:crypto';
import { RoomtoneClient, type RoomtoneClientOptions, RoomtoneError } from '@roomtone/sdk';
import { type Destination, reaching } from './destination.ts';
import type { SignIns } from './sign-ins.ts';

/** A client of a command. Close it at the end: a throwaway account is then deleted. */
export interface Connected {
  readonly client: RoomtoneClient;
  /** The account of the command, in words. */
  readonly as: string;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** The account that the command needs: anybody may listen, playing and writing need an account. */
  readonly need: 'guest' | 'account';
  readonly datagrams?: RoomtoneClientOptions['datagrams'];
  readonly signIns: SignIns;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const botPrefix = 'rtbot_';
const closeMs = 5_000;

/**
 * Connects as the bot of ROOMTONE_TOKEN, else with the sign-in that is kept for this server, else as a guest or, if the command
 * needs one, by an account that is deleted at the end.
 * @throws {RoomtoneError} if the server refuses the account or makes no new ones.
 * @throws {ConnectionError} if it cannot be reached.
 */
export async function connect(destination: Destination, options: ConnectOptions): Promise<Connected> {
  const { baseUrl } = destination;
  const { need, datagrams = 'off', signIns, env } = options;
  const common = { ...reaching(destination), datagrams };
  const known = env['ROOMTONE_TOKEN'] || (await keptBotToken(baseUrl, signIns));
  if (known) return asBot(new RoomtoneClient({ ...common, token: known }));
  const isKept = signIns.settings.server(baseUrl) !== undefined;
  const client = new RoomtoneClient({ ...common, ...(isKept ? { tokenStore: await signIns.store(baseUrl) } : {}) });
  const user = isKept ? await client.restore() : undefined;
  if (user !== undefined) return { client, as: user.username, close: async () => {} };
  if (need === 'guest') {
    await client.health();
    return { client, as: 'a guest', close: async () => {} };
  }
  return throwaway(new RoomtoneClient(common));
}

async function asBot(client: RoomtoneClient): Promise<Connected> {
  const bot = await client.restore();
  if (bot === undefined)
    throw new RoomtoneError('AUTHENTICATION_ERROR', 'This bot token does not work: it was replaced or revoked.');
  return { client, as: bot.username, close: async () => {} };
}

async function keptBotToken(baseUrl: string, signIns: SignIns): Promise<string | undefined> {
  if (signIns.settings.server(baseUrl) === undefined) return undefined;
  const kept = await (await signIns.store(baseUrl)).load();
  return kept?.refreshToken.startsWith(botPrefix) ? kept.refreshToken : undefined;
}

/** How a bot's token is kept in place of a person's tokens. */
export function keptAsBot(token: string): { readonly refreshToken: string; readonly userId: string } {
  return { refreshToken: token, userId: '' };
}

/** Registers an account for this run only, with as little in it as the server allows. */
async function throwaway(client: RoomtoneClient): Promise<Connected> {
  const server = await client.server();
  const username = `cli-${randomBytes(5).toString('hex')}`;
  const password = server.password === 'optional' ? undefined : randomBytes(24).toString('base64url');
  await client.register({
    username,
    ...(server.email === 'required' ? { email: `${username}@example.com` } : {}),
    ...(password === undefined ? {} : { password }),
  });
  return {
    client,
    as: username,
    close: async () => {
      await client.account.delete(password, { timeoutMs: closeMs });
    },
  };
}

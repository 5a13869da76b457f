import { MemoryTokenStore, RoomtoneClient, RoomtoneError, type StoredTokens } from '@roomtone/sdk';
import { type Asked, askOn } from '../ask.ts';
import type { Context } from '../command.ts';
import { keptAsBot } from '../connect.ts';
import { checkKey, type Destination, reachingSafely } from '../destination.ts';
import { notSignedIn, UsageError } from '../explain.ts';

export interface LoginOptions {
  readonly user?: string;
  readonly bot?: boolean;
}

/** Signs in to a server and keeps the sign-in. Secrets are asked for, or come from the lines of standard input. */
export async function login(context: Context, where: string | undefined, { user, bot }: LoginOptions): Promise<void> {
  const { process, signIns, output, signal } = context;
  const destination = context.server(where);
  const asked = askOn(process.stdin, process.stderr, signal);
  try {
    const { baseUrl, fingerprint } = destination;
    const { username, tokens } = await (bot ? signInAsBot(asked, destination) : signIn(asked, destination, user));
    // Only now: a sign-in from before lasts until another one has succeeded.
    const keeper = await signIns.keeper();
    signIns.settings.add({ baseUrl, keeper, ...(fingerprint === undefined ? {} : { fingerprint }) });
    await (await signIns.store(baseUrl)).save(tokens);
    output.result({ server: baseUrl, user: username, kept: keeper }, `Signed in to ${baseUrl} as ${username}.`);
    if (keeper === 'file') {
      output.say(
        `This system has no keychain: the sign-in is kept in ${signIns.fileOf(baseUrl)}, which only you can read.`,
      );
    }
  } finally {
    asked.close();
  }
}

/** Somebody who has just signed in. */
interface SignedIn {
  readonly username: string;
  readonly tokens: StoredTokens;
}

async function signIn(asked: Asked, destination: Destination, user: string | undefined): Promise<SignedIn> {
  const tokenStore = new MemoryTokenStore();
  const client = new RoomtoneClient({ ...reachingSafely(destination), tokenStore });
  const username = user ?? (await asked.ask('Username: '));
  const password = await asked.askSecretly('Password: ');
  if (!username || !password) throw new UsageError('Signing in needs a username and, on standard input, the password.');
  const known = await client.login({ username, password, rememberMe: true }).catch(async (error: unknown) => {
    const needed = error instanceof RoomtoneError ? error.details.secondFactor : undefined;
    if (needed === undefined) throw error;
    const code = (await asked.ask('Code from your authenticator app, or a recovery code: ')).trim();
    const factor = /^[\d ]{6,8}$/.test(code) ? { code } : { recoveryCode: code };
    return client.loginWithSecondFactor({ challenge: needed.challenge, ...factor });
  });
  const tokens = await tokenStore.load();
  if (tokens === undefined) throw new Error('The server gave no sign-in to keep.');
  return { username: known.username, tokens };
}

async function signInAsBot(asked: Asked, destination: Destination): Promise<SignedIn> {
  const token = (await asked.askSecretly('Bot token: ')).trim();
  if (!token.startsWith('rtbot_')) throw new UsageError('A bot token begins with rtbot_. The account page makes one.');
  const bot = await new RoomtoneClient({ ...reachingSafely(destination), token }).restore();
  if (bot === undefined) throw notSignedIn('This bot token does not work: it was replaced or revoked.');
  return { username: bot.username, tokens: keptAsBot(token) };
}

/** Signs out, and forgets the sign-in. */
export async function logout(context: Context, where: string | undefined): Promise<void> {
  const { signIns, output } = context;
  const destination = context.server(where);
  const { baseUrl } = destination;
  const known = signIns.settings.server(baseUrl);
  if (known === undefined) throw notSignedIn(`You are not signed in to ${baseUrl}.`);
  checkKey(destination, known);
  const store = await signIns.store(baseUrl);
  const kept = await store.load();
  if (kept !== undefined && kept.userId !== '') {
    const client = new RoomtoneClient({ ...reachingSafely(destination), tokenStore: store });
    // Without an answer the session ends by itself; it must not stay on this machine.
    await client
      .restore()
      .then(() => client.logout())
      .catch(() => output.say(`${baseUrl} does not answer. The sign-in is deleted here.`));
  }
  await store.clear();
  signIns.settings.remove(baseUrl);
  output.result({ server: baseUrl }, `Signed out of ${baseUrl}.`);
}

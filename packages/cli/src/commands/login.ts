import { RoomtoneClient, RoomtoneError, type TokenStore } from '@roomtone/sdk';
import { type Asked, askOn } from '../ask.ts';
import type { Context } from '../command.ts';
import { keptAsBot } from '../connect.ts';
import { type Destination, reaching } from '../destination.ts';
import { UsageError } from '../explain.ts';

export interface LoginOptions {
  readonly user?: string;
  readonly bot?: boolean;
}

/** Signs in to a server and keeps the sign-in. Secrets are asked for, or come from the lines of standard input. */
export async function login(context: Context, where: string | undefined, { user, bot }: LoginOptions): Promise<void> {
  const { process, signIns, output, signal } = context;
  const destination = context.destination(where);
  const asked = askOn(process.stdin, process.stderr, signal);
  try {
    const keeper = await signIns.keeper();
    const { baseUrl, fingerprint } = destination;
    signIns.settings.add({ baseUrl, keeper, ...(fingerprint === undefined ? {} : { fingerprint }) });
    const store = await signIns.store(baseUrl);
    const username = await (bot
      ? signInAsBot(asked, destination, store)
      : signIn(asked, destination, store, user)
    ).catch((error: unknown) => {
      signIns.settings.remove(baseUrl);
      throw error;
    });
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

async function signIn(asked: Asked, destination: Destination, store: TokenStore, user: string | undefined) {
  const client = new RoomtoneClient({ ...reaching(destination), tokenStore: store });
  const username = user ?? (await asked.ask('Username: '));
  const password = await asked.askSecretly('Password: ');
  if (!username || !password) throw new UsageError('Signing in needs a username and, on standard input, the password.');
  try {
    return (await client.login({ username, password, rememberMe: true })).username;
  } catch (error) {
    const needed = error instanceof RoomtoneError ? error.details.secondFactor : undefined;
    if (needed === undefined) throw error;
    const code = (await asked.ask('Code from your authenticator app, or a recovery code: ')).trim();
    const factor = /^[\d ]{6,8}$/.test(code) ? { code } : { recoveryCode: code };
    return (await client.loginWithSecondFactor({ challenge: needed.challenge, ...factor })).username;
  }
}

async function signInAsBot(asked: Asked, destination: Destination, store: TokenStore): Promise<string> {
  const token = (await asked.askSecretly('Bot token: ')).trim();
  if (!token.startsWith('rtbot_')) throw new UsageError('A bot token begins with rtbot_. The account page makes one.');
  const bot = await new RoomtoneClient({ ...reaching(destination), token }).restore();
  if (bot === undefined) throw new Error('This bot token does not work: it was replaced or revoked.');
  await store.save(keptAsBot(token));
  return bot.username;
}

/** Signs out, and forgets the sign-in. */
export async function logout(context: Context, where: string | undefined): Promise<void> {
  const { signIns, output } = context;
  const destination = context.destination(where);
  const { baseUrl } = destination;
  if (signIns.settings.server(baseUrl) === undefined) throw new Error(`You are not signed in to ${baseUrl}.`);
  const store = await signIns.store(baseUrl);
  const kept = await store.load();
  if (kept !== undefined && kept.userId !== '') {
    const client = new RoomtoneClient({ ...reaching(destination), tokenStore: store });
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

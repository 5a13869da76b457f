// Shared by the command tests: the host's side (commands) and the users' side (requests).
import { PassThrough, Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { readCommand } from '../../src/commands/arguments.ts';
import { exitFor } from '../../src/commands/exit-status.ts';
import { runCommand } from '../../src/commands/run-command.ts';
import { readConfig } from '../../src/config/config.ts';
import { TestPlayer } from '../realtime/test-player.ts';
import { runServer } from '../support/server-process.ts';

export interface Outcome {
  readonly status: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A program that runs the command, such as `setpriv` with its options. */
  readonly through?: readonly string[];
}

/** Runs a command in a process, from the build, to its end. */
export async function command(
  dataDir: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<Outcome> {
  const { out, ended } = runServer(dataDir, { args, ...options });
  return { status: await ended, ...out };
}

/** Runs a command within this process, which is much faster. */
export async function commandHere(
  dataDir: string,
  args: readonly string[],
  { input = '', env = {} }: CommandOptions = {},
): Promise<Outcome> {
  const out = { stdout: '', stderr: '' };
  const warn = (line: string) => {
    out.stderr += `${line}\n`;
  };
  try {
    const asked = readCommand(args);
    if (asked.kind === 'serve') throw new Error('serve is not a command');
    await runCommand(asked, {
      settings: async () => readConfig({ ROOMTONE_DATA_DIR: dataDir, ...env }),
      input: Readable.from(input === '' ? [] : [input]),
      prompts: new PassThrough(),
      uid: undefined,
      say: (line) => {
        out.stdout += `${line}\n`;
      },
      warn,
      signal: new AbortController().signal,
    });
    return { status: 0, ...out };
  } catch (error) {
    const { status, message } = exitFor(error, 'command');
    warn(message);
    return { status, ...out };
  }
}

/** Enough for a test with many processes on a busy machine; only a hanging test takes this long. */
export const processesTimeoutMs = 150_000;

/** High limits for tests with many requests. */
export const unlimited = {
  ROOMTONE_RATE_LIMIT_GENERAL: '1000000',
  ROOMTONE_RATE_LIMIT_AUTH: '1000000',
  ROOMTONE_COMMAND_LIMIT_FACTOR: '1000000',
  ROOMTONE_LOG_LEVEL: 'warn',
} as const;

export const password = 'correct horse';

export interface SignedIn {
  readonly token: string;
  readonly refresh_token: string;
  readonly user: { readonly user_id: string };
}

/** One server, by its address. */
interface SiteAnswer {
  readonly status: number;
  readonly data: unknown;
  /** Of a refusal. */
  readonly details: Readonly<Record<string, unknown>>;
}

export class Site {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async call(method: string, path: string, body?: object, token?: string): Promise<SiteAnswer> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const { data, error } = (await response.json()) as { data?: unknown; error?: Pick<SiteAnswer, 'details'> };
    return { status: response.status, data, details: error?.details ?? {} };
  }

  /** @throws if the request is refused. */
  async data<Data>(method: string, path: string, body?: object, token?: string): Promise<Data> {
    const { status, data } = await this.call(method, path, body, token);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}`);
    return data as Data;
  }

  register(username: string): Promise<SignedIn> {
    const email = `${username}@example.org`;
    return this.data('POST', '/api/auth/register', { username, email, password, confirm_password: password });
  }

  async loginStatus(username: string, withPassword = password): Promise<number> {
    return (await this.call('POST', '/api/auth/login', { username, password: withPassword })).status;
  }

  async picture(path: string): Promise<Buffer> {
    return Buffer.from(await (await fetch(`${this.#url}${path}`)).arrayBuffer());
  }

  /** Opens a connection, which ends with the test, and takes the welcome message. */
  async connect(token: string): Promise<TestPlayer> {
    const ticket = await this.data<{ ws_url: string }>('POST', '/api/auth/websocket-ticket', {}, token);
    const player = new TestPlayer(ticket.ws_url);
    onTestFinished(() => player.socket.terminate());
    await player.take('welcome');
    return player;
  }
}

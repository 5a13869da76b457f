import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url));

/** The real, built server: a process with its own data directory, on a free port. */
export interface RunningServer {
  readonly url: string;
  /** Of its certificate's key; undefined for plain http. */
  readonly fingerprint: string | undefined;
  /** Makes an account the admin's, once (S17.7); undefined if there is an admin. */
  readonly hostLink: string | undefined;
  /** Stops it and starts it again on the same port and data. */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Stops it and deletes its data. */
  stop(): Promise<void>;
}

/**
 * Resolves when the server reports that it is ready.
 * @param env overrides the settings that suit most tests.
 * @param through a command to run it with, such as `ip netns exec other`.
 * @param entry its `main.js`, if not that of the current build.
 */
export async function startServer(
  env: Readonly<Record<string, string>> = {},
  through: readonly string[] = [],
  entry: string = built,
): Promise<RunningServer> {
  if (!existsSync(entry)) throw new Error(`${entry} is missing: build first`);
  const dataDir = await mkdtemp(join(tmpdir(), 'roomtone-test-'));
  const command = [...through, process.execPath, entry];
  const settings = {
    ROOMTONE_DATA_DIR: dataDir,
    ROOMTONE_LOG_LEVEL: 'warn',
    // Programs join, leave and change faster than people.
    ROOMTONE_COMMAND_LIMIT_FACTOR: '1000',
    ...env,
  };
  let { child, url, fingerprint, hostLink } = await launch({ ...settings, ROOMTONE_PORT: '0' }, command);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  return {
    url,
    fingerprint,
    hostLink,
    async restart(signal) {
      await end(signal);
      ({ child, url, fingerprint, hostLink } = await launch(
        { ...settings, ROOMTONE_PORT: new URL(url).port },
        command,
      ));
    },
    async stop() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function launch(settings: Readonly<Record<string, string>>, [program = '', ...args]: readonly string[]) {
  const child: ChildProcessByStdio<null, null, Readable> = spawn(program, args, {
    // A folder without a developer's `.env` file.
    cwd: settings['ROOMTONE_DATA_DIR'],
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let said = '';
  for await (const line of createInterface({ input: child.stderr })) {
    said += `${line}\n`;
    const url = /Roomtone is ready: (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stderr.resume();
    const fingerprint = /^Fingerprint of its certificate: (\S+)$/m.exec(said)?.[1];
    return { child, url, fingerprint, hostLink: /^You are the host\. .*: (\S+)$/m.exec(said)?.[1] };
  }
  throw new Error(`the server did not start:\n${said}`);
}

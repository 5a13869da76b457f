import { setTimeout as delay } from 'node:timers/promises';
import { freePort, type LaunchOptions, launch, type ServerProcess } from './server-process.ts';

/** The time that systemd waits before it restarts a service. */
const restartMs = 100;
/** Bad settings, or a directory in use: the unit does not restart the server after these. */
const finalStatuses = [2, 3];

/** A server that is restarted when it fails, as by the systemd unit. */
export interface Supervised {
  readonly url: string;
  readonly current: ServerProcess;
  /** The exit status or signal of each run so far. */
  readonly ends: readonly (number | NodeJS.Signals)[];
  /** The standard error of all runs. */
  readonly said: string;
  /** Sends SIGTERM, then SIGKILL if the server does not end in time; resolves with the exit status or signal. */
  stop(withinMs?: number): Promise<number | NodeJS.Signals>;
}

/** Starts the server on a port that all runs use, and resolves when it is ready. */
export async function supervise(options: LaunchOptions): Promise<Supervised> {
  const env = { ...options.env, ROOMTONE_PORT: String(await freePort()) };
  const ends: (number | NodeJS.Signals)[] = [];
  let current = launch({ ...options, env });
  let earlier = '';
  let isWanted = true;
  const keep = async () => {
    for (;;) {
      const end = await current.ended;
      ends.push(end);
      if (!isWanted || end === 0 || finalStatuses.includes(Number(end))) return end;
      earlier += current.said;
      await delay(restartMs);
      if (!isWanted) return end;
      current = launch({ ...options, env });
    }
  };
  const kept = keep();
  const url = await current.ready;
  if (url === undefined) {
    isWanted = false;
    throw new Error(`the server ended with ${await current.ended}: ${current.said}`);
  }
  return {
    url,
    get current() {
      return current;
    },
    ends,
    get said() {
      return earlier + current.said;
    },
    async stop(withinMs = 15_000) {
      isWanted = false;
      current.child.kill('SIGTERM');
      const killTimer = setTimeout(() => current.child.kill('SIGKILL'), withinMs);
      const end = await kept;
      clearTimeout(killTimer);
      return end;
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import { freePort, type LaunchOptions, launch, type ServerProcess } from './server-process.ts';

/** As systemd waits before it starts a service again. */
const restartMs = 100;
/** Bad settings, or a directory in use: the unit does not start again after these. */
const hopeless = [2, 3];

/** A server that is started again when it fails, as the systemd unit has it. */
export interface Supervised {
  readonly url: string;
  readonly current: ServerProcess;
  /** How each run so far ended. */
  readonly ends: readonly (number | NodeJS.Signals)[];
  /** What all runs have said. */
  readonly said: string;
  /** Sends SIGTERM and resolves with how it ended; one that is not gone in time is killed, and it resolves with that. */
  stop(withinMs?: number): Promise<number | NodeJS.Signals>;
}

/** Starts the server on a port that it keeps, and resolves when it is ready. */
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
      if (!isWanted || end === 0 || hopeless.includes(Number(end))) return end;
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
      const impatience = setTimeout(() => current.child.kill('SIGKILL'), withinMs);
      const end = await kept;
      clearTimeout(impatience);
      return end;
    },
  };
}

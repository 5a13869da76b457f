import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SeatPlace } from './seat.ts';

/** What a crowd can be told to do. */
export type CrowdTask =
  | { readonly do: 'join'; readonly places: readonly SeatPlace[] }
  /** All together, in each room in turn; until told otherwise. */
  | { readonly do: 'chat'; readonly perSecond: number }
  /** Each of them as much as the quota allows; until told otherwise. */
  | { readonly do: 'play'; readonly isOn: boolean }
  /** Without a close frame, all at once. */
  | { readonly do: 'lose' }
  /** Resolves when every socket has ended, from the other side. */
  | { readonly do: 'wait for the end' }
  | { readonly do: 'come back' }
  | { readonly do: 'leave' }
  | { readonly do: 'look' };

/** What a crowd says when it has done so. */
export interface CrowdReport {
  /** Sockets open now. */
  readonly open: number;
  /** Of what was asked for: what went wrong, each kind once, with its count. */
  readonly problems: Readonly<Record<string, number>>;
  /** Who came back on the connection they had, as the participant they were. */
  readonly resumed: number;
  /** When the last one had, ms since 1970. */
  readonly doneAtMs: number;
}

/** Many participants in a process of their own. */
export interface Crowd {
  tell(task: CrowdTask): Promise<CrowdReport>;
  end(): Promise<void>;
}

/** Starts one; nobody is in it yet. */
export function startCrowd(): Crowd {
  const child = fork(fileURLToPath(new URL('./crowd-process.ts', import.meta.url)), { execArgv: [] });
  const takeAlong = () => child.kill('SIGKILL');
  process.once('exit', takeAlong);
  let lastId = 0;
  return {
    tell(task) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        const listen = (answer: { readonly id: number; readonly report: CrowdReport }) => {
          if (answer.id !== id) return;
          child.off('message', listen);
          child.off('exit', fail);
          resolve(answer.report);
        };
        const fail = () => reject(new Error('the crowd ended'));
        child.on('message', listen);
        child.once('exit', fail);
        child.send({ id, task });
      });
    },
    async end() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      process.off('exit', takeAlong);
    },
  };
}

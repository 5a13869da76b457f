import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { JoinTarget } from './load-client.ts';

/** A task for all clients of a crowd. */
export type CrowdTask =
  | { readonly do: 'join'; readonly targets: readonly JoinTarget[] }
  /** Send this many chat messages per second in all, in the rooms in turn, until the next such task. */
  | { readonly do: 'chat'; readonly perSecond: number }
  /** Play as much as the quota allows, until switched off. */
  | { readonly do: 'play'; readonly isOn: boolean }
  /** Drop all sockets at the same time, without a close frame. */
  | { readonly do: 'lose' }
  /** Wait until the server has closed every socket. */
  | { readonly do: 'wait for the end' }
  | { readonly do: 'reconnect' }
  | { readonly do: 'leave' }
  | { readonly do: 'report' };

/** A crowd's report after a task. */
export interface CrowdReport {
  /** Sockets open now. */
  readonly open: number;
  /** The problems in this task, by message, with their counts. */
  readonly problems: Readonly<Record<string, number>>;
  /** The number of clients that resumed their connection as the participant they were. */
  readonly resumed: number;
  /** When the last client was done, ms since 1970. */
  readonly doneAtMs: number;
}

/** Many clients in a separate process. */
export interface Crowd {
  run(task: CrowdTask): Promise<CrowdReport>;
  end(): Promise<void>;
}

/** Starts an empty crowd. */
export function startCrowd(): Crowd {
  const child = fork(fileURLToPath(new URL('./crowd-process.ts', import.meta.url)), { execArgv: [] });
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  let lastId = 0;
  return {
    run(task) {
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
      process.off('exit', killChild);
    },
  };
}

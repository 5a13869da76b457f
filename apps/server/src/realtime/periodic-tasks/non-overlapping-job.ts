import type { Log } from '../log.ts';

/**
 * Makes a job that does not start again while it is still running. An error is logged; the next run tries again.
 * @returns `run` starts the job unless it is running; `done` resolves when it is not running.
 */
export function nonOverlapping(log: Pick<Log, 'warn'>, job: () => Promise<void>) {
  let running: Promise<void> | undefined;
  return {
    run() {
      running ??= job()
        .catch((error: unknown) => log.warn({ err: error }, 'a periodic task failed'))
        .finally(() => {
          running = undefined;
        });
    },
    async done() {
      await running;
    },
  };
}

// The process in which a crowd of clients runs: see crowd.ts.
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { CrowdReport, CrowdTask } from './crowd.ts';
import { LoadClient } from './load-client.ts';
import { playAtQuota } from './play-at-quota.ts';

/** The number of clients that join at the same time. */
const joiningAtOnce = 64;
/** The wait after a failed attempt to reconnect, and the time after which a client gives up. */
const retryMs = 200;
const givesUpAfterMs = 60_000;

const clients: LoadClient[] = [];
let chatTimer: NodeJS.Timeout | undefined;
let playTimer: NodeJS.Timeout | undefined;

// This process stands for many machines: on this one, the server and the process that measures have priority.
setPriority(19);
process.on('disconnect', () => process.exit());
process.on('message', async ({ id, task }: { id: number; task: CrowdTask }) => {
  const problems: Record<string, number> = {};
  const addProblem = (error: unknown) => {
    const what = error instanceof Error ? error.message : String(error);
    problems[what] = (problems[what] ?? 0) + 1;
  };
  const resumed = await carryOut(task, addProblem);
  const open = clients.filter((client) => client.isOpen).length;
  const doneAtMs = performance.timeOrigin + performance.now();
  process.send?.({ id, report: { open, problems, resumed, doneAtMs } satisfies CrowdReport });
});

/** Resolves with the number of resumed connections. */
async function carryOut(task: CrowdTask, addProblem: (error: unknown) => void): Promise<number> {
  switch (task.do) {
    case 'join': {
      const joining = task.targets.map((target) => new LoadClient(target));
      clients.push(...joining);
      let next = 0;
      const join = async () => {
        for (let client = joining[next++]; client !== undefined; client = joining[next++])
          await client.join().catch(addProblem);
      };
      await Promise.all(Array.from({ length: joiningAtOnce }, join));
      return 0;
    }
    case 'chat': {
      clearInterval(chatTimer);
      let said = 0;
      if (task.perSecond > 0) {
        // A prime step, so that messages come from all rooms and accounts in turn.
        chatTimer = setInterval(
          () => clients[(said++ * 53) % clients.length]?.say('over here'),
          1_000 / task.perSecond,
        );
      }
      return 0;
    }
    case 'play': {
      clearInterval(playTimer);
      if (task.isOn) playTimer = playAtQuota(clients);
      return 0;
    }
    case 'lose':
      for (const client of clients) client.lose();
      return 0;
    case 'wait for the end':
      while (clients.some((client) => client.isOpen)) await delay(5);
      return 0;
    case 'reconnect': {
      const reconnected = await Promise.all(clients.map((client, index) => reconnect(client, index, addProblem)));
      return reconnected.filter((isSame) => isSame).length;
    }
    case 'leave':
      await Promise.all(clients.map((client) => client.leave()));
      clients.length = 0;
      return 0;
    case 'report':
      return 0;
  }
}

/** Retries as a client does; resolves with true if it is the same participant as before. */
async function reconnect(client: LoadClient, index: number, addProblem: (error: unknown) => void): Promise<boolean> {
  const giveUpAtMs = performance.now() + givesUpAfterMs;
  for (;;) {
    try {
      const { isResumed, isSame } = await client.reconnect();
      return isResumed && isSame;
    } catch (error) {
      client.lose();
      if (performance.now() > giveUpAtMs) {
        addProblem(error);
        return false;
      }
      await delay(retryMs + (index % 50));
    }
  }
}

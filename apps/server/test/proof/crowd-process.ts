// The process of a crowd: see crowd.ts.
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { CrowdReport, CrowdTask } from './crowd.ts';
import { loudNotes } from './loud-notes.ts';
import { Seat } from './seat.ts';

/** How many come in at a time. */
const joiningAtOnce = 64;
/** How long one waits after a failed attempt, and how long it goes on trying. */
const retryMs = 200;
const givesUpAfterMs = 60_000;

const seats: Seat[] = [];
let chatTimer: NodeJS.Timeout | undefined;
let playTimer: NodeJS.Timeout | undefined;

// It stands for many machines. On this one, whoever measures and the server go first.
setPriority(19);
process.on('disconnect', () => process.exit());
process.on('message', async ({ id, task }: { id: number; task: CrowdTask }) => {
  const problems: Record<string, number> = {};
  const blame = (error: unknown) => {
    const what = error instanceof Error ? error.message : String(error);
    problems[what] = (problems[what] ?? 0) + 1;
  };
  const resumed = await carryOut(task, blame);
  const open = seats.filter((seat) => seat.isOpen).length;
  const doneAtMs = performance.timeOrigin + performance.now();
  process.send?.({ id, report: { open, problems, resumed, doneAtMs } satisfies CrowdReport });
});

/** Resolves with how many were resumed. */
async function carryOut(task: CrowdTask, blame: (error: unknown) => void): Promise<number> {
  switch (task.do) {
    case 'join': {
      const joining = task.places.map((place) => new Seat(place));
      seats.push(...joining);
      let next = 0;
      const join = async () => {
        for (let seat = joining[next++]; seat !== undefined; seat = joining[next++]) await seat.join().catch(blame);
      };
      await Promise.all(Array.from({ length: joiningAtOnce }, join));
      return 0;
    }
    case 'chat': {
      clearInterval(chatTimer);
      let said = 0;
      if (task.perSecond > 0) {
        // A prime step, so that rooms and accounts take turns.
        chatTimer = setInterval(() => seats[(said++ * 53) % seats.length]?.say('over here'), 1_000 / task.perSecond);
      }
      return 0;
    }
    case 'play': {
      clearInterval(playTimer);
      if (task.isOn) playTimer = loudNotes(seats);
      return 0;
    }
    case 'lose':
      for (const seat of seats) seat.lose();
      return 0;
    case 'wait for the end':
      while (seats.some((seat) => seat.isOpen)) await delay(5);
      return 0;
    case 'come back': {
      const backs = await Promise.all(seats.map((seat, index) => comeBack(seat, index, blame)));
      return backs.filter((isSame) => isSame).length;
    }
    case 'leave':
      await Promise.all(seats.map((seat) => seat.leave()));
      seats.length = 0;
      return 0;
    case 'look':
      return 0;
  }
}

/** Tries until it is in, as a client does; tells whether it is the participant it was. */
async function comeBack(seat: Seat, index: number, blame: (error: unknown) => void): Promise<boolean> {
  const giveUpAtMs = performance.now() + givesUpAfterMs;
  for (;;) {
    try {
      const { isResumed, isSame } = await seat.comeBack();
      return isResumed && isSame;
    } catch (error) {
      seat.lose();
      if (performance.now() > giveUpAtMs) {
        blame(error);
        return false;
      }
      await delay(retryMs + (index % 50));
    }
  }
}

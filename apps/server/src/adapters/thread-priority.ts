import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Has the threads that this process has by now give way to its main one, which has the notes: storage, password hashes and
 * V8's compiler wait where there is no other core for them. For Linux, which keeps a priority for each thread (sched(7));
 * elsewhere there is one for the whole process.
 * @param mainThread the process's id, which is that of its main thread, too.
 */
export function putMainThreadFirst(mainThread: number): void {
  for (const name of readdirSync('/proc/self/task')) {
    if (Number(name) !== mainThread) giveWay(Number(name));
  }
}

function giveWay(thread: number): void {
  try {
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended meanwhile, or a sandbox does not let it: all works as it did.
  }
}

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Has each thread collect its young objects by itself, from now on. V8 would wake helpers, for the little that survives here,
 * and wait for them; where they get the thread's own core they keep it, and the notes with it, waiting.
 */
export function collectAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
  setFlagsFromString('--no-concurrent-array-buffer-sweeping');
}

/**
 * Collects what the start of this thread leaves behind: 8 MiB of the main one's, 3 of the storage's go back to the system. It
 * stops the thread for some 50 ms: to be called once, before anybody plays.
 */
export function giveMemoryBack(): void {
  setFlagsFromString('--expose-gc');
  // Node gives the function to contexts that are made from now on.
  const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void;
  collect({ type: 'major', flavor: 'last-resort' });
}

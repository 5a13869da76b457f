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

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

/** Made once: each would come with a world of its own. */
let collect: Collect | undefined;

/**
 * Collects everything that is no longer needed and gives its memory back to the system: after the start 8 MiB of the main
 * thread's, 3 of the storage's. It stops the thread for some 50 ms: to be called while nobody plays.
 */
export function giveMemoryBack(): void {
  collect ??= collector();
  collect({ type: 'major', flavor: 'last-resort' });
}

function collector(): Collect {
  setFlagsFromString('--expose-gc');
  // Node gives the function to contexts that are made from now on.
  return runInNewContext('gc') as Collect;
}

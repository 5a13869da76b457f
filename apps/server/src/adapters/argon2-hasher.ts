import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { PasswordHasher } from '../ports.ts';

export interface Argon2Options {
  /** OWASP's recommendation for argon2id unless given: 19 MiB and two passes. */
  readonly memoryKib?: number;
  readonly passes?: number;
  /** How many may run at once: each takes a core and its memory, and the relay needs cores, too. */
  readonly concurrency?: number;
}

/** argon2id. Verifying against no hash computes one all the same, so that its time tells nothing. */
export async function createArgon2Hasher(options: Argon2Options = {}): Promise<PasswordHasher> {
  const { memoryKib = 19_456, passes = 2, concurrency = 2 } = options;
  const cost = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  const nobodys = await hash(randomBytes(32), cost);
  const inTurn = createTurns(concurrency);
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async verify(known, password) {
      const matches = await inTurn(() => verify(known ?? nobodys, password));
      return matches && known !== undefined;
    },
  };
}

/** Runs at most `concurrency` jobs at once, the others in the order they came. */
function createTurns(concurrency: number): <T>(job: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (job) => {
    if (running === concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

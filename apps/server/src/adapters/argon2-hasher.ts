import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { opaqueString } from '../domain/opaque-string.ts';
import { noPassword, type PasswordHasher } from '../ports/password-hasher.ts';
import type { Argon2Work } from './argon2-worker.ts';
import { PasswordQueue } from './password-queue.ts';

export interface Argon2Options {
  /** Default: OWASP's recommendation for argon2id, 19 MiB and two passes. */
  readonly memoryKib?: number;
  readonly passes?: number;
  readonly queue?: PasswordQueue;
  /** Replaces the binary in tests. */
  readonly library?: Argon2;
}

interface Cost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** The part of the library that is in use. */
export interface Argon2 {
  hash(password: string, cost: Cost): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** argon2id. Verifying the password of an unknown account, or of one that has none, takes as long as a known one's, so the time reveals nothing. */
export function createArgon2Hasher(options: Argon2Options = {}): PasswordHasher {
  const { memoryKib = 19_456, passes = 2, queue = new PasswordQueue(), library } = options;
  const cost = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  const load = async () => library ?? (await loadArgon2());
  const nobodys = impossibleHash(memoryKib, passes);
  return {
    hash: (password, work) => queue.run(laneOf(work), async () => (await load()).hash(opaqueString(password), cost)),
    async verify(known, password, work) {
      const isSet = known !== undefined && known !== noPassword;
      const verify = async () => (await load()).verify(isSet ? known : nobodys, opaqueString(password));
      return (await queue.run(laneOf(work), verify)) && isSet;
    },
  };
}

function laneOf(work: { readonly isLogin?: boolean } | undefined) {
  return work?.isLogin === true ? 'login' : 'other';
}

/** A well-formed hash of that cost that no known password matches. */
function impossibleHash(memoryKib: number, passes: number): string {
  const encoded = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${encoded(16)}$${encoded(32)}`;
}

let loading: Promise<Argon2> | undefined;

/** Loaded with the first password, because starting needs none. */
function loadArgon2(): Promise<Argon2> {
  loading ??= import('@node-rs/argon2').catch(() => argon2InWebAssembly);
  return loading;
}

// Tests run from source, where Node strips the types itself.
const workerFile = import.meta.url.endsWith('.ts') ? './argon2-worker.ts' : './argon2-worker.js';

/** A few times slower, for machines on which the binary does not load, such as a Windows without Microsoft's C runtime. */
export const argon2InWebAssembly: Argon2 = {
  hash: (password, { memoryCost, timeCost, parallelism }) =>
    inThread<string>({ password, memorySize: memoryCost, iterations: timeCost, parallelism }),
  verify: (hash, password) => inThread<boolean>({ hash, password }),
};

/** A thread for each password: the work takes long enough to delay notes, and is rare. */
function inThread<Result>(work: Argon2Work): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(workerFile, import.meta.url), { workerData: work });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that hashes a password has ended.')));
  });
}

import { randomBytes } from 'node:crypto';
import { noPassword, type PasswordHasher } from '../ports/password-hasher.ts';
import { PasswordQueue } from './password-queue.ts';

export interface Argon2Options {
  /** Default: OWASP's recommendation for argon2id, 19 MiB and two passes. */
  readonly memoryKib?: number;
  readonly passes?: number;
  readonly queue?: PasswordQueue;
}

/** argon2id. Verifying the password of an unknown account, or of one that has none, takes as long as a known one's, so the time reveals nothing. */
export function createArgon2Hasher(options: Argon2Options = {}): PasswordHasher {
  const { memoryKib = 19_456, passes = 2, queue = new PasswordQueue() } = options;
  const cost = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  const nobodys = impossibleHash(memoryKib, passes);
  return {
    hash: (password, work) => queue.run(laneOf(work), async () => (await loadArgon2()).hash(password, cost)),
    async verify(known, password, work) {
      const isSet = known !== undefined && known !== noPassword;
      const verify = async () => (await loadArgon2()).verify(isSet ? known : nobodys, password);
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

/** Loaded with the first password, because starting needs none. */
function loadArgon2(): Promise<typeof import('@node-rs/argon2')> {
  return import('@node-rs/argon2');
}

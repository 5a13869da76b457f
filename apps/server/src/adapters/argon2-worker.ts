// The thread that hashes or checks one password where argon2's binary does not load.
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { argon2id, argon2Verify } from 'hash-wasm';

export type Argon2Work =
  | {
      readonly password: string;
      readonly memorySize: number;
      readonly iterations: number;
      readonly parallelism: number;
    }
  | { readonly hash: string; readonly password: string };

const port = parentPort;
if (port === null) throw new Error('argon2-worker runs in a worker thread only.');

const work = workerData as Argon2Work;
port.postMessage(
  'hash' in work
    ? await argon2Verify(work)
    : await argon2id({ ...work, salt: randomBytes(16), hashLength: 32, outputType: 'encoded' }),
);

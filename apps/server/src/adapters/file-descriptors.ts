import { close, open } from 'node:fs';
import { devNull } from 'node:os';
import { Counter, type Registry } from 'prom-client';
import type { Log } from '../ports/log.ts';

const lookMs = 2_000;

export interface FileDescriptorDeps {
  readonly log: Pick<Log, 'error' | 'info'>;
  readonly registry: Registry;
  /** Opens a file and closes it again. @throws the error of the system. */
  readonly tryOne?: () => Promise<void>;
  /** @returns stops it. */
  readonly every?: (ms: number, look: () => Promise<void>) => () => void;
}

/**
 * Notices that the process may open no more files or connections: the system then ends new connections without a word to Node.
 * @returns stops it.
 */
export function watchFileDescriptors({
  log,
  registry,
  tryOne = openOne,
  every = repeat,
}: FileDescriptorDeps): () => void {
  const counter = new Counter({
    name: 'roomtone_file_descriptor_shortages_total',
    help: 'Times that no file descriptor was left, looked at every 2 s.',
    registers: [registry],
  });
  let isShort = false;
  return every(lookMs, async () => {
    const wasShort = isShort;
    isShort = await tryOne().then(
      () => false,
      ({ code }: NodeJS.ErrnoException) => code === 'EMFILE' || code === 'ENFILE',
    );
    if (isShort) counter.inc();
    if (isShort && !wasShort) {
      log.error({}, 'no file descriptors are left: new connections are cut. Raise the limit (LimitNOFILE, ulimit -n)');
    }
    if (wasShort && !isShort) log.info({}, 'file descriptors are left again');
  });
}

function openOne(): Promise<void> {
  return new Promise((resolve, reject) => {
    open(devNull, 'r', (error, file) => {
      if (error === null) close(file, () => resolve());
      else reject(error);
    });
  });
}

function repeat(ms: number, look: () => Promise<void>): () => void {
  const timer = setInterval(() => void look(), ms).unref();
  return () => clearInterval(timer);
}

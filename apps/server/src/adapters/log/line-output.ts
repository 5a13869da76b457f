import { constants, fstatSync, openSync, write } from 'node:fs';
import { Socket } from 'node:net';
import { platform } from 'node:os';
import { serviceLimits } from '@roomtone/protocol';
import type { LineOutput } from '../../ports/line-output.ts';

const firstRetryMs = 5;
const lastRetryMs = 1_000;

/** Writes log lines to a file descriptor, as JSON in the same form as pino. */
export function logOutput(fd: number): LineOutput {
  return new QueuedLines(lineSink(fd), (count) => {
    const line = { level: 40, time: Date.now(), msg: `${count} log lines were dropped: nothing took them` };
    return `${JSON.stringify(line)}\n`;
  });
}

/** Writes lines for people to a file descriptor. */
export function peopleOutput(fd: number): LineOutput {
  return new QueuedLines(lineSink(fd), (count) => `${count} lines were dropped: nothing took them.\n`);
}

/**
 * A queue in front of a sink that may be full, slow or gone. It makes one offer at a time; up to `serviceLimits.logBacklogBytes`
 * wait meanwhile. When the sink accepts lines again, a line says how many were dropped.
 */
export class QueuedLines implements LineOutput {
  readonly #sink: LineSink;
  readonly #notice: (dropped: number) => string;
  #waiting: string[] = [];
  /** Includes the batch. */
  #waitingBytes = 0;
  /** The part of the current offer that has not been written yet. */
  #batch: Uint8Array | undefined;
  #isOffered = false;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = firstRetryMs;
  #dropped = 0;
  #unreported = 0;
  readonly #onFlushed = new Set<() => void>();

  constructor(sink: LineSink, notice: (dropped: number) => string) {
    this.#sink = sink;
    this.#notice = notice;
  }

  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#waitingBytes + bytes > serviceLimits.logBacklogBytes) {
      this.#dropped++;
      this.#unreported++;
      return;
    }
    this.#waiting.push(line);
    this.#waitingBytes += bytes;
    this.#next();
  }

  async flushed(withinMs: number): Promise<void> {
    if (this.#waitingBytes === 0) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#onFlushed.delete(done);
        resolve();
      };
      const timer = setTimeout(done, withinMs);
      this.#onFlushed.add(done);
      this.#again();
    });
  }

  /** Offers the waiting lines, unless an offer is in progress or has just been refused. */
  #next(): void {
    if (this.#isOffered || this.#retry !== undefined) return;
    this.#batch ??= this.#takeBatch();
    if (this.#batch === undefined) {
      this.#notifyFlushed();
      return;
    }
    this.#isOffered = true;
    this.#sink.offer(this.#batch, (error, written) => {
      this.#isOffered = false;
      if (error === null && written > 0) this.#taken(written);
      else this.#refused(error);
    });
  }

  #takeBatch(): Uint8Array | undefined {
    let bytes = 0;
    let count = 0;
    for (const line of this.#waiting) {
      bytes += Buffer.byteLength(line);
      if (count > 0 && bytes > this.#sink.batchBytes) break;
      count++;
    }
    return count === 0 ? undefined : Buffer.from(this.#waiting.splice(0, count).join(''));
  }

  #taken(written: number): void {
    this.#retryMs = firstRetryMs;
    this.#waitingBytes -= written;
    const rest = this.#batch?.subarray(written);
    this.#batch = rest === undefined || rest.byteLength === 0 ? undefined : rest;
    if (this.#unreported > 0) {
      const notice = this.#notice(this.#unreported);
      this.#unreported = 0;
      this.#waiting.push(notice);
      this.#waitingBytes += Buffer.byteLength(notice);
    }
    this.#next();
  }

  /** Keeps the lines: a full disk may have room later, and a stalled pipe may be read again. */
  #refused(error: Error | null): void {
    const isBusy = error === null || (error as NodeJS.ErrnoException).code === 'EAGAIN';
    if (!isBusy) this.#notifyFlushed();
    this.#retry = setTimeout(() => this.#again(), this.#retryMs);
    this.#retry.unref();
    this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
  }

  #again(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#next();
  }

  #notifyFlushed(): void {
    for (const done of this.#onFlushed) done();
  }
}

/** A destination that may refuse bytes. */
interface LineSink {
  /** The most bytes that should be offered in one call. */
  readonly batchBytes: number;
  /** Offers bytes, one offer at a time. `done` gets the number written, or the error (EAGAIN: try again soon). */
  offer(bytes: Uint8Array, done: (error: Error | null, written: number) => void): void;
}

/** A pipe writes up to PIPE_BUF bytes completely or not at all, so lines from several writers do not mix. */
const pipeBatchBytes = 4_096;
const fileBatchBytes = 65_536;

/**
 * Creates the sink for a file descriptor of this process. Writing never blocks a thread, even on a pipe or terminal that
 * nobody reads: a blocked thread would be missing for other file work and would keep the process from exiting.
 */
function lineSink(fd: number): LineSink {
  const kind = fstatSync(fd);
  if (kind.isFile() || platform() === 'win32') return writing(fd, fileBatchBytes);
  // Opening it again gives this descriptor its own flags. Other processes share the original, so its flags must not change.
  if (platform() === 'linux' && !kind.isSocket()) {
    try {
      return writing(
        openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY),
        pipeBatchBytes,
      );
    } catch {
      // The descriptor belongs to another account, or its reader is gone.
    }
  }
  return kind.isFIFO() || kind.isSocket() ? throughSocket(fd) : writing(fd, pipeBatchBytes);
}

function writing(fd: number, batchBytes: number): LineSink {
  return {
    batchBytes,
    offer: (bytes, done) => write(fd, bytes, 0, bytes.byteLength, null, (error, written) => done(error, written)),
  };
}

function throughSocket(fd: number): LineSink {
  const socket = new Socket({ fd, readable: false, writable: true });
  // The callback of the failed write reports the error.
  socket.on('error', () => undefined);
  return {
    batchBytes: pipeBatchBytes,
    offer: (bytes, done) => void socket.write(bytes, (error) => done(error ?? null, error ? 0 : bytes.byteLength)),
  };
}

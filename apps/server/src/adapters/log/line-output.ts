import { serviceLimits } from '@roomtone/protocol';
import type { LineOutput } from '../../ports/line-output.ts';
import { type LineSink, lineSink } from './line-sink.ts';

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

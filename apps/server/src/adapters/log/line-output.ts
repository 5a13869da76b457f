import { limits } from '@roomtone/protocol';
import { type LineSink, lineSink } from './line-sink.ts';

/** Takes lines for people or programs outside, and never waits for them. */
export interface LineOutput {
  /** @param line with its line feed; dropped when too many wait. */
  write(line: string): void;
  /** Lines dropped so far. */
  readonly dropped: number;
  /** Resolves once nothing waits, or nothing more can be written, or the time is over. */
  flushed(withinMs: number): Promise<void>;
}

const firstRetryMs = 5;
const lastRetryMs = 1_000;

/** Log lines on a file descriptor: JSON, in the form of pino's. */
export function logOutput(fd: number): LineOutput {
  return new QueuedLines(lineSink(fd), (count) => {
    const line = { level: 40, time: Date.now(), msg: `${count} log lines were dropped: nothing took them` };
    return `${JSON.stringify(line)}\n`;
  });
}

/** Lines for people on a file descriptor. */
export function peopleOutput(fd: number): LineOutput {
  return new QueuedLines(lineSink(fd), (count) => `${count} lines were dropped: nothing took them.\n`);
}

/**
 * Lines on their way to a sink that may be full, slow or gone. One offer is under way at a time; up to
 * `limits.logBacklogBytes` wait for it. What is lost is said once lines are taken again.
 */
export class QueuedLines implements LineOutput {
  readonly #sink: LineSink;
  readonly #notice: (dropped: number) => string;
  #waiting: string[] = [];
  /** With those of the batch. */
  #waitingBytes = 0;
  /** What is left of the lines under way. */
  #batch: Uint8Array | undefined;
  #isOffered = false;
  #retry: NodeJS.Timeout | undefined;
  #retryMs = firstRetryMs;
  #dropped = 0;
  #untold = 0;
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
    if (this.#waitingBytes + bytes > limits.logBacklogBytes) {
      this.#dropped++;
      this.#untold++;
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

  /** Offers what waits, unless something is under way or has just been refused. */
  #next(): void {
    if (this.#isOffered || this.#retry !== undefined) return;
    this.#batch ??= this.#takeBatch();
    if (this.#batch === undefined) {
      this.#tellFlushed();
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
    if (this.#untold > 0) {
      const notice = this.#notice(this.#untold);
      this.#untold = 0;
      this.#waiting.push(notice);
      this.#waitingBytes += Buffer.byteLength(notice);
    }
    this.#next();
  }

  /** A full disk may have room later, a stalled pipe may be read again: what waits goes on waiting. */
  #refused(error: Error | null): void {
    const isBusy = error === null || (error as NodeJS.ErrnoException).code === 'EAGAIN';
    if (!isBusy) this.#tellFlushed();
    this.#retry = setTimeout(() => this.#again(), this.#retryMs);
    this.#retry.unref();
    this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
  }

  #again(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#next();
  }

  #tellFlushed(): void {
    for (const done of this.#onFlushed) done();
  }
}

import type { IncomingMessage } from 'node:http';
import { serverLimits } from '../../domain/server-limits.ts';
import { freeChunk } from './free-chunk.ts';

const { bytesPerSecond, everyMs } = serverLimits.unwantedBodies;
const shareBytes = (bytesPerSecond * everyMs) / 1_000;

/**
 * Reads what clients go on sending of requests that are answered already, such as refused uploads, since many would not see an
 * answer if the connection were closed meanwhile. All together are read at a bounded rate (S9.17); Node would read them as fast as
 * they come.
 */
export class UnwantedBodies {
  /** Those of which something has arrived, in the order in which they are read. */
  readonly #arrived = new Set<IncomingMessage>();
  #reading: NodeJS.Timeout | undefined;
  #leftBytes = 0;

  /**
   * Reads the rest of a request's body from now on; does nothing if somebody reads it already, or all of it is there. Call it before
   * Node learns that the answer is written.
   */
  add(request: IncomingMessage): void {
    if (request.complete || request.destroyed || request.readableFlowing !== null || request.readableDidRead) return;
    request.on('readable', () => {
      this.#arrived.add(request);
      this.#reading ??= setInterval(() => this.#readShare(), everyMs).unref();
    });
    request.once('close', () => this.#arrived.delete(request));
    // Now it has a reader: Node reads a little ahead and then waits.
    freeChunk(request.read());
  }

  #readShare(): void {
    this.#leftBytes = Math.min(this.#leftBytes, 0) + shareBytes;
    for (const request of this.#arrived) {
      if (this.#leftBytes <= 0) return;
      this.#arrived.delete(request);
      this.#leftBytes -= freeChunk(request.read());
    }
    clearInterval(this.#reading);
    this.#reading = undefined;
  }
}

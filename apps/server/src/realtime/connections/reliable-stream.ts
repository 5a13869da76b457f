import { limits } from '@roomtone/protocol';

/** A frame of the stream, without what differs a reader: its bytes are shared with every other connection it went to. */
export interface Delivery {
  readonly frame: Uint8Array;
  /** The request it answers, 0 for none. */
  readonly requestId: number;
}

/**
 * One connection's reliable stream: what was sent from sequence 1 on, as far as it is not acknowledged, and no more of it
 * than the limits allow. What no longer fits is forgotten, the oldest first; from then on the stream has a gap, until the
 * client acknowledges what came after it.
 */
export class ReliableStream {
  // Beside one another: where hundreds come in at once, an object for each of these would be most of a connection.
  readonly #frames: Uint8Array[] = [];
  readonly #requestIds: number[] = [];
  #keptBytes = 0;
  #sequence = 0;
  #acknowledged = 0;

  /** Whether everything that is not acknowledged can be sent again. */
  get isWhole(): boolean {
    return this.#acknowledged + this.#frames.length === this.#sequence;
  }

  /** Takes the next frame in; returns its position, from 1. */
  add({ frame, requestId }: Delivery): number {
    this.#frames.push(frame);
    this.#requestIds.push(requestId);
    this.#keptBytes += frame.byteLength;
    const { messages, bytes } = limits.resumeBuffer;
    while (this.#frames.length > messages || this.#keptBytes > bytes) this.#forgetOldest();
    return ++this.#sequence;
  }

  /** The client has everything up to here; what it cannot have, because it was never sent, is ignored. */
  acknowledge(sequence: number): void {
    if (sequence > this.#sequence) return;
    while (this.#frames.length > 0 && this.#firstKept <= sequence) this.#forgetOldest();
    this.#acknowledged = Math.max(this.#acknowledged, sequence);
  }

  /** Calls back for what is kept, in order. */
  forEachKept(each: (delivery: Delivery, sequence: number) => void): void {
    const first = this.#firstKept;
    for (const [index, frame] of this.#frames.entries()) {
      each({ frame, requestId: this.#requestIds[index] ?? 0 }, first + index);
    }
  }

  /** Lets go of all of it: nobody will ask any more. */
  clear(): void {
    this.#frames.length = 0;
    this.#requestIds.length = 0;
    this.#keptBytes = 0;
  }

  get #firstKept(): number {
    return this.#sequence - this.#frames.length + 1;
  }

  #forgetOldest(): void {
    this.#requestIds.shift();
    this.#keptBytes -= this.#frames.shift()?.byteLength ?? 0;
  }
}

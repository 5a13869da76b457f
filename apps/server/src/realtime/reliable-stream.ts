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
  readonly #kept: Delivery[] = [];
  #keptBytes = 0;
  #sequence = 0;
  #acknowledged = 0;

  /** Whether everything that is not acknowledged can be sent again. */
  get isWhole(): boolean {
    return this.#acknowledged + this.#kept.length === this.#sequence;
  }

  /** Takes the next frame in; returns its position, from 1. */
  add(delivery: Delivery): number {
    this.#kept.push(delivery);
    this.#keptBytes += delivery.frame.byteLength;
    const { messages, bytes } = limits.resumeBuffer;
    while (this.#kept.length > messages || this.#keptBytes > bytes) this.#forgetOldest();
    return ++this.#sequence;
  }

  /** The client has everything up to here; what it cannot have, because it was never sent, is ignored. */
  acknowledge(sequence: number): void {
    if (sequence > this.#sequence) return;
    while (this.#kept.length > 0 && this.#firstKept <= sequence) this.#forgetOldest();
    this.#acknowledged = Math.max(this.#acknowledged, sequence);
  }

  /** Calls back for what is kept, in order. */
  forEachKept(each: (delivery: Delivery, sequence: number) => void): void {
    let sequence = this.#firstKept;
    for (const delivery of this.#kept) each(delivery, sequence++);
  }

  /** Lets go of all of it: nobody will ask any more. */
  clear(): void {
    this.#kept.length = 0;
    this.#keptBytes = 0;
  }

  get #firstKept(): number {
    return this.#sequence - this.#kept.length + 1;
  }

  #forgetOldest(): void {
    this.#keptBytes -= this.#kept.shift()?.frame.byteLength ?? 0;
  }
}

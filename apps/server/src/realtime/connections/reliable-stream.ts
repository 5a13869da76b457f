import { limits } from '@roomtone/protocol';

/** A frame of the stream before it is addressed: all connections that it was sent on share its bytes. */
export interface StreamFrame {
  readonly frame: Uint8Array;
  /** The request that it answers; 0 for none. */
  readonly requestId: number;
}

/**
 * One connection's reliable stream: it keeps the frames that the client has not acknowledged, within the limits. Frames
 * that no longer fit are dropped, the oldest first; then the stream has a gap until the client acknowledges a later
 * frame.
 */
export class ReliableStream {
  // Two parallel arrays: when hundreds join together, one object per frame would be most of a connection's memory.
  readonly #frames: Uint8Array[] = [];
  readonly #requestIds: number[] = [];
  #keptBytes = 0;
  #sequence = 0;
  #acknowledged = 0;

  /** True if everything that is not acknowledged can be sent again. */
  get isWhole(): boolean {
    return this.#acknowledged + this.#frames.length === this.#sequence;
  }

  /** Adds a frame; returns its sequence, counted from 1. */
  add({ frame, requestId }: StreamFrame): number {
    this.#frames.push(frame);
    this.#requestIds.push(requestId);
    this.#keptBytes += frame.byteLength;
    const { messages, bytes } = limits.resumeBuffer;
    while (this.#frames.length > messages || this.#keptBytes > bytes) this.#forgetOldest();
    return ++this.#sequence;
  }

  /** The client has everything up to this sequence. One that was never sent is ignored. */
  acknowledge(sequence: number): void {
    if (sequence > this.#sequence) return;
    while (this.#frames.length > 0 && this.#firstKept <= sequence) this.#forgetOldest();
    this.#acknowledged = Math.max(this.#acknowledged, sequence);
  }

  /** Calls back for each kept frame, in order. */
  forEachKept(each: (kept: StreamFrame, sequence: number) => void): void {
    const first = this.#firstKept;
    for (const [index, frame] of this.#frames.entries()) {
      each({ frame, requestId: this.#requestIds[index] ?? 0 }, first + index);
    }
  }

  /** Frees everything: the connection is over. */
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

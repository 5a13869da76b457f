import { serviceLimits } from '@roomtone/protocol';
import { isChat } from '../sockets/codec.ts';

/** A frame of the stream before it is addressed: all connections that it was sent on share its bytes. */
export interface StreamFrame {
  readonly frame: Uint8Array;
  /** The request that it answers; 0 for none. */
  readonly requestId: number;
}

/** Where the stream of a connection goes on that another process has begun. */
export interface StreamStart {
  /** No frame has a sequence above this one; the next one gets the next. */
  readonly sequence: number;
  /** Frames that are not acknowledged, in order. */
  readonly frames: readonly (StreamFrame & { readonly sequence: number })[];
}

/** Keeps a copy of what is not acknowledged, for another process. */
export interface StreamCopy {
  added(frame: StreamFrame, sequence: number): void;
  /** The client has everything up to this sequence. @param chat the last chat message among what it has acknowledged now. */
  acknowledged(sequence: number, chat: Uint8Array | undefined): void;
  /** A message without acknowledgement can no longer be sent again, or need not. */
  ended(): void;
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
  /** Messages that another process has sent before, while any of them is not acknowledged. */
  #before: StreamStart['frames'] = [];
  readonly #copy: StreamCopy | undefined;

  constructor(copy?: StreamCopy, start?: StreamStart) {
    this.#copy = copy;
    if (start === undefined) return;
    this.#sequence = start.sequence;
    this.#acknowledged = start.sequence;
    this.#before = start.frames;
  }

  /** The sequence of the last frame; 0 before the first. */
  get sequence(): number {
    return this.#sequence;
  }

  /** True if everything that is not acknowledged can be sent again. */
  get isWhole(): boolean {
    return this.#acknowledged + this.#frames.length === this.#sequence;
  }

  /** Adds a frame; returns its sequence, counted from 1. */
  add({ frame, requestId }: StreamFrame): number {
    this.#frames.push(frame);
    this.#requestIds.push(requestId);
    this.#keptBytes += frame.byteLength;
    const { messages, bytes } = serviceLimits.resumeBuffer;
    while (this.#frames.length > messages || this.#keptBytes > bytes) this.#forgetOldest();
    this.#sequence++;
    if (this.#copy !== undefined) {
      if (this.isWhole) this.#copy.added({ frame, requestId }, this.#sequence);
      else this.#copy.ended();
    }
    return this.#sequence;
  }

  /** The client has everything up to this sequence. One that was never sent is ignored. */
  acknowledge(sequence: number): void {
    if (sequence > this.#sequence) return;
    let chat: Uint8Array | undefined;
    if (this.#before.length > 0) {
      for (const each of this.#before) if (each.sequence <= sequence && isChat(each.frame)) chat = each.frame;
      this.#before = this.#before.filter((each) => each.sequence > sequence);
    }
    while (this.#frames.length > 0 && this.#firstKept <= sequence) {
      const [oldest] = this.#frames;
      if (this.#copy !== undefined && oldest !== undefined && isChat(oldest)) chat = oldest;
      this.#forgetOldest();
    }
    this.#acknowledged = Math.max(this.#acknowledged, sequence);
    // Also if it is nothing new: the copy ends by itself without a sign of life.
    this.#copy?.acknowledged(sequence, chat);
  }

  /** Calls back for each kept frame, in order. */
  forEachKept(each: (kept: StreamFrame, sequence: number) => void): void {
    for (const { sequence, ...kept } of this.#before) each(kept, sequence);
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
    this.#before = [];
    this.#copy?.ended();
  }

  get #firstKept(): number {
    return this.#sequence - this.#frames.length + 1;
  }

  #forgetOldest(): void {
    this.#requestIds.shift();
    this.#keptBytes -= this.#frames.shift()?.byteLength ?? 0;
  }
}

import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { freeChunk, ownsMemory } from '../../plugins/free-chunk.ts';

/**
 * What has arrived of a picture. It waits in a message channel, which belongs to no heap: V8 would count it, and mark its whole heap
 * again and again while large pictures arrive.
 */
export class ArrivingPicture {
  readonly #channel = new MessageChannel();
  #bytes = 0;

  /** Takes a chunk, which must not be used afterwards. */
  add(chunk: Uint8Array): void {
    this.#bytes += chunk.byteLength;
    const own = ownsMemory(chunk) ? chunk : new Uint8Array(chunk);
    this.#channel.port1.postMessage(own, [own.buffer]);
  }

  /** All of it; call it once. */
  take(): Uint8Array {
    const picture = Buffer.allocUnsafeSlow(this.#bytes);
    for (let at = 0; at < this.#bytes; ) {
      const chunk = Buffer.from(receiveMessageOnPort(this.#channel.port2)?.message.buffer as ArrayBuffer);
      picture.set(chunk, at);
      at += freeChunk(chunk);
    }
    return picture;
  }

  /** Frees what was not taken. */
  close(): void {
    // The port where it waits; the other one closes with it.
    this.#channel.port2.close();
  }
}

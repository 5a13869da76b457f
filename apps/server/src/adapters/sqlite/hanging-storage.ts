/**
 * The disk does not answer. The storage thread is stuck in a call to it, which nothing interrupts: a process that is to end must
 * not wait for its threads.
 */
export class HangingStorage extends Error {
  override readonly name = 'HangingStorage';
}

/**
 * The disk does not answer. The storage thread is stuck in a call to it that nothing can interrupt, so the process must end
 * without waiting for its threads.
 */
export class HangingStorage extends Error {
  override readonly name = 'HangingStorage';
}

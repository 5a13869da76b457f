/** Numbers that are reserved in storage at a time. */
const blockSize = 64;

/**
 * A room's supply of participant numbers. No number is ever given twice, even after a restart (room rules R3.1).
 * Storage reserves them in blocks, so that a join need not wait for it; the next block is requested when half of one is
 * left.
 */
export class ParticipantNumbers {
  readonly #takeBlock: (size: number) => Promise<number>;
  readonly #blocks: { next: number; readonly end: number }[] = [];
  #pending: Promise<void> | undefined;

  /** @param takeBlock reserves `size` numbers for this process; resolves with the first. */
  constructor(takeBlock: (size: number) => Promise<number>) {
    this.#takeBlock = takeBlock;
  }

  /** False before the first more(), and when joins were faster than storage. */
  get hasNext(): boolean {
    return this.#blocks.length > 0;
  }

  /** Takes the next number; there must be one. */
  next(): number {
    const [block] = this.#blocks;
    if (block === undefined) throw new Error('There is no participant number left.');
    const number = block.next++;
    if (block.next === block.end) this.#blocks.shift();
    // If this fails, the next number tries again.
    if (this.#left() <= blockSize / 2) this.more().catch(() => {});
    return number;
  }

  /** Resolves when there are more numbers. Concurrent calls share one block. */
  more(): Promise<void> {
    this.#pending ??= this.#requestBlock().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #requestBlock(): Promise<void> {
    const first = await this.#takeBlock(blockSize);
    this.#blocks.push({ next: first, end: first + blockSize });
  }

  #left(): number {
    return this.#blocks.reduce((left, block) => left + block.end - block.next, 0);
  }
}

/** How many numbers storage is asked for at a time. */
const blockSize = 64;

/**
 * A room's supply of participant numbers, of which none is ever given twice, also after a restart (room rules R3.1):
 * storage sets them aside by the block, so that who joins does not wait for it. Another block is asked for when half of
 * one is left.
 */
export class ParticipantNumbers {
  readonly #takeBlock: (size: number) => Promise<number>;
  readonly #blocks: { next: number; readonly end: number }[] = [];
  #asked: Promise<void> | undefined;

  /** @param takeBlock resolves with the first of so many numbers that are this process's alone. */
  constructor(takeBlock: (size: number) => Promise<number>) {
    this.#takeBlock = takeBlock;
  }

  /** False before the first more(), and when more joined than storage had time for. */
  get hasNext(): boolean {
    return this.#blocks.length > 0;
  }

  /** Takes the next number; there must be one. */
  next(): number {
    const [block] = this.#blocks;
    if (block === undefined) throw new Error('There is no participant number left.');
    const number = block.next++;
    if (block.next === block.end) this.#blocks.shift();
    // What storage does not give now is asked for again with the next number.
    if (this.#left() <= blockSize / 2) this.more().catch(() => {});
    return number;
  }

  /** Resolves when there are more numbers; those who ask at once share one block. */
  more(): Promise<void> {
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = undefined;
    });
    return this.#asked;
  }

  async #ask(): Promise<void> {
    const first = await this.#takeBlock(blockSize);
    this.#blocks.push({ next: first, end: first + blockSize });
  }

  #left(): number {
    return this.#blocks.reduce((left, block) => left + block.end - block.next, 0);
  }
}

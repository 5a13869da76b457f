import { eventLength, HeldNotes } from '@roomtone/protocol';

/** The notes of one player on one output. It keeps track of what sounds there, so that it can end it. */
export class PlayerOutput {
  readonly #send: (data: readonly number[]) => void;
  readonly #channel: number | undefined;
  readonly #held = new HeldNotes();

  /** @param channel for all notes, 1 to 16; undefined keeps the channel they were played on. */
  constructor(send: (data: readonly number[]) => void, channel: number | undefined) {
    this.#send = send;
    this.#channel = channel;
  }

  get channel(): number | undefined {
    return this.#channel;
  }

  play(status: number, first: number, second: number): void {
    const to = this.#channel === undefined ? status : (status & 0xf0) | (this.#channel - 1);
    const data = eventLength(to) === 2 ? [to, first] : [to, first, second];
    this.#held.feed(Uint8Array.from(data));
    this.#send(data);
  }

  /** Ends what sounds. */
  release(): void {
    const data = this.#held.release();
    for (let position = 0; position < data.length; position += 3)
      this.#send([...data.subarray(position, position + 3)]);
  }
}

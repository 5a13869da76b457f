import { eventLength, HeldNotes } from '@roomtone/protocol';

/** One player's notes on their way to one output; it knows what sounds there, so that it can end. */
export class PlayerOutput {
  readonly #send: (data: readonly number[]) => void;
  readonly #channel: number | undefined;
  readonly #held = new HeldNotes();

  /** @param channel where all notes go, 1 to 16; undefined: as they are played. */
  constructor(send: (data: readonly number[]) => void, channel: number | undefined) {
    this.#send = send;
    this.#channel = channel;
  }

  get channel(): number | undefined {
    return this.#channel;
  }

  /** Sends one event. */
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

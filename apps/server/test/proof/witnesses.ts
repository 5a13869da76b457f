import { noteIds, notePayload } from '../../../../bench/load/note.ts';
import type { Accounts } from './accounts.ts';
import { Seat } from './seat.ts';

/** Two who play on while others break the rules beside them. */
export class Witnesses {
  played = 0;
  heard = 0;
  #isInOrder = true;
  #ended: number | undefined;
  readonly #seats: readonly [Seat, Seat];
  readonly #waiting = new Set<() => void>();

  constructor({ tokens: [one = '', two = ''] }: Accounts, place: { port: number; roomId: string }) {
    this.#seats = [new Seat({ ...place, token: one }), new Seat({ ...place, token: two })];
  }

  get isUnharmed(): boolean {
    return this.#isInOrder && this.heard === this.played && this.#ended === undefined;
  }

  async join(): Promise<void> {
    const [, listener] = this.#seats;
    for (const seat of this.#seats) {
      await seat.join();
      seat.onEnd = (code) => {
        this.#ended = code;
        this.#wake();
      };
    }
    listener.onNotes = (payload) => {
      this.#isInOrder &&= payload[19] === (this.heard & 0x7f);
      this.heard++;
      this.#wake();
    };
  }

  /** Plays a note; resolves when it was heard. */
  async look(): Promise<void> {
    const [player] = this.#seats;
    const number = this.played++;
    player.send(notePayload(number % noteIds, 1_700_000_000_000_000));
    while (this.heard <= number && this.#ended === undefined) {
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}

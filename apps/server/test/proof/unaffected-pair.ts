import { noteIds, notePayload } from '../../../../bench/load/note.ts';
import type { Accounts } from './accounts.ts';
import { LoadClient } from './load-client.ts';

/** Two players who must not be affected by other clients that break the rules. */
export class UnaffectedPair {
  played = 0;
  heard = 0;
  #isInOrder = true;
  #ended: number | undefined;
  readonly #clients: readonly [LoadClient, LoadClient];
  readonly #waiting = new Set<() => void>();

  constructor({ tokens: [one = '', two = ''] }: Accounts, target: { port: number; roomId: string }) {
    this.#clients = [new LoadClient({ ...target, token: one }), new LoadClient({ ...target, token: two })];
  }

  get isUnaffected(): boolean {
    return this.#isInOrder && this.heard === this.played && this.#ended === undefined;
  }

  async join(): Promise<void> {
    const [, listener] = this.#clients;
    for (const client of this.#clients) {
      await client.join();
      client.onEnd = (code) => {
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

  /** Plays a note; resolves when the other player has received it. */
  async playNote(): Promise<void> {
    const [player] = this.#clients;
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

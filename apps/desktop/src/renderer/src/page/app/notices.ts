import type { Notice } from '@roomtone/sdk';

/** What concerns oneself wherever one is: friends, messages, the subscription. */
export class Notices {
  readonly #listeners = new Set<(notice: Notice) => void>();

  /** Calls the listener at each notice from now on; returns what ends that. */
  on(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(notice: Notice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}

import type { Notice } from '@roomtone/sdk';

/** Notifications for the user, on any screen: friends, messages, the subscription. */
export class Notices {
  readonly #listeners = new Set<(notice: Notice) => void>();

  /** Calls the listener for each notification; the returned function removes it. */
  on(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(notice: Notice): void {
    for (const listener of this.#listeners) listener(notice);
  }
}

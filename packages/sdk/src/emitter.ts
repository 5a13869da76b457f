/** Typed events, delivered synchronously, in the order in which the handlers were added. */
export class Emitter<Events> {
  readonly #handlers = new Map<keyof Events, Set<(event: never) => void>>();

  /** Adds a handler; the returned function removes it. */
  on<Name extends keyof Events>(name: Name, handler: (event: Events[Name]) => void): () => void {
    // A new entry each time, so that a function added twice is called twice and removed separately.
    const entry = (event: Events[Name]) => handler(event);
    const handlers = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, handlers);
    handlers.add(entry);
    return () => {
      handlers.delete(entry);
    };
  }

  /**
   * Calls the handlers. If one throws, the others still run, the caller goes on, and the error surfaces as uncaught.
   */
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    const handlers = this.#handlers.get(name);
    if (handlers === undefined) return;
    for (const handler of handlers) {
      try {
        (handler as (event: Events[Name]) => void)(event);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

/** Typed events, delivered at once and in the order the handlers were added. */
export class Emitter<Events> {
  readonly #handlers = new Map<keyof Events, Set<(event: never) => void>>();

  /** Adds a handler and returns what removes it. */
  on<Name extends keyof Events>(name: Name, handler: (event: Events[Name]) => void): () => void {
    // An entry of its own each time, so that one function added twice is called and removed twice.
    const entry = (event: Events[Name]) => handler(event);
    const handlers = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, handlers);
    handlers.add(entry);
    return () => {
      handlers.delete(entry);
    };
  }

  /** Calls the handlers. One that throws stops neither the others nor the caller; its error surfaces as uncaught. */
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

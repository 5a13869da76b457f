/** The `on` of a Room, with an `emit` for tests. */
export interface EmitterDouble<Events> {
  on<Name extends keyof Events>(name: Name, handler: (event: Events[Name]) => void): () => void;
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void;
  /** Number of handlers for all events. */
  handlerCount(): number;
}

export function anEmitter<Events>(): EmitterDouble<Events> {
  const handlers: { name: keyof Events; handler: (event: never) => void }[] = [];
  return {
    on(name, handler) {
      // The handlers of an event get only events of that name.
      const entry = { name, handler: handler as (event: never) => void };
      handlers.push(entry);
      return () => {
        if (handlers.includes(entry)) handlers.splice(handlers.indexOf(entry), 1);
      };
    },
    emit(name, event) {
      for (const entry of [...handlers]) if (entry.name === name) entry.handler(event as never);
    },
    handlerCount: () => handlers.length,
  };
}

/** The `on` of a RoomConnection, with an `emit` for tests. */
export interface EmitterDouble<Events> {
  on<Name extends keyof Events>(name: Name, handler: (event: Events[Name]) => void): () => void;
  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void;
  /** How many handlers there are, of all names. */
  handlerCount(): number;
}

export function anEmitter<Events>(): EmitterDouble<Events> {
  const handlers: { name: keyof Events; handler: (event: never) => void }[] = [];
  return {
    on(name, handler) {
      // A name's handlers get only that name's events.
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

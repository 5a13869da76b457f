const newOwner = /^The room belongs to (?<name>.+) now\.$/su;

/** The event behind a chat message of type system, for clients that say it in another language. */
export interface SystemMessage {
  readonly kind: 'newOwner';
  /** The new owner's username. */
  readonly name: string;
}

/** The text of a chat message of type system (room rules R4.13). */
export function systemMessageText({ name }: SystemMessage): string {
  return `The room belongs to ${name} now.`;
}

/** Reads the text of a chat message of type system; undefined if it is none that this version knows. */
export function readSystemMessage(text: string): SystemMessage | undefined {
  const name = newOwner.exec(text)?.groups?.['name'];
  return name === undefined ? undefined : { kind: 'newOwner', name };
}

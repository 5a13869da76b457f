/** A file that is announced in a chat message. */
export interface SharedFile {
  readonly name: string;
  readonly fileId: string;
}

const announcement = /^♪ (?<name>.+) #file:(?<fileId>[A-Za-z0-9_-]{22})$/su;

/** The file that a message announces (S18.21); undefined for any other message. */
export function sharedFileIn(message: string): SharedFile | undefined {
  const { name, fileId } = announcement.exec(message)?.groups ?? {};
  return name === undefined || fileId === undefined ? undefined : { name, fileId };
}

/** The message that announces a file. */
export function announcementOf({ name, fileId }: SharedFile): string {
  return `♪ ${name} #file:${fileId}`;
}

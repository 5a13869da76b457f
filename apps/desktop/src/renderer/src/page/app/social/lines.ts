/** A direct message, stored on this device: the server deletes it once it is delivered. */
export interface Line {
  /** The server's id for a received message, a local id for a sent one. */
  readonly id: string;
  /** The user id of the account on this device that sent or received it. */
  readonly ownerId: string;
  readonly withId: string;
  /** The other user's names at that time. */
  readonly withName: string;
  readonly withDisplayName: string;
  readonly from: 'me' | 'them';
  readonly text: string;
  /** ms since 1970. */
  readonly atMs: number;
  /**
   * sending: in progress. kept: the server has it. waiting: it is sent as soon as the server can be reached. failed: it
   * can only be sent again by hand. unconfirmed: like failed, but it may have arrived.
   */
  readonly state: 'sending' | 'kept' | 'waiting' | 'failed' | 'unconfirmed';
  /** Why the server refused it, as text. */
  readonly why?: string;
  readonly isRead: boolean;
}

/** All direct messages with one user. */
export interface Conversation {
  readonly withId: string;
  readonly withName: string;
  /** Sorted by time. */
  readonly lines: readonly Line[];
  readonly unread: number;
}

/** Inserts a line, or replaces the one with its id. */
export function withLine(lines: readonly Line[], line: Line): readonly Line[] {
  const others = lines.filter(({ id }) => id !== line.id);
  const index = others.findLastIndex(({ atMs }) => atMs <= line.atMs) + 1;
  return others.toSpliced(index, 0, line);
}

/** All conversations, newest first. */
export function conversationsOf(lines: readonly Line[]): readonly Conversation[] {
  const byPerson = new Map<string, Line[]>();
  for (const line of lines) byPerson.set(line.withId, [...(byPerson.get(line.withId) ?? []), line]);
  return [...byPerson]
    .map(([withId, said]) => ({
      withId,
      withName: said.at(-1)?.withName ?? '',
      lines: said,
      unread: said.filter(({ isRead }) => !isRead).length,
    }))
    .sort((a, b) => (b.lines.at(-1)?.atMs ?? 0) - (a.lines.at(-1)?.atMs ?? 0));
}

/**
 * The state of a line left by an earlier or parallel page: nothing is sent automatically, so that nothing is sent
 * twice.
 */
export function afterReload(line: Line): Line {
  if (line.state === 'sending') return { ...line, state: 'unconfirmed' };
  return line.state === 'waiting' ? { ...line, state: 'failed' } : line;
}

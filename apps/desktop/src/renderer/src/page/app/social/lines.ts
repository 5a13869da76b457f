/** Something said between oneself and somebody else. Kept on this device: the server forgets it once it is delivered. */
export interface Line {
  /** The server's id of what came; one's own of what went. */
  readonly id: string;
  /** Whose device this is: the user id of the account it was said by or to. */
  readonly ownerId: string;
  readonly withId: string;
  /** What they were called then. */
  readonly withName: string;
  readonly from: 'me' | 'them';
  readonly text: string;
  /** ms since 1970. */
  readonly atMs: number;
  /**
   * sending: under way. kept: the server has it. waiting: it goes as soon as there is a way to the server. failed: it
   * has to be sent again by hand. unconfirmed: likewise, but it may have arrived.
   */
  readonly state: 'sending' | 'kept' | 'waiting' | 'failed' | 'unconfirmed';
  /** Why the server refused it, in words. */
  readonly why?: string;
  readonly isRead: boolean;
}

/** All that was said with one person. */
export interface Conversation {
  readonly withId: string;
  readonly withName: string;
  /** In the order of their times. */
  readonly lines: readonly Line[];
  readonly unread: number;
}

/** Adds a line, or puts it in place of the one with its id. */
export function withLine(lines: readonly Line[], line: Line): readonly Line[] {
  const others = lines.filter(({ id }) => id !== line.id);
  const index = others.findLastIndex(({ atMs }) => atMs <= line.atMs) + 1;
  return others.toSpliced(index, 0, line);
}

/** With everybody one has words with, the latest first. */
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

/** As a page finds what an earlier one, or one beside it, left: nothing goes by itself, so that nothing goes twice. */
export function asFound(line: Line): Line {
  if (line.state === 'sending') return { ...line, state: 'unconfirmed' };
  return line.state === 'waiting' ? { ...line, state: 'failed' } : line;
}

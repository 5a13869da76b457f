import type { Notice } from '@roomtone/sdk';
import { CallError } from '../../../contract/call-error.ts';
import type { Calls } from '../../../contract/messages.ts';
import { failureText } from '../../ui/failure-text.ts';
import { noConversations, useConversations } from './conversation-store.ts';
import { asFound, type Line, withLine } from './lines.ts';
import type { MessageDatabase } from './message-database.ts';

export interface Person {
  readonly userId: string;
  readonly username: string;
}

interface Parts {
  /** Resolves when the server has it. */
  readonly send: (message: Calls['directMessage']['takes']) => Promise<unknown>;
  readonly database: Pick<MessageDatabase, 'all' | 'put' | 'remove'>;
  readonly newId: () => string;
  readonly nowMs: () => number;
  /** Whether the player looks at the page now. */
  readonly isLookedAt: () => boolean;
}

/** What friends say to each other: shows it at once, keeps it on this device, and sends again what did not get through. */
export class Messenger {
  readonly #parts: Parts;
  #ownerId: string | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Shows the conversations of another account. @param ownerId undefined for nobody. */
  async open(ownerId: string | undefined): Promise<void> {
    if (ownerId === this.#ownerId) return;
    this.#ownerId = ownerId;
    useConversations.setState(noConversations, true);
    if (ownerId === undefined) return;
    // A browser that keeps nothing has nothing to show.
    const kept = await this.#parts.database.all(ownerId).catch((): readonly Line[] => []);
    if (this.#ownerId !== ownerId) return;
    // What came or went meanwhile is newer than what was kept of it.
    useConversations.setState(({ lines }) => ({ status: 'ready', lines: lines.reduce(withLine, kept.map(asFound)) }));
  }

  receive({ messageId, userId, username, message, timestamp }: Extract<Notice, { kind: 'direct-message' }>): void {
    if (this.#ownerId === undefined) return;
    const isRead = useConversations.getState().openWith === userId && this.#parts.isLookedAt();
    const said = { ownerId: this.#ownerId, withId: userId, withName: username } as const;
    this.#keep({ ...said, id: messageId, from: 'them', text: message, atMs: timestamp, state: 'kept', isRead });
  }

  /** Resolves when the server has it, or when it could not be sent: its line says so then. */
  async say({ userId, username }: Person, text: string): Promise<void> {
    if (this.#ownerId === undefined) return;
    const said = { ownerId: this.#ownerId, withId: userId, withName: username } as const;
    const [id, atMs] = [this.#parts.newId(), this.#parts.nowMs()];
    await this.again({ ...said, id, from: 'me', text, atMs, state: 'sending', isRead: true });
  }

  /** Sends a line that did not get through. */
  async again({ why: _why, ...line }: Line): Promise<void> {
    this.#keep({ ...line, state: 'sending' });
    try {
      await this.#parts.send({ user: line.withId, message: line.text });
      this.#keep({ ...line, state: 'kept' });
    } catch (error) {
      this.#keep(outcome(line, error));
    }
  }

  /** The way to the server is back: what waited for it goes now, in the order it was said. */
  async sendWaiting(): Promise<void> {
    for (const line of useConversations.getState().lines) if (line.state === 'waiting') await this.again(line);
  }

  /** Takes lines away from this device. */
  forget(lines: readonly Line[]): void {
    const ids = new Set(lines.map(({ id }) => id));
    useConversations.setState((state) => ({ lines: state.lines.filter(({ id }) => !ids.has(id)) }));
    this.#parts.database.remove(lines).catch(() => {});
  }

  /** Somebody's words have been seen. */
  read(withId: string): void {
    const { lines } = useConversations.getState();
    this.#keep(
      ...lines.filter((line) => line.withId === withId && !line.isRead).map((line) => ({ ...line, isRead: true })),
    );
  }

  #keep(...changed: readonly Line[]): void {
    if (changed.length === 0) return;
    const shown = changed.filter(({ ownerId }) => ownerId === this.#ownerId);
    useConversations.setState(({ lines }) => ({ lines: shown.reduce(withLine, lines) }));
    // What the browser does not keep is here until the page goes.
    this.#parts.database.put(changed).catch(() => {});
  }
}

function outcome(line: Line, error: unknown): Line {
  if (!(error instanceof CallError)) return { ...line, state: 'failed' };
  if (error.problem === 'unconfirmed') return { ...line, state: 'unconfirmed' };
  if (error.problem !== undefined) return { ...line, state: 'waiting' };
  return { ...line, state: 'failed', why: failureText(error) };
}

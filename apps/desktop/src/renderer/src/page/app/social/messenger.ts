import type { Notice } from '@roomtone/sdk';
import { CallError } from '../../../contract/call-error.ts';
import type { Calls } from '../../../contract/messages.ts';
import { failureText } from '../../ui/failure-text.ts';
import { noConversations, useConversations } from './conversation-store.ts';
import { afterReload, type Line, withLine } from './lines.ts';
import type { MessageDatabase } from './message-database.ts';

export interface Person {
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
}

interface Parts {
  /** Resolves when the server has the message. */
  readonly send: (message: Calls['directMessage']['takes']) => Promise<unknown>;
  readonly database: Pick<MessageDatabase, 'all' | 'put' | 'remove'>;
  readonly newId: () => string;
  readonly nowMs: () => number;
  /** True if the page has the focus. */
  readonly hasFocus: () => boolean;
}

/** Direct messages: shows them immediately, stores them on this device, and resends those that did not get through. */
export class Messenger {
  readonly #parts: Parts;
  #ownerId: string | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Switches to the conversations of an account. @param ownerId undefined for none. */
  async open(ownerId: string | undefined): Promise<void> {
    if (ownerId === this.#ownerId) return;
    this.#ownerId = ownerId;
    useConversations.setState(noConversations, true);
    if (ownerId === undefined) return;
    // A browser that stores nothing has nothing to show.
    const kept = await this.#parts.database.all(ownerId).catch((): readonly Line[] => []);
    if (this.#ownerId !== ownerId) return;
    // Lines that arrived or changed in the meantime are newer than their stored versions.
    useConversations.setState(({ lines }) => ({
      status: 'ready',
      lines: lines.reduce(withLine, kept.map(afterReload)),
    }));
  }

  receive({
    messageId,
    userId,
    username,
    displayName,
    message,
    timestamp,
  }: Extract<Notice, { kind: 'directMessage' }>): void {
    if (this.#ownerId === undefined) return;
    const isRead = useConversations.getState().openWith === userId && this.#parts.hasFocus();
    const said = { ownerId: this.#ownerId, withId: userId, withName: username, withDisplayName: displayName } as const;
    this.#store({ ...said, id: messageId, from: 'them', text: message, atMs: timestamp, state: 'kept', isRead });
  }

  /** Resolves when the server has the message or sending failed, which its line then shows. */
  async send({ userId, username, displayName }: Person, text: string): Promise<void> {
    if (this.#ownerId === undefined) return;
    const said = { ownerId: this.#ownerId, withId: userId, withName: username, withDisplayName: displayName } as const;
    const [id, atMs] = [this.#parts.newId(), this.#parts.nowMs()];
    await this.resend({ ...said, id, from: 'me', text, atMs, state: 'sending', isRead: true });
  }

  /** Sends a line again that did not get through. */
  async resend({ why: _why, ...line }: Line): Promise<void> {
    this.#store({ ...line, state: 'sending' });
    try {
      await this.#parts.send({ user: line.withId, message: line.text });
      this.#store({ ...line, state: 'kept' });
    } catch (error) {
      this.#store(outcome(line, error));
    }
  }

  /** Sends waiting lines in their order. Call it when the connection is back. */
  async sendWaiting(): Promise<void> {
    for (const line of useConversations.getState().lines) if (line.state === 'waiting') await this.resend(line);
  }

  /** Deletes lines from this device. */
  delete(lines: readonly Line[]): void {
    const ids = new Set(lines.map(({ id }) => id));
    useConversations.setState((state) => ({ lines: state.lines.filter(({ id }) => !ids.has(id)) }));
    this.#parts.database.remove(lines).catch(() => {});
  }

  /** Marks a conversation as read. */
  markRead(withId: string): void {
    const { lines } = useConversations.getState();
    this.#store(
      ...lines.filter((line) => line.withId === withId && !line.isRead).map((line) => ({ ...line, isRead: true })),
    );
  }

  #store(...changed: readonly Line[]): void {
    if (changed.length === 0) return;
    const shown = changed.filter(({ ownerId }) => ownerId === this.#ownerId);
    useConversations.setState(({ lines }) => ({ lines: shown.reduce(withLine, lines) }));
    // If the browser does not store it, it lasts until the page closes.
    this.#parts.database.put(changed).catch(() => {});
  }
}

function outcome(line: Line, error: unknown): Line {
  if (!(error instanceof CallError)) return { ...line, state: 'failed' };
  if (error.problem === 'unconfirmed') return { ...line, state: 'unconfirmed' };
  if (error.problem !== undefined) return { ...line, state: 'waiting' };
  return { ...line, state: 'failed', why: failureText(error) };
}

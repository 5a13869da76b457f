import type { LeaveReason, Participant } from '@roomtone/sdk';
import type { RoomEvent } from '../../../../contract/messages.ts';
import { newId } from '../../../app/new-id.ts';
import type { WorkerClient } from '../../../app/worker-client.ts';
import { appName, strings } from '../../../strings.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { notify } from '../../../ui/toast-store.ts';
import { useRoom } from '../room-store.ts';
import {
  type ArrivalLine,
  firstPosition,
  type LocalLine,
  type MessageLine,
  messageLine,
  type OwnLine,
  withFailure,
  withHistory,
  withLine,
  withoutLine,
  withoutPending,
  withPage,
  withRemoval,
} from './chat-lines.ts';
import { emptyChat, useChat } from './chat-store.ts';
import { useDraft } from './draft-store.ts';
import { mentions } from './message-parts.ts';

/** Runs the chat of a room: puts its events into the store and sends messages and commands. */
export class ChatController {
  readonly #client: WorkerClient;
  /** Shows a system notification if the window is not in front. */
  readonly #notify: (title: string, body: string) => void;
  readonly typing: TypingNotifier;

  constructor(client: WorkerClient, notifyElsewhere: (title: string, body: string) => void) {
    this.#client = client;
    this.#notify = notifyElsewhere;
    // A lost typing state does not matter: the next one corrects it.
    this.typing = new TypingNotifier((typing) => client.call('typing', { typing }).catch(() => {}));
  }

  /** Sends a chat message. If that fails, the line keeps the text. @param id of the line, when it is retried. */
  send(text: string, id: string = newId()): Promise<void> {
    return this.#deliver({ text, id, isCommand: false }, async () =>
      messageLine(await this.#client.call('chat', { text })),
    );
  }

  /** Runs a slash command. If that fails, the line keeps it. */
  run(line: string, id: string = newId()): Promise<void> {
    return this.#deliver({ text: line, id, isCommand: true }, async () => {
      const words = await this.#client.call('command', { line });
      // The message in the chat says it.
      if (words === null && /^\/me\s/i.test(line)) return undefined;
      return localLine(words ?? strings.chat.done({ line }));
    });
  }

  /** Shows a line to the user only. */
  showLocally(text: string, rows?: LocalLine['rows']): void {
    const line = localLine(text);
    useChat.setState(({ lines }) => ({ lines: withLine(lines, rows === undefined ? line : { ...line, rows }) }));
  }

  /** Discards a line that could not be sent. */
  discard(id: string): void {
    useChat.setState(({ lines }) => ({ lines: withoutLine(lines, id) }));
  }

  /** Deletes a message for everybody. */
  async remove(messageId: string): Promise<void> {
    try {
      await this.#client.call('moderate', { act: 'deleteChat', messageId });
    } catch (error) {
      notify(failureText(error));
    }
  }

  /** Reads the messages before the first line, or those that are missing before a position. */
  async readOlder(before = firstPosition(useChat.getState().lines)): Promise<void> {
    if (before === undefined || useChat.getState().isReading) return;
    useChat.setState({ isReading: true });
    try {
      const page = await this.#client.call('olderChat', { before });
      useChat.setState(({ lines, hasOlder }) => {
        const isFirst = before === firstPosition(lines);
        return { lines: withPage(lines, page, before), hasOlder: isFirst ? page.more : hasOlder };
      });
    } catch (error) {
      notify(failureText(error));
    } finally {
      useChat.setState({ isReading: false });
    }
  }

  clear(): void {
    this.typing.stop();
    useChat.setState(emptyChat, true);
    useDraft.setState({ text: '' });
  }

  /** Call this before handlers that remove participants from the store: it looks their names up there. */
  receive(event: RoomEvent): void {
    switch (event.type) {
      case 'joined':
        useChat.setState(({ lines, hasOlder }) => {
          const all = withHistory(lines, event.snapshot.chat);
          const isFirst = firstPosition(lines) === undefined;
          return {
            lines: all,
            hasOlder: isFirst ? (firstPosition(all) ?? 1) > 1 : hasOlder,
            isReading: false,
            typing: new Set(),
          };
        });
        break;
      case 'chat':
        this.#addMessage(event);
        break;
      case 'chatDeleted':
        useChat.setState(({ lines }) => ({ lines: withRemoval(lines, event.messageId, nameOf(event.by)) }));
        break;
      case 'typing':
        setTyping(event.participant, event.typing);
        break;
      case 'participantJoined':
        this.#addArrival(event.participant, 'came');
        this.#notify(appName, strings.chat.came({ name: event.participant.displayName }));
        break;
      case 'participantLeft':
        setTyping(event.participant.participantId, false);
        this.#addArrival(event.participant, departureKind(event.reason));
        break;
    }
  }

  #addMessage({ message }: Extract<RoomEvent, { type: 'chat' }>): void {
    this.#notify(message.displayName, message.message);
    useChat.setState((state) => {
      const self = ownParticipant();
      const isOwn = message.userId === self?.userId;
      const before = isOwn ? withoutPending(state.lines, message.message) : state.lines;
      const lines = withLine(before, messageLine(message));
      if (lines === before || state.isNewestVisible || isOwn) return { lines };
      return {
        lines,
        unread: state.unread + 1,
        firstUnread: state.firstUnread ?? message.messageId,
        isMentioned: state.isMentioned || (self !== undefined && mentions(message.message, self)),
      };
    });
  }

  #addArrival(participant: Participant, kind: ArrivalLine['kind']): void {
    const line = { kind, id: `${kind}-${participant.participantId}`, name: participant.displayName, atMs: Date.now() };
    useChat.setState(({ lines }) => ({ lines: withLine(lines, line) }));
  }

  /** Shows the line immediately, and replaces it by the answer, if there is one to show. */
  async #deliver(
    what: Pick<OwnLine, 'id' | 'text' | 'isCommand'>,
    send: () => Promise<MessageLine | LocalLine | undefined>,
  ): Promise<void> {
    this.typing.stop();
    const { id } = what;
    const line = { kind: 'own', ...what, atMs: Date.now(), failure: undefined } as const;
    useChat.setState(({ lines }) => ({ lines: withFailure(withLine(lines, line), id, undefined) }));
    try {
      const answer = await send();
      useChat.setState(({ lines }) => {
        const others = withoutLine(lines, id);
        return { lines: answer === undefined ? others : withLine(others, answer) };
      });
    } catch (error) {
      useChat.setState(({ lines }) => ({ lines: withFailure(lines, id, failureText(error)) }));
    }
  }
}

function localLine(text: string): LocalLine {
  return { kind: 'local', id: newId(), text, atMs: Date.now() };
}

function nameOf(participantId: number): string {
  return (
    useRoom.getState().participants.find((participant) => participant.participantId === participantId)?.displayName ??
    ''
  );
}

function ownParticipant(): Participant | undefined {
  const { participants, self } = useRoom.getState();
  return participants.find(({ participantId }) => participantId === self);
}

function setTyping(participant: number, isTyping: boolean): void {
  useChat.setState(({ typing }) => {
    const next = new Set(typing);
    if (isTyping) next.add(participant);
    else next.delete(participant);
    return { typing: next };
  });
}

function departureKind(reason: LeaveReason): ArrivalLine['kind'] {
  switch (reason) {
    case 'kicked':
      return 'kicked';
    case 'banned':
      return 'banned';
    case 'lost':
      return 'lost';
    default:
      return 'went';
  }
}

/** Typing ends after this long without a key. */
const idleMs = 4_000;

/** Tells the room when the user starts and stops typing. */
class TypingNotifier {
  readonly #send: (isTyping: boolean) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (isTyping: boolean) => void) {
    this.#send = send;
  }

  /** Call this at every keystroke. */
  typed(): void {
    if (this.#timer === undefined) this.#send(true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop(), idleMs);
  }

  stop(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#send(false);
  }
}

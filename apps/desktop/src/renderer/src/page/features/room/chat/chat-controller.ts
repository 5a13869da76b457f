import { LeaveReason, type Participant } from '@roomtone/protocol';
import type { RoomEvent } from '../../../../contract/messages.ts';
import { newId } from '../../../app/new-id.ts';
import type { WorkerClient } from '../../../app/worker-client.ts';
import { strings } from '../../../strings.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { notify } from '../../../ui/toast-store.ts';
import { useRoom } from '../room-store.ts';
import {
  type ArrivalLine,
  type MessageLine,
  messageLine,
  type NoteLine,
  type OwnLine,
  withFailure,
  withHistory,
  withLine,
  withoutLine,
  withoutPending,
  withRemoval,
} from './chat-lines.ts';
import { silentChat, useChat } from './chat-store.ts';
import { useDraft } from './draft-store.ts';
import { mentions } from './message-parts.ts';
import { TypingSign } from './typing-sign.ts';

/** The room's talk: takes its events into the store, and says what one has to say. */
export class ChatController {
  readonly #client: WorkerClient;
  /** Tells of something while one looks elsewhere. */
  readonly #notify: (title: string, body: string) => void;
  readonly typing: TypingSign;

  constructor(client: WorkerClient, notifyElsewhere: (title: string, body: string) => void) {
    this.#client = client;
    this.#notify = notifyElsewhere;
    // Nobody waits for it, and a lost one is told anew.
    this.typing = new TypingSign((typing) => client.call('typing', { typing }).catch(() => {}));
  }

  /** Says something; a failure keeps the text in its line. @param id of the line, when it is tried again. */
  say(text: string, id: string = newId()): Promise<void> {
    return this.#send({ text, id, isCommand: false }, async () =>
      messageLine(await this.#client.call('chat', { text })),
    );
  }

  /** Does what a line with a slash says; a failure keeps it. */
  run(line: string, id: string = newId()): Promise<void> {
    return this.#send({ text: line, id, isCommand: true }, async () => {
      const words = await this.#client.call('command', { line });
      return noteLine(words ?? strings.chat.done(line));
    });
  }

  /** Says something to oneself alone. */
  note(text: string): void {
    useChat.setState(({ lines }) => ({ lines: withLine(lines, noteLine(text)) }));
  }

  /** Gives up a line that did not arrive. */
  forget(id: string): void {
    useChat.setState(({ lines }) => ({ lines: withoutLine(lines, id) }));
  }

  /** Removes a message for everybody. */
  async remove(messageId: string): Promise<void> {
    try {
      await this.#client.call('moderate', { act: 'deleteChat', messageId });
    } catch (error) {
      notify(failureText(error));
    }
  }

  clear(): void {
    this.typing.stop();
    useChat.setState(silentChat, true);
    useDraft.setState({ text: '' });
  }

  /** Takes an event of the room. To be told before those who forget whoever left. */
  receive(event: RoomEvent): void {
    switch (event.type) {
      case 'joined':
        useChat.setState(({ lines }) => ({ lines: withHistory(lines, event.snapshot.chat), typing: new Set() }));
        break;
      case 'chat':
        this.#said(event);
        break;
      case 'chatDeleted':
        useChat.setState(({ lines }) => ({ lines: withRemoval(lines, event.messageId, nameOf(event.by)) }));
        break;
      case 'typing':
        setTyping(event.participant, event.typing);
        break;
      case 'participantJoined':
        this.#moved(event.participant, 'came');
        this.#notify(strings.name, strings.chat.came(event.participant.username));
        break;
      case 'participantLeft':
        setTyping(event.participant.number, false);
        this.#moved(event.participant, howGone(event.reason));
        break;
    }
  }

  #said({ message }: Extract<RoomEvent, { type: 'chat' }>): void {
    this.#notify(message.username, message.message);
    useChat.setState((state) => {
      const self = ownParticipant();
      const isOwn = message.userId === self?.userId;
      const before = isOwn ? withoutPending(state.lines, message.message) : state.lines;
      const lines = withLine(before, messageLine(message));
      if (lines === before || state.isWatched || isOwn) return { lines };
      return {
        lines,
        unread: state.unread + 1,
        firstUnread: state.firstUnread ?? message.messageId,
        isMentioned: state.isMentioned || (self !== undefined && mentions(message.message, self.username)),
      };
    });
  }

  #moved(participant: Participant, kind: ArrivalLine['kind']): void {
    const line = { kind, id: `${kind}-${participant.number}`, name: participant.username, atMs: Date.now() };
    useChat.setState(({ lines }) => ({ lines: withLine(lines, line) }));
  }

  /** Shows a line at once and puts what the server made of it in its place. */
  async #send(
    what: Pick<OwnLine, 'id' | 'text' | 'isCommand'>,
    send: () => Promise<MessageLine | NoteLine>,
  ): Promise<void> {
    this.typing.stop();
    const { id } = what;
    const line = { kind: 'own', ...what, atMs: Date.now(), failure: undefined } as const;
    useChat.setState(({ lines }) => ({ lines: withFailure(withLine(lines, line), id, undefined) }));
    try {
      const answer = await send();
      useChat.setState(({ lines }) => ({ lines: withLine(withoutLine(lines, id), answer) }));
    } catch (error) {
      useChat.setState(({ lines }) => ({ lines: withFailure(lines, id, failureText(error)) }));
    }
  }
}

function noteLine(text: string): NoteLine {
  return { kind: 'note', id: newId(), text, atMs: Date.now() };
}

function nameOf(number: number): string {
  return useRoom.getState().participants.find((participant) => participant.number === number)?.username ?? '';
}

function ownParticipant(): Participant | undefined {
  const { participants, self } = useRoom.getState();
  return participants.find(({ number }) => number === self);
}

function setTyping(participant: number, isTyping: boolean): void {
  useChat.setState(({ typing }) => {
    const next = new Set(typing);
    if (isTyping) next.add(participant);
    else next.delete(participant);
    return { typing: next };
  });
}

function howGone(reason: LeaveReason): ArrivalLine['kind'] {
  switch (reason) {
    case LeaveReason.KICKED:
      return 'kicked';
    case LeaveReason.BANNED:
      return 'banned';
    case LeaveReason.LOST:
      return 'lost';
    default:
      return 'went';
  }
}

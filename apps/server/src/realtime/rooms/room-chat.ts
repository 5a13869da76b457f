import { randomUUID } from 'node:crypto';
import { type ChatMessage, ChatMessageType, type SystemMessage, systemMessageText } from '@roomtone/protocol';
import { type ChatChecks, checkSpeaks, type Participant, type RoomState, say } from '@roomtone/room';
import type { Clock } from '../../ports/clock.ts';
import type { Recipient, Requester } from '../delivery/recipient.ts';
import type { ChatHistory } from './chat-history.ts';
import type { RoomChange } from './room-change.ts';
import type { RoomRecipients } from './room-recipients.ts';

export interface RoomChatDeps {
  readonly clock: Clock;
  readonly chatChecks: ChatChecks;
  /** @throws {RoomtoneError} ROOM_NOT_FOUND once the room is closed. */
  readonly checkOpen: () => void;
  /** A message was sent (wall clock, ms). */
  readonly onSent: (nowMs: number) => void;
  /** Somebody who is connected here has sent one. */
  readonly onSaid: (participant: Participant, message: ChatMessage) => void;
  readonly carryOut: (change: RoomChange, requester?: Requester) => boolean | Promise<boolean>;
}

/** Chat in one room: messages, which everybody gets once they are stored, and typing. */
export class RoomChat {
  readonly #roomId: string;
  readonly #state: RoomState;
  readonly #history: ChatHistory;
  readonly #recipients: RoomRecipients;
  readonly #deps: RoomChatDeps;

  constructor(
    room: { readonly roomId: string; readonly state: RoomState; readonly history: ChatHistory },
    recipients: RoomRecipients,
    deps: RoomChatDeps,
  ) {
    this.#roomId = room.roomId;
    this.#state = room.state;
    this.#history = room.history;
    this.#recipients = recipients;
    this.#deps = deps;
  }

  /**
   * Sends a participant's message; resolves when it is stored and sent to everybody, to the sender with `requestId`.
   * @throws {RoomtoneError} as the domain's say() does, or the error of storage: then nobody gets the message.
   */
  async say(recipient: Recipient, participant: Participant, text: string, requestId: number): Promise<void> {
    const { clock, chatChecks } = this.#deps;
    const now = { nowMs: clock.nowMs(), nowUs: clock.serviceUs() };
    const message = say(this.#state, participant, { messageId: randomUUID(), text }, chatChecks, now);
    const sender = participant.number;
    const as = { roomId: this.#roomId, messageType: participant.info.bot ? 'bot' : 'user' } as const;
    return this.#history.add(message, as, (stored) => {
      this.#deps.onSaid(participant, stored);
      return this.#deps.carryOut({ kind: 'chat', message: stored, sender }, { recipient, requestId, sender });
    });
  }

  /**
   * Sends a system message; resolves when it is stored and sent to everybody.
   * @throws the error of storage; then nobody gets it.
   */
  async announce(news: SystemMessage): Promise<void> {
    const message: ChatMessage = {
      messageId: randomUUID(),
      userId: '',
      username: '',
      displayName: '',
      message: systemMessageText(news),
      timestamp: this.#deps.clock.nowMs(),
      messageType: ChatMessageType.SYSTEM,
    };
    const as = { roomId: this.#roomId, messageType: 'system' } as const;
    return this.#history.add(message, as, (stored) =>
      this.#deps.carryOut({ kind: 'chat', message: stored, sender: 0 }),
    );
  }

  /** A message was deleted from storage: removes it from the history and tells everybody inside. */
  remove(messageId: string, by: number): void {
    this.#history.remove(messageId);
    const serverTime = this.#deps.clock.serviceUs();
    this.#recipients.sendToAll({ kind: 'chatDeleted', body: { messageId }, sender: by, serverTime });
  }

  /**
   * Shows the others that a participant is typing, or has stopped.
   * @throws {RoomtoneError} as the domain's checkSpeaks() does.
   */
  typing(participant: Participant, typing: boolean): void {
    const serverTime = this.#deps.clock.serviceUs();
    checkSpeaks(this.#state, participant, serverTime);
    this.typed(participant, typing, serverTime);
  }

  /** Shows it to the others who are connected here. */
  typed(participant: Participant, typing: boolean, serverTime: number): void {
    const message = { kind: 'typing', body: { typing }, sender: participant.number, serverTime } as const;
    this.#recipients.sendToOthersUnnumbered(message, participant);
  }

  /** A message is stored: sends it to everybody who is connected here. */
  sent(message: ChatMessage, sender: number, requester?: Requester): void {
    this.#history.sent(message);
    // If the room was removed in the meantime, the message is gone, too.
    this.#deps.checkOpen();
    this.#deps.onSent(message.timestamp);
    const serverTime = this.#deps.clock.serviceUs();
    this.#recipients.sendToAll({ kind: 'chatMessage', body: message, sender, serverTime }, requester, message.userId);
  }

  /** Everybody here has it already: sends it to the requester again, as the answer. */
  answer(message: ChatMessage, sender: number, requester: Requester): void {
    const serverTime = this.#deps.clock.serviceUs();
    this.#recipients.sendToRequester({ kind: 'chatMessage', body: message, sender, serverTime }, requester);
  }
}

import { randomUUID } from 'node:crypto';
import { type ChatMessage, ChatMessageType } from '@roomtone/protocol';
import type { Member, RoomState } from '../../domain/room.ts';
import { type ChatChecks, checkSpeaks, say } from '../../domain/speaking.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Asker, Seat } from '../delivery/seat.ts';
import type { RoomAudience } from './room-audience.ts';
import type { RoomChat } from './room-chat.ts';

export interface RoomTalkDeps {
  readonly clock: Clock;
  readonly chatChecks: ChatChecks;
  /** @throws {RoomtoneError} ROOM_NOT_FOUND once the room is closed. */
  readonly checkOpen: () => void;
  /** Somebody spoke (wall clock, ms). */
  readonly onSaid: (nowMs: number) => void;
}

/** What is said in one room: chat, which everybody hears once it is stored, and typing. */
export class RoomTalk {
  readonly #roomId: string;
  readonly #state: RoomState;
  readonly #history: RoomChat;
  readonly #audience: RoomAudience;
  readonly #deps: RoomTalkDeps;

  constructor(
    room: { readonly roomId: string; readonly state: RoomState; readonly history: RoomChat },
    audience: RoomAudience,
    deps: RoomTalkDeps,
  ) {
    this.#roomId = room.roomId;
    this.#state = room.state;
    this.#history = room.history;
    this.#audience = audience;
    this.#deps = deps;
  }

  /**
   * Says something; resolves when it is stored and everybody has it, the sender with `requestId`.
   * @throws {RoomtoneError} as the domain's say() does, or whatever storage threw: then nobody sees the message.
   */
  async say(seat: Seat, member: Member, text: string, requestId: number): Promise<void> {
    const { clock, chatChecks } = this.#deps;
    const now = { nowMs: clock.nowMs(), nowUs: clock.serviceUs() };
    const message = say(this.#state, member, { messageId: randomUUID(), text }, chatChecks, now);
    const sender = member.participant.number;
    const as = { roomId: this.#roomId, messageType: 'user' } as const;
    return this.#history.say(message, as, () => this.#saidNow(message, sender, { seat, requestId, sender }));
  }

  /**
   * Tells everybody something in chat that nobody inside has said; resolves when it is stored and everybody has it.
   * @throws whatever storage threw: then nobody sees it.
   */
  async announce(text: string): Promise<void> {
    const message: ChatMessage = {
      messageId: randomUUID(),
      userId: '',
      username: '',
      message: text,
      timestamp: this.#deps.clock.nowMs(),
      messageType: ChatMessageType.SYSTEM,
    };
    const as = { roomId: this.#roomId, messageType: 'system' } as const;
    return this.#history.say(message, as, () => this.#saidNow(message, 0));
  }

  /** A chat message is gone from storage: from the history, too, and everybody inside is told. */
  remove(messageId: string, by: number): void {
    this.#history.remove(messageId);
    const serverTime = this.#deps.clock.serviceUs();
    this.#audience.tellAll({ kind: 'chatDeleted', body: { messageId }, sender: by, serverTime });
  }

  /**
   * Shows the others whether somebody is typing.
   * @throws {RoomtoneError} as the domain's checkSpeaks() does.
   */
  typing(member: Member, typing: boolean): void {
    const serverTime = this.#deps.clock.serviceUs();
    checkSpeaks(this.#state, member, serverTime);
    const { participant } = member;
    const message = { kind: 'typing', body: { typing }, sender: participant.number, serverTime } as const;
    this.#audience.tellOthersAside(message, participant);
  }

  #saidNow(message: ChatMessage, sender: number, asker?: Asker): void {
    // Removed since, and the message with it.
    this.#deps.checkOpen();
    this.#deps.onSaid(message.timestamp);
    const serverTime = this.#deps.clock.serviceUs();
    this.#audience.tellAll({ kind: 'chatMessage', body: message, sender, serverTime }, asker, message.userId);
  }
}

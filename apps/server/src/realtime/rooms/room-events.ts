import { type ChatMessage, LeaveReason } from '@roomtone/protocol';
import type { Participant } from '@roomtone/room';
import type { RoomRecord } from '../../ports/room-storage.ts';
import type { ServiceEvents } from '../../ports/webhooks.ts';

const leaveReasons: Readonly<Record<number, string>> = {
  [LeaveReason.SWITCHED]: 'switched',
  [LeaveReason.KICKED]: 'kicked',
  [LeaveReason.BANNED]: 'banned',
  [LeaveReason.CLOSED]: 'closed',
  [LeaveReason.LOST]: 'lost',
};

/** Tells webhooks what those who are connected to this process do in one room: each process tells its own. */
export class RoomEvents {
  readonly #record: () => RoomRecord;
  readonly #events: ServiceEvents;

  constructor(record: () => RoomRecord, events: ServiceEvents) {
    this.#record = record;
    this.#events = events;
  }

  joined(participant: Participant): void {
    this.#tell('room.joined', person(participant));
  }

  left(participant: Participant, reason: LeaveReason): void {
    this.#tell('room.left', { ...person(participant), reason: leaveReasons[reason] ?? 'left' });
  }

  /** Only of a room that allows it (S40.3). */
  said(participant: Participant, { messageId, message }: ChatMessage): void {
    if (!this.#record().settings.chatToWebhooks) return;
    this.#tell('chat.message', { ...person(participant), message_id: messageId, message });
  }

  #tell(type: 'room.joined' | 'room.left' | 'chat.message', data: Readonly<Record<string, string | number | boolean>>) {
    const { roomId, roomName } = this.#record();
    this.#events.tell({ type, roomId, data: { room_name: roomName, ...data } });
  }
}

function person({ info }: Participant) {
  const { number, userId, username, displayName, guest, bot } = info;
  return { participant: number, user_id: userId, username, display_name: displayName, guest, bot };
}

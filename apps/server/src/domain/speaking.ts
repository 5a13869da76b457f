import { type ChatMessage, ChatMessageType, RoomtoneError } from '@roomtone/protocol';
import { type ChatFlood, chatText } from './chat.ts';
import type { Moment } from './moment.ts';
import { checkHasAccount, isOver, muted } from './permissions.ts';
import type { Participant, RoomState } from './room.ts';

/** What chat goes through besides the room's own rules. */
export interface ChatChecks {
  /** What each user says in all rooms together. */
  readonly flood: ChatFlood;
  /** The text with profanity made unreadable. */
  readonly mask: (text: string) => string;
}

/**
 * Decides a chat message; it is said once it is stored (room rules R4).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest, somebody muted, or where chat is closed; VALIDATION_ERROR on
 *   `message`; RATE_LIMIT_EXCEEDED for more than 10 in 10 s, and under auto moderation for repetition.
 */
export function say(
  room: RoomState,
  participant: Participant,
  said: { readonly messageId: string; readonly text: string },
  { flood, mask }: ChatChecks,
  now: Moment,
): ChatMessage {
  checkSpeaks(room, participant, now.nowUs);
  const text = chatText(said.text);
  const { userId, username } = participant.info;
  const { autoModeration } = room.rules.settings;
  if (autoModeration) room.repeats.check(userId, text, now);
  flood.take(userId, now);
  if (autoModeration) room.repeats.add(userId, text, now.nowUs / 1000);
  return {
    messageId: said.messageId,
    userId,
    username,
    message: autoModeration ? mask(text) : text,
    timestamp: now.nowMs,
    messageType: ChatMessageType.USER,
  };
}

/**
 * Whether somebody may say anything in this room, or show that they are about to.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest, with reason muted, or with reason chat where chat is closed.
 */
export function checkSpeaks(room: RoomState, participant: Participant, nowUs: number): void {
  checkHasAccount(participant.info);
  if (participant.mute?.chat && !isOver(participant.mute, nowUs)) throw muted();
  if (room.rules.settings.allowChat) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'Chat is closed in this room.', { reason: 'chat' });
}

/** Whether somebody reads what this user says: not where they block them (room rules R4.11). */
export function readsChatOf(listener: Participant, speakerId: string): boolean {
  return !listener.blocks.has(speakerId);
}

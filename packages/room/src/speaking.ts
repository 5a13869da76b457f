import { type ChatMessage, ChatMessageType } from '@roomtone/protocol';
import { type ChatFlood, chatText } from './chat.ts';
import type { Moment } from './moment.ts';
import { checkHasAccount, isOver, muted } from './permissions.ts';
import { checkMayChat } from './rights.ts';
import type { Participant, RoomState } from './room.ts';

/** Checks of chat that apply to all rooms. */
export interface ChatChecks {
  /** Limits the messages of each user in all rooms together. */
  readonly flood: ChatFlood;
  /** Replaces profanity in a text with asterisks. */
  readonly mask: (text: string) => string;
}

/**
 * Accepts a chat message; it is sent once it is stored (room rules R4).
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest or a muted participant, or if chat is closed;
 *   VALIDATION_ERROR on `message`; RATE_LIMIT_EXCEEDED for more than 10 in 10 s and, with auto moderation, for
 *   repetition.
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
  const { userId, username, displayName, bot } = participant.info;
  const { autoModeration } = room.rules.settings;
  const { personId } = participant;
  if (autoModeration) room.repeats.check(personId, text, now);
  flood.take(personId, now);
  if (autoModeration) room.repeats.add(personId, text, now.nowUs / 1000);
  return {
    messageId: said.messageId,
    userId,
    username,
    displayName,
    message: autoModeration ? mask(text) : text,
    timestamp: now.nowMs,
    messageType: bot ? ChatMessageType.BOT : ChatMessageType.USER,
  };
}

/**
 * Checks that a participant may write in this room, or show that they are typing.
 * @throws {RoomtoneError} AUTHORIZATION_ERROR for a guest, with reason muted, or as checkMayChat() does.
 */
export function checkSpeaks(room: RoomState, participant: Participant, nowUs: number): void {
  checkHasAccount(participant.info);
  if (participant.mute?.chat && !isOver(participant.mute, nowUs)) throw muted();
  checkMayChat(room.rules, participant);
}

/** True if a participant gets this user's chat: not if they block the user, or a bot's owner (room rules R4.11). */
export function readsChatOf({ owners }: Pick<RoomState, 'owners'>, listener: Participant, speakerId: string): boolean {
  return !listener.blocks.has(speakerId) && !listener.blocks.has(owners.get(speakerId) ?? '');
}

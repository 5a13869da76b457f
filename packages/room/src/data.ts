import { type DataMessage, issues, limits, validationError } from '@roomtone/protocol';
import type { Participant, RoomState } from './room.ts';
import { checkSpeaks, readsChatOf } from './speaking.ts';

const topicForm = /^[A-Za-z0-9._/:-]+$/;

/**
 * Checks that a participant may send these bytes to others (room rules R25).
 * @throws {RoomtoneError} VALIDATION_ERROR on `topic`, `data` or `to`, and as checkSpeaks() does.
 */
export function checkSendsData(
  room: RoomState,
  sender: Participant,
  { topic, data, lossy, to }: DataMessage,
  nowUs: number,
): void {
  const { topic: topics, bytes, lossyBytes, recipients } = limits.data;
  const max = lossy ? lossyBytes : bytes;
  if (topic === '') throw validationError([{ field: 'topic', ...issues.empty }]);
  if (topic.length > topics.max) throw validationError([{ field: 'topic', ...issues.tooLong(topics.max) }]);
  if (!topicForm.test(topic))
    throw validationError([{ field: 'topic', ...issues.invalid('may only have letters, digits and . _ - / :') }]);
  if (data.byteLength > max) throw validationError([{ field: 'data', ...issues.atMost(max, ' bytes') }]);
  if (to.length > recipients) throw validationError([{ field: 'to', ...issues.atMost(recipients, ' participants') }]);
  checkSpeaks(room, sender, nowUs);
}

/** True if a participant gets data: from others only, if it is meant for them, and not from those whose chat they do not get. */
export function getsData(room: RoomState, listener: Participant, sender: Participant, to: readonly number[]): boolean {
  if (listener === sender || (to.length > 0 && !to.includes(listener.number))) return false;
  return readsChatOf(room, listener, sender.info.userId);
}

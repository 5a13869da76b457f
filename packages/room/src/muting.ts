import { isOver, type Mute } from './permissions.ts';
import { type Participant, type RoomEvent, releaseNotes } from './room.ts';

/**
 * Sets a participant's mute, in place of an earlier one; undefined unmutes. A mute of notes releases the participant's
 * held notes (room rules R13.8).
 */
export function setMute(participant: Participant, mute: Mute | undefined, nowUs: number): RoomEvent[] {
  const events: RoomEvent[] = [];
  if (mute?.notes) events.push(...releaseNotes(participant, nowUs));
  const muted = mute !== undefined;
  participant.mute = mute;
  if (muted !== participant.info.muted) {
    participant.info = { ...participant.info, muted };
    events.push({ kind: 'participantUpdated', participant: participant.info });
  }
  return events;
}

/** Unmutes a participant whose mute has ended. */
export function endMute(participant: Participant, nowUs: number): RoomEvent[] {
  return participant.mute !== undefined && isOver(participant.mute, nowUs)
    ? setMute(participant, undefined, nowUs)
    : [];
}

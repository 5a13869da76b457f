import { isOver, type Mute } from './permissions.ts';
import { type Participant, type RoomEvent, releaseNotes } from './room.ts';

/**
 * Takes chat, notes or both from a participant, in place of what was taken before; undefined gives all back. Whoever
 * loses notes stops sounding (room rules R13.8).
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

/** Gives back what a mute has taken once it is over; nothing mostly. */
export function endMute(participant: Participant, nowUs: number): RoomEvent[] {
  return participant.mute !== undefined && isOver(participant.mute, nowUs)
    ? setMute(participant, undefined, nowUs)
    : [];
}

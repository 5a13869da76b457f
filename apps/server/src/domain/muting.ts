import { isOver, type Mute } from './permissions.ts';
import { type Member, type RoomEvent, silence } from './room.ts';

/**
 * Takes chat, notes or both from a participant, in place of what was taken before; undefined gives all back. Whoever
 * loses notes stops sounding (room rules R13.8).
 */
export function setMute(member: Member, mute: Mute | undefined, nowUs: number): RoomEvent[] {
  const events: RoomEvent[] = [];
  if (mute?.notes) events.push(...silence(member, nowUs));
  const muted = mute !== undefined;
  member.mute = mute;
  if (muted !== member.participant.muted) {
    member.participant = { ...member.participant, muted };
    events.push({ kind: 'participantUpdated', participant: member.participant });
  }
  return events;
}

/** Gives back what a mute has taken once it is over; nothing mostly. */
export function endMute(member: Member, nowUs: number): RoomEvent[] {
  return member.mute !== undefined && isOver(member.mute, nowUs) ? setMute(member, undefined, nowUs) : [];
}

// What everybody in a room plays in time by, and how they hear of it. Times are µs on the service clock.
import type { Transport } from '@roomtone/protocol';
import type { DelayFigures } from '../../domain/playout-mode.ts';
import type { Member } from '../../domain/room.ts';
import * as domain from '../../domain/transport.ts';
import type { Asker } from '../delivery/seat.ts';
import type { RoomHost } from './room-host.ts';

/**
 * Sets the metronome.
 * @throws {RoomtoneError} as the domain's setTransport() does.
 */
export function setTransport(host: RoomHost, asked: Transport, asker: Asker, nowUs: number): void {
  host.time.transport = domain.setTransport(host.time.transport, asked, nowUs);
  const body = { ...host.time.transport };
  host.tellAll({ kind: 'transport', body, sender: asker.sender, serverTime: nowUs }, asker);
}

/** Makes the room play matched, or no longer. */
export function setMatched(host: RoomHost, matched: boolean, asker: Asker, nowUs: number): void {
  const { playout } = host.time;
  playout.set(matched);
  host.tellAll({ kind: 'playoutMode', body: playout.mode, sender: asker.sender, serverTime: nowUs }, asker);
}

/** Takes in how far away a player is. Listeners hear everything later without delaying anybody. */
export function reportDelay(host: RoomHost, member: Member, figures: DelayFigures, nowUs: number): void {
  const { guest, number } = member.participant;
  const { playout } = host.time;
  if (guest || !playout.report(number, figures)) return;
  host.tellAll({ kind: 'playoutMode', body: playout.mode, serverTime: nowUs });
}

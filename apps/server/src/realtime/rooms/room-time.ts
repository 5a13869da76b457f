// The metronome and the playout mode of a room. Times are µs on the service clock.
import type { PlayoutMode, Transport } from '@roomtone/protocol';
import { checkPlayoutMode, type DelayFigures } from '../../domain/playout-mode.ts';
import type { Participant } from '../../domain/room.ts';
import * as domain from '../../domain/transport.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { LiveRoom } from './live-room.ts';

/**
 * Sets the metronome.
 * @throws {RoomtoneError} as the domain's setTransport() does.
 */
export function setTransport(room: LiveRoom, asked: Transport, requester: Requester, nowUs: number): void {
  room.setTransport(domain.setTransport(room.time.transport, asked, nowUs));
  const body = { ...room.time.transport };
  room.sendToAll({ kind: 'transport', body, sender: requester.sender, serverTime: nowUs }, requester);
}

/**
 * Sets when everybody hears the others.
 * @throws {RoomtoneError} as the domain's checkPlayoutMode() does.
 */
export function setPlayoutMode(room: LiveRoom, asked: PlayoutMode, requester: Requester, nowUs: number): void {
  const { playout, transport } = room.time;
  checkPlayoutMode(asked, transport);
  playout.set(asked);
  room.sendToAll({ kind: 'playoutMode', body: playout.mode, sender: requester.sender, serverTime: nowUs }, requester);
}

/** Includes a player's delay in the common delay. Listeners may hear everything later without delaying anybody. */
export function reportDelay(room: LiveRoom, participant: Participant, figures: DelayFigures, nowUs: number): void {
  const { guest, number } = participant;
  const { playout } = room.time;
  if (guest || !playout.report(number, figures)) return;
  room.sendToAll({ kind: 'playoutMode', body: playout.mode, serverTime: nowUs });
}

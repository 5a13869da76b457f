// The metronome and matched playout of a room. Times are µs on the service clock.
import type { Transport } from '@roomtone/protocol';
import type { DelayFigures } from '../../domain/playout-mode.ts';
import type { Participant } from '../../domain/room.ts';
import * as domain from '../../domain/transport.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { LiveRoom } from './live-room.ts';

/**
 * Sets the metronome.
 * @throws {RoomtoneError} as the domain's setTransport() does.
 */
export function setTransport(
  room: LiveRoom,
  asked: Transport,
  requester: Requester,
  nowUs: number,
): void | Promise<void> {
  const transport = domain.setTransport(room.time.transport, asked, nowUs);
  return room.carryOut({ kind: 'transport', transport, sender: requester.sender }, requester);
}

/** Turns matched playout on or off. */
export function setMatched(room: LiveRoom, matched: boolean, requester: Requester): void | Promise<void> {
  const mode = room.time.playout.modeIf(matched);
  return room.carryOut({ kind: 'playout', mode, sender: requester.sender }, requester);
}

/** Includes a player's delay in the common delay. Listeners may hear everything later without delaying anybody. */
export function reportDelay(room: LiveRoom, participant: Participant, figures: DelayFigures): void {
  const { guest, number } = participant;
  const { playout } = room.time;
  if (guest) return;
  if (room.elsewhere?.decidesPlayout === false) {
    playout.note(number, figures);
    return;
  }
  // If the others cannot be told, they are with the next report that changes something.
  if (playout.report(number, figures)) {
    void Promise.resolve(room.carryOut({ kind: 'playout', mode: playout.mode, sender: 0 })).catch(() => {});
  }
}

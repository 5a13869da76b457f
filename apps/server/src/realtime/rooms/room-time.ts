// The metronome and the playout mode of a room. Times are µs on the service clock.
import type { PlayoutMode, Transport } from '@roomtone/protocol';
import type { Participant } from '@roomtone/room';
import { transportAfter } from '@roomtone/room';
import { checkPlayoutMode, type DelayFigures } from '../../domain/playout-mode.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Requester } from '../delivery/recipient.ts';
import type { LiveRoom } from './live-room.ts';
import { loopsWithTransport } from './use-loops.ts';

/**
 * Sets the metronome.
 * @throws {RoomtoneError} as transportAfter() does.
 */
export async function setTransport(
  room: LiveRoom,
  asked: Transport,
  requester: Requester,
  clock: Pick<Clock, 'serviceUs'>,
): Promise<void> {
  for (;;) {
    const nowUs = clock.serviceUs();
    const { intervalBars } = room.time.playout.mode;
    const transport = transportAfter(room.time.transport, asked, nowUs, intervalBars);
    const loops = loopsWithTransport(room, transport, nowUs);
    const change = { kind: 'transport', transport, sender: requester.sender, ...loops } as const;
    if (await room.carryOut(change, requester)) return;
  }
}

/**
 * Sets when everybody hears the others.
 * @throws {RoomtoneError} as the domain's checkPlayoutMode() does.
 */
export async function setPlayoutMode(room: LiveRoom, asked: PlayoutMode, requester: Requester): Promise<void> {
  const { playout, transport } = room.time;
  checkPlayoutMode(asked, transport);
  await room.carryOut({ kind: 'playout', mode: playout.modeIf(asked), sender: requester.sender }, requester);
}

/** Includes a player's delay in the common delay. Listeners may hear everything later without delaying anybody. */
export function reportDelay(room: LiveRoom, participant: Participant, figures: DelayFigures): void {
  const { guest, number } = participant;
  const { playout } = room.time;
  if (guest) return;
  if (room.otherProcesses?.decides === false) {
    playout.note(number, figures);
    return;
  }
  // If the others cannot be told, they are with the next report that changes something.
  if (playout.report(number, figures)) {
    void Promise.resolve(room.carryOut({ kind: 'playout', mode: playout.mode, sender: 0 })).catch(() => {});
  }
}

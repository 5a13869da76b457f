import { type DirectSignal, directIssue, RoomtoneError, validationError } from '@roomtone/protocol';
import { accountRequired, type Participant } from '@roomtone/room';
import { type DirectMode, mayMeet, ownCandidates } from '../../application/direct-signals.ts';
import type { RealtimeCounters } from '../../application/realtime-counters.ts';
import type { OwnAddress } from '../../ports/own-address.ts';
import type { LiveRoom } from '../rooms/live-room.ts';
import type { Codec } from '../sockets/codec.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { requireInside } from './room-of-connection.ts';

export interface DirectSignalDeps {
  readonly connections: Pick<Connections, 'inRoom'>;
  readonly codec: Pick<Codec, 'encode'>;
  readonly counters: Pick<RealtimeCounters, 'directSignals'>;
  readonly direct: DirectOptions;
}

export interface DirectOptions {
  readonly mode: DirectMode;
  /** Undefined where the server tells nobody their address. */
  readonly ownAddress?: OwnAddress | undefined;
}

/**
 * Passes one side of a direct channel on to another participant, with the sender's number (room rules R25).
 * @throws {RoomtoneError} VALIDATION_ERROR, or RESOURCE_NOT_FOUND or AUTHORIZATION_ERROR with reason direct.
 */
export function directSignal(
  deps: DirectSignalDeps,
  connection: Connection,
  body: DirectSignal,
  requestId: number,
): void {
  const { room, participant } = requireInside(connection);
  if (participant.guest) throw accountRequired();
  const isQuestion = body.attempt === 0;
  const issue = isQuestion ? undefined : directIssue(body);
  if (issue !== undefined) throw validationError([issue]);
  const other = room.participants.get(body.to);
  if (other === undefined || other === participant)
    throw new RoomtoneError('RESOURCE_NOT_FOUND', 'There is no such participant.', { reason: 'direct' });
  checkMayMeet(deps, { room, from: participant, to: other, block: connection.addressBlock });
  if (isQuestion) {
    connection.send({ kind: 'ack', body: {} }, requestId);
    return;
  }
  const candidates = ownCandidates(body.candidates, connection.addressBlock);
  const signal = { ...body, to: 0, candidates };
  const frame = deps.codec.encode({ kind: 'directSignal', body: signal, sender: participant.number });
  deps.counters.directSignals++;
  const recipient = room.recipients.get(other.number);
  if (recipient !== undefined) recipient.deliverUnnumbered(frame, 0);
  else room.otherProcesses?.signal(participant, other.number, frame);
  connection.send({ kind: 'ack', body: {} }, requestId);
}

interface Meeting {
  readonly room: LiveRoom;
  readonly from: Participant;
  readonly to: Participant;
  /** The address block that the sender comes from. */
  readonly block: string;
}

function checkMayMeet({ connections, direct }: DirectSignalDeps, { room, from, to, block }: Meeting): void {
  const isWanted = from.info.direct && to.info.direct;
  const isBlocked = from.blocks.has(to.personId) || to.blocks.has(from.personId);
  const isNearOnly = from.info.directNear || to.info.directNear;
  const between = [block, blockOf(connections, room, to)] as const;
  if (isWanted && !isBlocked && mayMeet(direct.mode, room.record, { between, isNearOnly })) return;
  throw new RoomtoneError('AUTHORIZATION_ERROR', 'These two may have no direct channel here.', { reason: 'direct' });
}

function blockOf(connections: DirectSignalDeps['connections'], room: LiveRoom, { number }: Participant): string {
  const found = connections
    .inRoom(room)
    .find(({ location }) => location.status === 'inside' && location.participant.number === number);
  return found?.addressBlock ?? room.otherProcesses?.addressOf(number) ?? '';
}

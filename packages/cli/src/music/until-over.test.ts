import type { ConnectionState, RoomEvents } from '@roomtone/sdk';
import { describe, expect, test } from 'vitest';
import { anEmitter } from '../../test/emitter-double.ts';
import { aParticipant, aSnapshot } from '../../test/room-doubles.ts';
import { untilOver } from './until-over.ts';

describe('listening to a room ends', () => {
  test('when the last player has left; guests are not players', async () => {
    const room = aRoom();
    const over = untilOver(room, new AbortController().signal, undefined);
    room.join(aParticipant(2, 'ada'));
    room.join(aParticipant(3, 'ben'));
    room.join(aParticipant(4, 'Guest-abcd', true));
    room.leave(2);
    expect(room.handlerCount()).toBeGreaterThan(0);
    room.leave(3);
    expect(await over).toEqual({ words: 'The last player has left.', exitCode: 0 });
    expect(room.handlerCount()).toBe(0);
  });

  test('not when a guest leaves a room in which nobody has played yet', async () => {
    const room = aRoom();
    const interrupt = new AbortController();
    const over = untilOver(room, interrupt.signal, undefined);
    room.join(aParticipant(4, 'Guest-abcd', true));
    room.leave(4);
    interrupt.abort();
    expect((await over).words).toBe('Stopped.');
  });

  test('when the players had left by the time a lost connection was restored', async () => {
    const room = aRoom();
    room.participants.set(2, aParticipant(2, 'ada'));
    const over = untilOver(room, new AbortController().signal, undefined);
    room.participants.delete(2);
    room.emit('joined', aSnapshot());
    expect((await over).words).toBe('The last player has left.');
  });

  test('at Ctrl-C, even before listening began', async () => {
    expect(await untilOver(aRoom(), AbortSignal.abort(), undefined)).toEqual({ words: 'Stopped.', exitCode: 0 });
  });

  test('when the time is up', async () => {
    const over = untilOver(aRoom(), new AbortController().signal, 0.001);
    expect(await over).toEqual({ words: 'The time is up.', exitCode: 0 });
  });

  test('with a failure after being removed, without one when the room was closed', async () => {
    const kicked = aRoom();
    const over = untilOver(kicked, new AbortController().signal, undefined);
    kicked.emit('state', { status: 'closed', reason: { kind: 'kicked', note: 'Feedback.' } });
    expect(await over).toEqual({ words: 'A moderator removed us from the room. Feedback.', exitCode: 1 });

    const closed = aRoom();
    const end = untilOver(closed, new AbortController().signal, undefined);
    closed.emit('state', { status: 'closed', reason: { kind: 'roomClosed', why: 'deleted' } });
    expect(await end).toEqual({ words: 'The room was closed.', exitCode: 0 });
  });
});

/** A room in which we are participant 1. */
function aRoom() {
  const emitter = anEmitter<RoomEvents>();
  const participants = new Map([[1, aParticipant(1, 'Guest-self', true)]]);
  const state: ConnectionState = { status: 'joined' };
  return {
    ...emitter,
    participants,
    state,
    self: aParticipant(1, 'Guest-self', true),
    join(participant: ReturnType<typeof aParticipant>) {
      participants.set(participant.participantId, participant);
      emitter.emit('participantJoined', participant);
    },
    leave(number: number) {
      const participant = participants.get(number) ?? aParticipant(number, '');
      participants.delete(number);
      emitter.emit('participantLeft', { participant, reason: 'left', note: '' });
    },
  };
}

import {
  LeaveReason,
  limits,
  type MidiMessage,
  type Participant as ParticipantInfo,
  RoomtoneError,
} from '@roomtone/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import { guestVisitor, roomRules, visitor } from '../test/visitors.ts';
import { ChatFlood } from './chat.ts';
import { colorOf, guestColor, participantColors } from './participant-colors.ts';
import type { Visitor } from './permissions.ts';
import { join, leave, openRoom, type Participant, play, type RoomState, setPlayer, soundingNow } from './room.ts';
import { say } from './speaking.ts';

const nowUs = 1_700_000_000_000_000;
const now = { nowMs: nowUs / 1000, nowUs };
function room(rules: Parameters<typeof roomRules>[0] = {}): RoomState {
  return openRoom(roomRules(rules));
}

const user = (name: string, roles: readonly string[] = ['member']) => visitor(name, { roles });
const guest = guestVisitor();
const checks = { flood: new ChatFlood(), mask: (text: string) => text };

let lastNumber = 0;
beforeEach(() => {
  lastNumber = 0;
});

function enter(state: RoomState, visitor: Visitor): Participant {
  lastNumber++;
  return join(state, visitor, lastNumber, now).participant;
}

function midi(...events: number[][]): MidiMessage {
  return { startTime: 0, offsets: events.map(() => 0), data: Uint8Array.from(events.flat()) };
}

/** The RoomtoneError that the call throws, as code and details. */
function refusal(call: () => unknown): { code: string; details: object } {
  try {
    call();
  } catch (error) {
    if (error instanceof RoomtoneError) return { code: error.code, details: error.details };
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('joining', () => {
  test('R3.2: the others are told who joined', () => {
    const state = room();
    const { participant, events } = join(state, user('ada'), 1, now);
    const expected: ParticipantInfo = {
      number: 1,
      userId: 'id-of-ada',
      username: 'ada',
      displayName: 'ada',
      avatarUrl: '/avatars/ada',
      color: colorOf('id-of-ada'),
      instrument: '',
      file: '',
      guest: false,
      bot: false,
      muted: false,
      recording: false,
      direct: false,
      directNear: false,
      talking: false,
      member: true,
      joinedAt: now.nowMs,
    };
    expect(participant.info).toEqual(expected);
    expect(events).toEqual([{ kind: 'participantJoined', participant: expected }]);
  });

  test('R2.9: a room accepts max_users and no more', () => {
    const state = room({ maxUsers: 2 });
    enter(state, user('ada'));
    enter(state, user('cleo'));
    expect(refusal(() => enter(state, user('bo')))).toEqual({
      code: 'AUTHORIZATION_ERROR',
      details: { reason: 'full' },
    });
    expect([...state.participants.keys()]).toEqual([1, 2]);
  });

  test('R2.5: a guest is refused if guests are not allowed', () => {
    const state = room({ settings: { allowGuests: false } });
    expect(refusal(() => enter(state, guest)).details).toEqual({ reason: 'guests' });
    enter(state, user('ada'));
  });

  test('R2.6: a pro room accepts the roles pro, moderator and admin', () => {
    const state = room({ roomType: 'pro' });
    expect(refusal(() => enter(state, user('ada'))).details).toEqual({ reason: 'pro' });
    for (const role of ['pro', 'moderator', 'admin']) enter(state, user(role, ['member', role]));
  });

  test('R2.10: the reasons guests and pro take precedence over full', () => {
    const state = room({ roomType: 'pro', maxUsers: 1, settings: { allowGuests: false } });
    enter(state, user('ada', ['pro']));
    expect(refusal(() => enter(state, guest)).details).toEqual({ reason: 'guests' });
    expect(refusal(() => enter(state, user('bo'))).details).toEqual({ reason: 'pro' });
    expect(refusal(() => enter(state, user('cy', ['pro']))).details).toEqual({ reason: 'full' });
  });

  test('R3.3: players get their own colour where the fewest have it, otherwise the first of those, and guests get grey', () => {
    const state = room();
    const own = colorOf('id-of-ada');
    expect(enter(state, user('ada')).info.color).toBe(own);
    const others = participantColors.filter((color) => color !== own);
    // The same account gives the colour up to whoever is here.
    expect(enter(state, user('ada')).info.color).toBe(others[0]);
    for (let index = 0; index < 6; index++) enter(state, user(`u${index}`));
    const colors = [...state.participants.values()].map(({ info }) => info.color);
    expect(new Set(colors)).toEqual(new Set(participantColors));
    expect(enter(state, guest).info.color).toBe(guestColor);
    const [, second] = state.participants.values();
    leave(state, 2, LeaveReason.LEFT, nowUs);
    expect(enter(state, user('ninth')).info.color).toBe(second?.info.color);
    expect(enter(state, user('ada')).info.color).toBe(own);
  });
});

describe('being inside', () => {
  test('R3.4: setPlayer changes the given fields and keeps the others', () => {
    const state = room();
    const ada = enter(state, user('ada'));
    setPlayer(ada, { instrument: '  Rhodes ' });
    setPlayer(ada, { file: ` ${'x'.repeat(limits.playedFile.max)} ` });
    const events = setPlayer(ada, { color: '#ABCDEF' });
    const file = 'x'.repeat(limits.playedFile.max);
    expect(ada.info).toMatchObject({ color: '#abcdef', instrument: 'Rhodes', file });
    expect(events).toEqual([{ kind: 'participantUpdated', participant: ada.info }]);
  });

  test('R3.4: setPlayer refuses an invalid colour, and an instrument or a title that is too long, and changes nothing', () => {
    const state = room();
    const ada = enter(state, user('ada'));
    const before = ada.info;
    const refused = refusal(() => setPlayer(ada, { color: 'red', instrument: 'x'.repeat(33), file: 'x'.repeat(65) }));
    expect(refused.code).toBe('VALIDATION_ERROR');
    expect(refused.details).toMatchObject({
      field: 'color',
      errors: [{ field: 'color' }, { field: 'instrument' }, { field: 'file' }],
    });
    expect(ada.info).toBe(before);
  });

  test('R3.5: a guest may not play, chat or set a player', () => {
    const state = room();
    const listener = enter(state, guest);
    const tries = [
      () => play(listener, midi([0x90, 60, 100]), nowUs),
      () => say(state, listener, { messageId: 'm', text: 'hello' }, checks, now),
      () => setPlayer(listener, { instrument: 'Oboe' }),
    ];
    for (const attempt of tries) expect(refusal(attempt).code).toBe('AUTHORIZATION_ERROR');
    expect(listener.played.keysDown).toBe(0);
  });

  test('R4.5: nobody can chat if chat is closed', () => {
    const state = room({ settings: { allowChat: false } });
    const ada = enter(state, user('ada'));
    const refused = refusal(() => say(state, ada, { messageId: 'm', text: 'hello' }, checks, now));
    expect(refused).toEqual({ code: 'AUTHORIZATION_ERROR', details: { reason: 'chat' } });
  });

  test('R5.6: the sounding snapshot has the controllers and held notes of players who have any', () => {
    const state = room();
    const ada = enter(state, user('ada'));
    enter(state, user('bo'));
    // Program 19, volume 80, sustain pedal, then two keys, one of which is lifted: the pedal keeps it.
    play(ada, midi([0xc0, 19], [0xb0, 7, 80], [0xb0, 64, 127], [0x90, 60, 100], [0x90, 64, 90], [0x80, 60, 0]), nowUs);
    expect(soundingNow(state)).toEqual([
      {
        participant: 1,
        data: Uint8Array.of(0xc0, 19, 0xb0, 7, 80, 0xb0, 64, 127, 0x90, 60, 100, 0x80, 60, 64, 0x90, 64, 90),
      },
    ]);
  });
});

describe('leaving', () => {
  test('R5.6, R7.1: notes kept by the sostenuto pedal are in the snapshot, and released when the player leaves', () => {
    const state = room();
    const ada = enter(state, user('ada'));
    play(ada, midi([0x90, 60, 100], [0xb0, 66, 127], [0x80, 60, 0]), nowUs);
    const kept = [0xb0, 66, 0, 0x90, 60, 100, 0xb0, 66, 127, 0x80, 60, 64];
    expect(soundingNow(state)).toEqual([{ participant: 1, data: Uint8Array.of(0xb0, 66, 127, ...kept) }]);
    const [released] = leave(state, 1, LeaveReason.LOST, nowUs);
    expect(released).toMatchObject({ messages: [{ data: Uint8Array.of(0xb0, 66, 0) }] });
  });

  test('R7.1: keys and pedals are released before the others are told who left', () => {
    const state = room();
    const ada = enter(state, user('ada'));
    play(ada, midi([0x91, 60, 100], [0xb1, 64, 127]), nowUs);
    expect(leave(state, 1, LeaveReason.LOST, nowUs)).toEqual([
      {
        kind: 'notesReleased',
        number: 1,
        messages: [{ startTime: nowUs, offsets: [0, 0], data: Uint8Array.of(0x81, 60, 64, 0xb1, 64, 0) }],
      },
      { kind: 'participantLeft', participant: ada.info, reason: LeaveReason.LOST, note: '' },
    ]);
  });

  test('R7.1: a player without held notes releases nothing; R5.7: velocity 0 lifts a key', () => {
    const state = room();
    const ada = enter(state, user('ada'));
    play(ada, midi([0x90, 60, 100], [0x90, 60, 0]), nowUs);
    expect(leave(state, 1, LeaveReason.LEFT, nowUs).map((event) => event.kind)).toEqual(['participantLeft']);
    expect(leave(state, 1, LeaveReason.LEFT, nowUs)).toEqual([]);
  });

  test('R7.1: more than 256 releases are sent in several messages', () => {
    const state = room();
    const ada = enter(state, user('ada'));
    for (let channel = 0; channel < 4; channel++) {
      play(ada, midi(...Array.from({ length: 128 }, (_, key) => [0x90 | channel, key, 1])), nowUs);
    }
    const [released] = leave(state, 1, LeaveReason.LEFT, nowUs);
    const messages = released?.kind === 'notesReleased' ? released.messages : [];
    expect(messages.map((message) => message.offsets.length)).toEqual([256, 256]);
    expect(messages.map((message) => message.data.length)).toEqual([768, 768]);
  });
});

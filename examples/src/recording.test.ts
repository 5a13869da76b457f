import type { RoomEvents } from '@roomtone/sdk';
import { readMidiFile } from '@roomtone/smf';
import { describe, expect, test } from 'vitest';
import { anEmitter } from '../test/emitter-double.ts';
import { aParticipant, aSnapshot } from '../test/room-doubles.ts';
import { Recording } from './recording.ts';

describe('a recording', () => {
  test('has a take for each player, with the times at which the events were played', () => {
    const { room, recording } = aRoom();
    room.hear({ participantId: 1, startTimeUs: 1_000, offsets: [0, 500], data: [0x90, 60, 64, 0x80, 60, 0] });
    room.nowUs = 9_000;
    room.hear({ participantId: 2, startTimeUs: 900, offsets: [0], data: [0xc3, 5] });
    expect(recording.takes.map(({ participant, name }) => [participant, name])).toEqual([
      [1, 'ada'],
      [2, 'ben'],
    ]);
    expect(recording.takes.map((take) => take.events)).toEqual([
      [
        { timeUs: 1_000, data: Uint8Array.of(0x90, 60, 64), arrivedUs: 5_000 },
        { timeUs: 1_500, data: Uint8Array.of(0x80, 60, 0), arrivedUs: 5_000 },
      ],
      [{ timeUs: 900, data: Uint8Array.of(0xc3, 5), arrivedUs: 9_000 }],
    ]);
    expect(recording.eventCount).toBe(3);
  });

  test('keeps a player’s order: an event with an earlier time gets its predecessor’s', () => {
    const { room, recording } = aRoom();
    room.hear({ participantId: 1, startTimeUs: 2_000, offsets: [0], data: [0x90, 60, 64] });
    room.hear({ participantId: 1, startTimeUs: 1_500, offsets: [0, 900], data: [0x80, 60, 0, 0x90, 62, 64] });
    expect(recording.takes[0]?.events.map(({ timeUs }) => timeUs)).toEqual([2_000, 2_000, 2_400]);
  });

  test('begins with what is already sounding, except its own notes', () => {
    const { room, recording } = aRoom();
    const sounding = [
      { participantId: 1, data: Uint8Array.of(0xc0, 5, 0x90, 60, 64) },
      { participantId: 9, data: Uint8Array.of(0x90, 61, 64) },
    ];
    room.emit('joined', aSnapshot({ self: aParticipant(9, 'Guest-self', true), sounding }));
    expect(recording.takes.map(({ participant }) => participant)).toEqual([1]);
    expect(recording.takes[0]?.events.map(({ timeUs, data }) => [timeUs, ...data])).toEqual([
      [5_000, 0xc0, 5],
      [5_000, 0x90, 60, 64],
    ]);
    expect(recording.gaps).toBe(0);
  });

  test('ends sounding notes when a player is silenced, and counts a gap when the room is joined again', () => {
    const { room, recording } = aRoom();
    room.emit('joined', aSnapshot({ self: aParticipant(9, 'Guest-self', true) }));
    room.hear({ participantId: 1, startTimeUs: 1_000, offsets: [0, 0], data: [0x90, 60, 64, 0xb0, 64, 127] });
    room.nowUs = 7_000;
    room.emit('notesReleased', { participantId: 1 });
    room.emit('notesReleased', { participantId: 1 });
    room.emit('joined', aSnapshot({ self: aParticipant(9, 'Guest-self', true) }));
    expect(recording.takes[0]?.events.slice(2).map(({ timeUs, data }) => [timeUs, ...data])).toEqual([
      [7_000, 0x80, 60, 64],
      [7_000, 0xb0, 64, 0],
    ]);
    expect(recording.gaps).toBe(1);
  });

  test('records nothing after it was stopped', () => {
    const { room, recording } = aRoom();
    recording.stop();
    room.hear({ participantId: 1, startTimeUs: 1_000, offsets: [0], data: [0x90, 60, 64] });
    expect(recording.eventCount).toBe(0);
  });
});

describe('the file of a recording', () => {
  test('has one track per player, and begins with the first event of any player', () => {
    const { room, recording } = aRoom();
    room.hear({ participantId: 1, startTimeUs: 1_000_000, offsets: [0], data: [0x90, 60, 64] });
    room.hear({ participantId: 2, startTimeUs: 900_000, offsets: [0], data: [0x91, 60, 64] });
    const { tracks } = readMidiFile(recording.toMidiFile());
    expect(tracks.map(({ name, events }) => [name, events.map(({ timeUs }) => timeUs)])).toEqual([
      ['', []],
      ['ada', [100_000]],
      ['ben', [0]],
    ]);
  });

  test('numbers players with the same name', () => {
    const { room, recording } = aRoom();
    room.participants.set(3, aParticipant(3, 'ada'));
    for (const participantId of [1, 3, 4]) room.hear({ participantId, startTimeUs: 0, offsets: [0], data: [0xc0, 0] });
    const names = readMidiFile(recording.toMidiFile()).tracks.map(({ name }) => name);
    expect(names).toEqual(['', 'ada', 'ada (2)', 'player 4']);
  });

  test('can be empty', () => {
    expect(readMidiFile(aRoom().recording.toMidiFile()).events).toEqual([]);
  });
});

function aRoom() {
  const emitter = anEmitter<RoomEvents>();
  const room = {
    ...emitter,
    nowUs: 5_000,
    participants: new Map([1, 2].map((number) => [number, aParticipant(number, number === 1 ? 'ada' : 'ben')])),
    serverNowUs: () => room.nowUs,
    hear: (notes: { participantId: number; startTimeUs: number; offsets: number[]; data: number[] }) =>
      emitter.emit('notes', {
        ...notes,
        playAtUs: notes.startTimeUs,
        intervalUs: 0,
        data: Uint8Array.from(notes.data),
      }),
  };
  return { room, recording: new Recording(room) };
}

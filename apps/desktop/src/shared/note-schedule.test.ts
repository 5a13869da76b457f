import { beforeEach, describe, expect, it } from 'vitest';
import { NoteSchedule } from './note-schedule.ts';

let schedule: NoteSchedule;
let performed: string[];
const perform = (participant: number, status: number, first: number, second: number, at: number) => {
  performed.push(`${participant}: ${status.toString(16)} ${first} ${second} at ${at}`);
};

beforeEach(() => {
  schedule = new NoteSchedule();
  performed = [];
});

describe('the note schedule', () => {
  it('performs an event when it is due, not when it arrives', () => {
    schedule.add(1, Uint8Array.of(0x90, 60, 100), () => 500);
    schedule.takeBefore(500, perform);
    expect(performed).toEqual([]);
    schedule.takeBefore(501, perform);
    expect(performed).toEqual(['1: 90 60 100 at 500']);
    expect(schedule.size).toBe(0);
  });

  it('performs late events immediately', () => {
    schedule.add(1, Uint8Array.of(0x90, 60, 100), () => 5);
    schedule.takeBefore(900, perform);
    expect(performed).toHaveLength(1);
  });

  it('merges participants by time and keeps the order of arrival for equal times', () => {
    schedule.add(1, Uint8Array.of(0x90, 60, 1, 0x80, 60, 0), (index) => 100 + index * 100);
    schedule.add(2, Uint8Array.of(0x90, 64, 2), () => 150);
    schedule.add(3, Uint8Array.of(0x90, 67, 3), () => 150);
    schedule.takeBefore(1000, perform);
    expect(performed.map((line) => line[0])).toEqual(['1', '2', '3', '1']);
  });

  it('R5.9: never reorders one participant’s events: one with an earlier time waits for its predecessor', () => {
    schedule.add(1, Uint8Array.of(0x90, 60, 100), () => 500);
    schedule.add(1, Uint8Array.of(0x80, 60, 0), () => 200);
    schedule.takeBefore(300, perform);
    expect(performed).toEqual([]);
    schedule.takeBefore(501, perform);
    expect(performed).toEqual(['1: 90 60 100 at 500', '1: 80 60 0 at 500']);
  });

  it('splits two-byte events too', () => {
    schedule.add(1, Uint8Array.of(0xc0, 5, 0x90, 60, 100), () => 1);
    schedule.takeBefore(2, perform);
    expect(performed).toEqual(['1: c0 5 0 at 1', '1: 90 60 100 at 1']);
  });

  it('drops the events of one participant, or of all', () => {
    schedule.add(1, Uint8Array.of(0x90, 60, 100), () => 500);
    schedule.add(2, Uint8Array.of(0x90, 62, 100), () => 500);
    schedule.drop(1);
    // Dropped events do not delay later ones.
    schedule.add(1, Uint8Array.of(0x90, 64, 100), () => 100);
    expect(schedule.nextAt).toBe(100);
    schedule.takeBefore(501, perform);
    expect(performed).toEqual(['1: 90 64 100 at 100', '2: 90 62 100 at 500']);
    schedule.add(2, Uint8Array.of(0x80, 62, 0), () => 900);
    schedule.drop();
    expect(schedule.nextAt).toBe(Number.POSITIVE_INFINITY);
  });

  it('drops what is due later of one participant, whose next event may be earlier than that', () => {
    schedule.add(1, Uint8Array.of(0x90, 60, 100, 0x80, 60, 0), (index) => 100 + index * 400);
    schedule.add(2, Uint8Array.of(0x90, 62, 100), () => 500);
    schedule.dropFrom(1, 200);
    schedule.add(1, Uint8Array.of(0x80, 60, 0), () => 200);
    schedule.takeBefore(501, perform);
    expect(performed).toEqual(['1: 90 60 100 at 100', '1: 80 60 0 at 200', '2: 90 62 100 at 500']);
  });
});

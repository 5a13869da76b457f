import type { Room, SendResult } from '@roomtone/sdk';
import { beforeEach, describe, expect, it } from 'vitest';
import { localNowUs } from '../contract/local-time.ts';
import type { NoteMessage, RoomEvent } from '../contract/messages.ts';
import { CurrentRoom } from './current-room.ts';

/** How far the server's clock is ahead of the local one. */
const aheadUs = 5_000_000;

class FakeConnection {
  readonly handlers = new Map<string, (value: unknown) => void>();
  readonly played: { data: number[]; atServerUs: number }[] = [];
  state = { status: 'joined' };
  clock: { readonly driftPpm: number } | undefined;
  isClosed = false;
  on(event: string, handler: (value: unknown) => void) {
    this.handlers.set(event, handler);
    return () => {};
  }
  emit(event: string, value: unknown) {
    this.handlers.get(event)?.(value);
  }
  /** Where everybody with an account plays. */
  readonly info = { settings: { mayPlay: 'everybody' } };
  readonly self = { guest: false };
  serverNowUs() {
    return localNowUs() + aheadUs;
  }
  send(data: Uint8Array, { atUs = this.serverNowUs() }: { readonly atUs?: number } = {}): SendResult {
    if (Math.abs(atUs - this.serverNowUs()) > 10_000_000) return { sent: false, reason: 'timeOutOfRange' };
    this.played.push({ data: [...data], atServerUs: atUs });
    return { sent: true };
  }
  close() {
    this.isClosed = true;
  }
  async leave() {
    this.close();
  }
}

let connection: FakeConnection;
let room: CurrentRoom;
let events: RoomEvent[];
let seen: NoteMessage[];
let heard: NoteMessage[];
const portTo = (messages: NoteMessage[]) =>
  ({ postMessage: (message: NoteMessage) => messages.push(message) }) as unknown as MessagePort;
// The room uses no more than the fake has.
const follow = (followed: FakeConnection) => room.follow(followed as unknown as Room);
const notes = (playAtUs: number) => ({
  participantId: 3,
  playAtUs,
  startTimeUs: playAtUs - 12_000,
  intervalUs: 0,
  offsets: [0],
  data: Uint8Array.of(0x90, 60, 100),
});

beforeEach(() => {
  connection = new FakeConnection();
  [events, seen, heard] = [[], [], []];
  room = new CurrentRoom((event) => events.push(event));
  room.setDrawingPort(portTo(seen));
  room.setSoundPort(portTo(heard));
  follow(connection);
  seen.length = 0;
  heard.length = 0;
});

describe('the current room', () => {
  it('passes other players’ notes to sound and drawing, with the local time they are due', () => {
    const dueUs = localNowUs() + 40_000;
    connection.emit('notes', notes(dueUs + aheadUs));
    for (const [message] of [seen, heard]) {
      expect(message).toMatchObject({ kind: 'notes', participant: 3, delayUs: 12_000 });
      if (message?.kind === 'notes') expect(Math.abs(message.atUs - dueUs)).toBeLessThan(5_000);
    }
  });

  it('allows for the drift of the clocks in notes that wait for an interval', () => {
    connection.clock = { driftPpm: 1_000 };
    const waitUs = 20_000_000;
    connection.emit('notes', { ...notes(localNowUs() + aheadUs + waitUs), intervalUs: waitUs });
    const [message] = heard;
    expect(message).toMatchObject({ kind: 'notes' });
    if (message?.kind !== 'notes') return;
    expect(Math.abs(localNowUs() + waitUs / 1.001 - message.atUs)).toBeLessThan(5_000);
  });

  it('sends own notes immediately, with their time on the service clock', () => {
    const playedUs = localNowUs() - 3_000;
    room.play({ data: Uint8Array.of(0x90, 64, 90), timeUs: playedUs });
    expect(connection.played).toHaveLength(1);
    expect(Math.abs((connection.played[0]?.atServerUs ?? 0) - playedUs - aheadUs)).toBeLessThan(5_000);
  });

  it('sends a note with the present time if its own is impossible, so that no key hangs', () => {
    const beforeUs = localNowUs();
    room.play({ data: Uint8Array.of(0x80, 64, 90), timeUs: beforeUs - 60_000_000 });
    expect(connection.played).toHaveLength(1);
    const sentUs = (connection.played[0]?.atServerUs ?? 0) - aheadUs;
    // Times are whole microseconds.
    expect(sentUs).toBeGreaterThanOrEqual(beforeUs - 1);
    expect(sentUs).toBeLessThanOrEqual(localNowUs() + 1);
  });

  it('drops own notes while no room is joined', () => {
    connection.state = { status: 'reconnecting' };
    room.play({ data: Uint8Array.of(0x90, 64, 90), timeUs: localNowUs() });
    expect(connection.played).toEqual([]);
  });

  it('silences everybody when the connection is lost, and one participant when the server says so', () => {
    connection.emit('notesReleased', { participantId: 3 });
    connection.emit('state', { status: 'reconnecting', attempt: 1, retryAtMs: 0 });
    const expected = [
      { kind: 'silence', participant: 3 },
      { kind: 'silence', participant: 'everybody' },
    ];
    expect(seen).toEqual(expected);
    expect(heard).toEqual(expected);
    expect(events.at(-1)).toEqual({ type: 'state', state: { status: 'reconnecting', attempt: 1, retryAtMs: 0 } });
  });

  it('silences the room that was left, but nothing if there was none, because the user may be practicing', async () => {
    await room.leave();
    expect(seen).toEqual([{ kind: 'silence', participant: 'everybody' }]);
    expect(heard).toEqual(seen);
    await room.leave();
    room.close();
    expect(seen).toHaveLength(1);
  });

  it('brings an instrument that is switched on late up to date', () => {
    connection.emit('notes', notes(localNowUs() + aheadUs));
    const late: NoteMessage[] = [];
    room.setSoundPort(portTo(late));
    expect(late).toHaveLength(1);
    expect(late[0]).toMatchObject({ kind: 'notes', participant: 3, data: Uint8Array.of(0x90, 60, 100) });
  });

  it('ignores a room after leaving it', () => {
    const next = new FakeConnection();
    follow(next);
    expect(connection.isClosed).toBe(true);
    events.length = 0;
    seen.length = 0;
    connection.emit('notes', notes(localNowUs() + aheadUs));
    connection.emit('state', { status: 'closed', reason: { kind: 'left' } });
    expect(seen).toEqual([]);
    expect(events).toEqual([]);
  });
});

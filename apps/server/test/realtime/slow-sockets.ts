import { EventEmitter } from 'node:events';
import { getDefaultHighWaterMark } from 'node:stream';
import { defaultsOf, roomSettings } from '@roomtone/protocol';
import { ChatFlood, noLoops, transportAtFirst } from '@roomtone/room';
import { vi } from 'vitest';
import { createRealtimeCounters } from '../../src/application/realtime-counters.ts';
import { RoomPlayout } from '../../src/domain/playout-mode.ts';
import type { RoomRecord } from '../../src/ports/room-storage.ts';
import { ResumableSocket } from '../../src/realtime/connections/resumable-socket.ts';
import { LiveRoom } from '../../src/realtime/rooms/live-room.ts';
import { ParticipantNumbers } from '../../src/realtime/rooms/participant-numbers.ts';
import type { OpenSocket } from '../../src/realtime/sockets/buffered-socket.ts';
import { protobufCodec } from '../../src/realtime/sockets/codec.ts';
import type { Writer } from '../../src/realtime/sockets/event-loop-turn.ts';
import { FakeTime } from './fake-time.ts';

/** A WebSocket and the stream below it; the test sets how far its reader is behind. */
export class SlowSocket extends EventEmitter {
  writableLength = 0;
  readonly writableHighWaterMark = getDefaultHighWaterMark(false);
  /** The payloads written so far. */
  readonly sent: Uint8Array[] = [];
  /** With their headers. */
  bytesWritten = 0;
  readonly closedWith: number[] = [];
  readonly #corked: Uint8Array[] = [];
  #corks = 0;

  close(code: number): void {
    this.closedWith.push(code);
  }

  cork(): void {
    this.#corks++;
  }

  uncork(): void {
    this.#corks = Math.max(0, this.#corks - 1);
    if (this.#corks === 0) for (const bytes of this.#corked.splice(0)) this.#send(bytes);
  }

  write(bytes: Uint8Array): boolean {
    this.bytesWritten += bytes.byteLength;
    if (this.#corks > 0) this.#corked.push(bytes);
    else this.#send(bytes);
    return this.writableLength < this.writableHighWaterMark;
  }

  #send(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const short = bytes[at + 1] ?? 0;
      const begin = at + (short === 126 ? 4 : 2);
      const length = short === 126 ? ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0) : short;
      this.sent.push(new Uint8Array(bytes.subarray(begin, begin + length)));
      at = begin + length;
    }
  }
}

export const time = new FakeTime();
const writers: Writer[] = [];
let turnNumber = 1;
export const turn = { now: () => turnNumber, add: (writer: Writer) => writers.push(writer) };
/** Begins the next turn before waiting frames are written, as for input after libuv's check phase. */
export function beginTurn() {
  turnNumber++;
}

/** Ends this turn of the event loop: all its input was read. */
export function endTurn() {
  turnNumber++;
  for (const writer of writers.splice(0)) writer.flush();
}

/** A resumable socket over such a socket. */
export function connect() {
  const socket = new SlowSocket();
  const gone: number[] = [];
  const onMissedNotes = vi.fn();
  const events = {
    onFrame: () => 'consumed' as const,
    onMissedNotes,
    onSocketEnd: (code: number) => gone.push(code),
    onGone: () => {},
  };
  const paced = { run: (job: () => void) => job(), runAfter: (_ms: number, job: () => void) => job() };
  const deps = { codec: protobufCodec, turn, paced, clock: time };
  // A buffered socket uses no other members of a WebSocket and its stream.
  const open = { webSocket: socket, stream: socket } as unknown as OpenSocket;
  return { socket, connection: new ResumableSocket(open, 'c', deps, events), gone, onMissedNotes };
}

/** A live room for slow sockets. */
export async function makeRoom(): Promise<LiveRoom> {
  const numbers = new ParticipantNumbers(async () => 1);
  await numbers.more();
  const record: RoomRecord = {
    roomId: 'room-0000000000000',
    roomName: 'Rehearsal',
    ownerId: 'o',
    ownerName: 'olga',
    ownerDisplayName: 'olga',
    moderatorIds: [],
    playerIds: [],
    roomType: 'public',
    maxUsers: 20,
    passwordHash: undefined,
    settings: defaultsOf(roomSettings),
    createdAt: 0,
    lastActivity: 0,
  };
  const storage = { addChat: async () => 1 };
  const chatChecks = { flood: new ChatFlood(), mask: (text: string) => text };
  const counters = createRealtimeCounters();
  const deps = {
    storage,
    clock: time,
    codec: protobufCodec,
    turn,
    paced: { run: (job: () => void) => job() },
    scheduler: time,
    chatChecks,
    counters,
    onActivity: () => {},
    onTempo: () => {},
    onLoop: () => {},
    onChange: () => {},
    events: { tell: () => {} },
  };
  const kept = { transport: transportAtFirst, playout: new RoomPlayout() };
  return new LiveRoom(record, { numbers, chat: [], time: kept, loops: noLoops }, deps);
}

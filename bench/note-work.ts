// The server's work for one message of notes, without sockets: read, check, stamp, frame, and in a room also remember
// what is sounding. `npm run bench:notes`.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import {
  type BorrowedNotes,
  decodeClientFrame,
  defaultsOf,
  encodeFrame,
  midiIssue,
  roomSettings,
} from '@roomtone/protocol';
import { protobufCodec } from '../apps/server/src/realtime/sockets/codec.ts';
import { frameAround } from '../apps/server/src/realtime/sockets/web-socket-frame.ts';
import { join, openRoom, type Participant, play } from '../packages/room/src/room.ts';
import { median } from './statistics.ts';

const messages = 500_000;
/** By then the compiler is done. */
const warmUp = 500_000;
const repeats = 15;
/** The time between two messages keeps one player within the quota. */
const gapUs = 1_000;
/**
 * After this many messages the frames are made again with the current time, since times older than 10 s would be
 * replaced.
 */
const messagesPerClock = 5_000;
const startUs = 1_700_000_000_000_000;

/** A player alone in a room. */
function player(): Participant {
  const settings = defaultsOf(roomSettings);
  const named = { ownerId: '', moderatorIds: [], playerIds: [] };
  const room = openRoom({ ...named, roomType: 'public', maxUsers: 20, settings });
  const visitor = {
    userId: 'ada',
    personId: 'ada',
    username: 'ada',
    avatarUrl: '',
    guest: false,
    bot: false,
    roles: ['member'],
    member: true,
    address: '',
    blocks: new Set<string>(),
    mute: undefined,
  };
  return join(room, visitor, 1, { nowMs: startUs / 1000, nowUs: startUs }).participant;
}

/** As a client sends them now. */
function framesAt(startTime: number): Buffer[] {
  return Array.from({ length: 128 }, (_, note) => {
    const data = Uint8Array.of(note % 2 === 0 ? 0x90 : 0x80, note >> 1, 64);
    return Buffer.from(encodeFrame({ kind: 'midiMessage', body: { startTime, offsets: [0], data } }));
  });
}

/** As the relay does. */
function framed(notes: BorrowedNotes, nowUs: number): Uint8Array {
  return protobufCodec.encodeNotes(notes, { sender: 1, noteNumber: 1, serverTime: nowUs });
}

type Variant = (frame: Buffer, participant: Participant, nowUs: number) => Uint8Array | undefined;

/** Without the work of the room: its quota, and what it remembers for newcomers and for releasing held notes. */
const frameAlone: Variant = (frame, _participant, nowUs) => {
  const message = protobufCodec.decode(frame);
  if (message.kind !== 'midiMessage' || midiIssue(message.body) !== undefined) return undefined;
  return framed(message.body, nowUs);
};

const byHand: Variant = (frame, participant, nowUs) => {
  const message = protobufCodec.decode(frame);
  if (message.kind !== 'midiMessage' || midiIssue(message.body) !== undefined) return undefined;
  const relayed = play(participant, message.body, nowUs);
  if (typeof relayed !== 'object') return undefined;
  return framed(relayed, nowUs);
};

const byLibrary: Variant = (frame, participant, nowUs) => {
  const message = decodeClientFrame(frame);
  if (message.kind !== 'midiMessage' || midiIssue(message.body) !== undefined) return undefined;
  const relayed = play(participant, message.body, nowUs);
  if (typeof relayed !== 'object') return undefined;
  return frameAround(encodeFrame({ kind: 'midiMessage', body: relayed, sender: 1, serverTime: nowUs }));
};

const frameByLibrary: Variant = (frame, _participant, nowUs) => {
  const message = decodeClientFrame(frame);
  if (message.kind !== 'midiMessage' || midiIssue(message.body) !== undefined) return undefined;
  return frameAround(encodeFrame({ kind: 'midiMessage', body: message.body, sender: 1, serverTime: nowUs }));
};

const variants: Readonly<Record<string, Variant>> = {
  frame: frameAlone,
  frameByLibrary,
  hand: byHand,
  library: byLibrary,
};

/** Nanoseconds of CPU per message, without other processes and without making the frames. */
function time(variant: Variant): number {
  const participant = player();
  let bytes = 0;
  let usedUs = 0;
  for (let first = 0; first < warmUp + messages; first += messagesPerClock) {
    const frames = framesAt(startUs + first * gapUs);
    const before = process.cpuUsage();
    for (let index = first; index < first + messagesPerClock; index++) {
      bytes += variant(frames[index & 127] ?? noFrame, participant, startUs + index * gapUs)?.byteLength ?? 0;
    }
    const { user, system } = process.cpuUsage(before);
    if (first >= warmUp) usedUs += user + system;
  }
  if (bytes < messages) throw new Error('Not every message was relayed.');
  return (usedUs * 1000) / messages;
}

const noFrame = Buffer.alloc(0);

/** In a separate process: otherwise each variant would make the other's code more generic than it is in a server. */
function timeApart(name: string): number {
  return Number(execFileSync(process.execPath, [fileURLToPath(import.meta.url), name], { encoding: 'utf8' }));
}

const chosen = variants[process.argv[2] ?? ''];
if (chosen === undefined) compare();
else console.log(time(chosen));

function compare(): void {
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const [name, seen] of Object.entries(times)) seen.push(timeApart(name));
  }
  const { frame = [], frameByLibrary = [], hand = [], library = [] } = times;
  const ns = (seen: readonly number[]) => `${median(seen).toFixed(0)} ns (${Math.min(...seen).toFixed(0)})`;
  const ratio = (own: readonly number[], other: readonly number[]) =>
    median(own.map((time, repeat) => time / (other[repeat] ?? Number.NaN))).toFixed(2);
  console.log(
    `server CPU per message, median of ${repeats} repeats in turn (and the minimum: other processes only add)`,
  );
  const line = (what: string, own: readonly number[], other: readonly number[]) =>
    console.log(`  ${what} ${ns(own)}; with the general codec ${ns(other)}; ratio ${ratio(own, other)}`);
  line('check, stamp and frame:   ', frame, frameByLibrary);
  line('and what a room remembers:', hand, library);
}

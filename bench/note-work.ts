// What the server does for one message of notes, without sockets: read, check, act, stamp, frame. `npm run bench:notes`.
import { decodeClientFrame, encodeFrame, midiIssue } from '@roomtone/protocol';
import { join, type Member, openRoom, play } from '../apps/server/dist/domain/room.js';
import { protobufCodec } from '../apps/server/dist/realtime/codec.js';
import { emptyFrame, frameAround } from '../apps/server/dist/realtime/web-socket-frame.js';
import { median } from './statistics.ts';

const messages = 200_000;
const repeats = 15;
/** Apart by as much as keeps one player within the quota. */
const gapUs = 1_000;
const startUs = 1_700_000_000_000_000;

/** A player alone in a room. */
function player(): Member {
  const settings = { allowChat: true, allowGuests: true, autoModeration: false };
  const room = openRoom({ roomType: 'public', maxUsers: 20, settings });
  const visitor = {
    userId: 'ada',
    username: 'ada',
    avatarUrl: '',
    guest: false,
    roles: ['member'],
    address: '',
    blocks: new Set<string>(),
    mute: undefined,
  };
  return join(room, visitor, 1, { nowMs: startUs / 1000, nowUs: startUs }).member;
}

const frames = Array.from({ length: 128 }, (_, note) => {
  const body = { startTime: startUs, offsets: [0], data: Uint8Array.of(note % 2 === 0 ? 0x90 : 0x80, note >> 1, 64) };
  return Buffer.from(encodeFrame({ kind: 'midiMessage', body }));
});

type Way = (frame: Buffer, member: Member, nowUs: number) => Uint8Array | undefined;

const byHand: Way = (frame, member, nowUs) => {
  const message = protobufCodec.decode(frame);
  if (message.kind !== 'midiMessage' || midiIssue(message.body) !== undefined) return undefined;
  const relayed = play(member, message.body, nowUs);
  if (typeof relayed !== 'object') return undefined;
  return protobufCodec.encodeNotes(relayed, 1, nowUs, emptyFrame);
};

const byLibrary: Way = (frame, member, nowUs) => {
  const message = decodeClientFrame(frame);
  if (message.kind !== 'midiMessage' || midiIssue(message.body) !== undefined) return undefined;
  const relayed = play(member, message.body, nowUs);
  if (typeof relayed !== 'object') return undefined;
  return frameAround(encodeFrame({ kind: 'midiMessage', body: relayed, sender: 1, serverTime: nowUs }));
};

/** Nanoseconds of CPU a message: other processes do not count. */
function time(way: Way): number {
  const member = player();
  let bytes = 0;
  const before = process.cpuUsage();
  for (let index = 0; index < messages; index++) {
    const made = way(frames[index & 127] ?? Buffer.alloc(0), member, startUs + index * gapUs);
    bytes += made?.byteLength ?? 0;
  }
  const { user, system } = process.cpuUsage(before);
  if (bytes < messages) throw new Error('Not every message was relayed.');
  return ((user + system) * 1000) / messages;
}

const hand: number[] = [];
const library: number[] = [];
for (let repeat = 0; repeat < repeats; repeat++) {
  hand.push(time(byHand));
  library.push(time(byLibrary));
}
const ratio = median(hand.map((ns, repeat) => ns / (library[repeat] ?? Number.NaN)));
console.log(
  `server CPU a message: ${median(hand).toFixed(0)} ns; with the general codec ${median(library).toFixed(0)} ns`,
);
console.log(`ratio ${ratio.toFixed(2)}, median of ${repeats} repeats in turn`);

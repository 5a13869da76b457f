import { voiceLimits } from '@roomtone/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { voicePacketOf } from '../../../test/support/voice-packets.ts';
import { ListenerVoices } from './listener-voices.ts';
import { LoudestVoices } from './loudest-voices.ts';
import { SpeakerLoss } from './speaker-loss.ts';
import { makeVoicePacket, readVoicePacket, speakerOf, stampVoicePacket, type VoicePacket } from './voice-packet.ts';

const second = 1_000_000;
const packet = (sequence: number, timestamp = sequence * 960): VoicePacket => ({
  ...{ sequence: sequence & 0xffff, timestamp: timestamp >>> 0 },
  ...{ loudness: 90, payload: Uint8Array.of(1) },
});

describe('R27.2: a packet of a voice', () => {
  test('keeps what was said and how loud, and says whose it is', () => {
    const read = readVoicePacket(voicePacketOf({ sequence: 65_535, loudness: 101, payload: Uint8Array.of(5, 6) }));
    expect(read).toMatchObject({ sequence: 65_535, loudness: 101, payload: Uint8Array.of(5, 6) });
    if (read === undefined) throw new Error('not a voice');
    const made = makeVoicePacket(read, 300_000);
    stampVoicePacket(made, { ssrc: 2, sequence: 7, timestamp: 4_294_967_295, isFirst: false });
    expect(readVoicePacket(made)).toEqual({ ...read, sequence: 7, timestamp: 4_294_967_295 });
    expect(speakerOf(made)).toBe(300_000);
  });

  test('is nothing else that may come: reports, other codecs, too long, cut off anywhere, noise', () => {
    const whole = voicePacketOf({ sequence: 1 });
    const changed = (at: number, value: number) => whole.map((byte, index) => (index === at ? value : byte));
    const none = [changed(0, 0x10), changed(1, 0), changed(1, 201), changed(15, 255), new Uint8Array(601).fill(0x90)];
    for (const bytes of [...none, whole.subarray(0, 20)]) expect(readVoicePacket(bytes)).toBeUndefined();
    for (let length = 0; length < 20; length++) expect(readVoicePacket(whole.subarray(0, length))).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 700 }), (bytes) => {
        const read = readVoicePacket(bytes);
        if (read !== undefined) expect(read.payload.byteLength).toBeGreaterThan(0);
      }),
      { seed: 27 },
    );
  });
});

describe('R27.3: of many who speak, a room hears the loudest', () => {
  test('as many as a listener gets; somebody who is clearly louder takes the place of the quietest', () => {
    const loudest = new LoudestVoices();
    const levels = [80, 70, 60, 50];
    for (const [index, level] of levels.entries()) expect(loudest.take(index + 1, level, 0)).toBe(1);
    expect(loudest.take(5, 55, 0)).toBe(0);
    expect(loudest.take(5, 56, 0)).toBe(1);
    expect([1, 2, 3, 4, 5].filter((number) => loudest.isHeard(number))).toEqual([1, 2, 3, 5]);
    // A speaker who stops makes room, and comes back as another run.
    expect(loudest.take(4, 40, second)).toBe(2);
    expect([1, 2, 3, 4, 5].filter((number) => loudest.isHeard(number))).toHaveLength(voiceLimits.atOnce);
  });
});

describe('R27.3: the voices of a listener', () => {
  const heard = () => true;

  test('keep their places, and their numbers go on when a place changes hands', () => {
    const voices = new ListenerVoices();
    const at = (speaker: number, run: number, sent: VoicePacket, nowUs: number, isHeard = heard) =>
      voices.place(sent, { speaker, run }, nowUs, isHeard);
    expect(at(10, 1, packet(1_000), 0)).toEqual({ ssrc: 1, sequence: 1, timestamp: 0, isFirst: true });
    expect(at(11, 1, packet(5), 0)?.ssrc).toBe(2);
    // A packet that is missing stays missing, so that the listener's browser conceals it.
    expect(at(10, 1, packet(1_002), 40_000)).toEqual({ ssrc: 1, sequence: 3, timestamp: 1_920, isFirst: false });
    expect(at(10, 1, packet(999), 50_000)).toBeUndefined();
    for (const speaker of [12, 13]) at(speaker, 1, packet(0), 0);
    expect(at(14, 1, packet(0), 0)).toBeUndefined();
    const next = at(14, 1, packet(60_000, 9), second + 40_000, () => false);
    expect(next).toEqual({ ssrc: 1, sequence: 4, timestamp: 1_920 + 48_000, isFirst: true });
  });

  test('go on over the ends of the numbers', () => {
    const voices = new ListenerVoices();
    let last = -1;
    for (let count = 0; count < 70_000; count++) {
      const stamp = voices.place(packet(60_000 + count), { speaker: 1, run: 1 }, count * 20_000, heard);
      if (stamp === undefined) throw new Error(`packet ${count} got no place`);
      if (last >= 0) expect(stamp.sequence).toBe((last + 1) & 0xffff);
      last = stamp.sequence;
    }
  });
});

test('R27.6: a speaker is told what is lost, once a second, and never that nothing is', () => {
  const loss = new SpeakerLoss();
  const told = (nowUs: number) => {
    const bytes = loss.report(9, nowUs);
    return bytes && new DataView(bytes.buffer);
  };
  expect(told(0)).toBeUndefined();
  for (let sequence = 65_500; sequence < 65_600; sequence++) loss.take(sequence & 0xffff);
  expect(told(0)?.getUint8(12)).toBe(8);
  for (let sequence = 65_600; sequence < 65_700; sequence += 2) loss.take(sequence & 0xffff);
  expect(told(500_000)).toBeUndefined();
  const report = told(second);
  expect([report?.getUint32(8), report?.getUint8(12), report?.getUint32(12)]).toEqual([
    9,
    Math.round((49 / 99) * 256),
    (Math.round((49 / 99) * 256) * 2 ** 24 + 49) >>> 0,
  ]);
  expect(report?.getUint32(16)).toBe(65_698);
});

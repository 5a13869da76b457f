// A program that needs only the protocol.
import { decodeServerFrame, encodeFrame, limits, type Message } from '@roomtone/protocol';
import type { RoomDetails } from '@roomtone/protocol/rest';

const { maxOffsetUs } = limits.midi;

/** The offsets of a frame of notes, after encoding and decoding it. */
export function offsetsThroughFrame(): readonly number[] {
  const body = { startTime: 1, offsets: [0, maxOffsetUs], data: Uint8Array.of(0x90, 60, 100, 0x80, 60, 64) };
  const frame: Message | undefined = decodeServerFrame(encodeFrame({ kind: 'midiMessage', body }));
  return frame?.kind === 'midiMessage' ? frame.body.offsets : [];
}

export function nameOf(room: RoomDetails): string {
  return room.room_name;
}

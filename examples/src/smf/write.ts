import type { TimedEvent } from '@roomtone/protocol';
import { BasicMIDI, MIDIMessage, MIDITrack } from 'spessasynth_core';

/** What one player plays. */
export interface TrackToWrite {
  readonly name: string;
  /** Channel voice messages, times not decreasing. */
  readonly events: readonly TimedEvent[];
}

/** How a file counts time. */
export interface TimeBase {
  readonly usPerQuarter: number;
  /** At most 32,767. */
  readonly ticksPerQuarter: number;
}

/**
 * For recordings: 120 beats a minute, with a tick of exactly 16 µs. A finer one would need more than the 15 bits that
 * the format has for ticks a quarter note.
 */
export const recordingTime: TimeBase = { usPerQuarter: 500_000, ticksPerQuarter: 31_250 };

const meta = { text: 0x01, trackName: 0x03, endOfTrack: 0x2f, setTempo: 0x51 } as const;
/** The longest time between two events that the format can hold, in ticks. */
const longestDelta = 0x0fff_ffff;

/**
 * Makes a Standard MIDI File of format 1: a first track with the tempo, then the given ones.
 * @param startUs the time of the file's beginning on the events' clock.
 */
export function writeMidiFile(tracks: readonly TrackToWrite[], startUs: number, time: TimeBase): Uint8Array {
  const file = new BasicMIDI();
  file.format = 1;
  file.timeDivision = time.ticksPerQuarter;
  const { usPerQuarter } = time;
  const tempo = [usPerQuarter >> 16, (usPerQuarter >> 8) & 0xff, usPerQuarter & 0xff];
  file.tracks = [
    trackOf([message(0, meta.setTempo, tempo)]),
    ...tracks.map(({ name, events }) => {
      const timed = events.map(({ timeUs, data }) => {
        const tick = Math.max(0, Math.round(((timeUs - startUs) * time.ticksPerQuarter) / usPerQuarter));
        return message(tick, data[0] ?? 0, data.subarray(1));
      });
      return trackOf([message(0, meta.trackName, new TextEncoder().encode(name)), ...bridged(timed)]);
    }),
  ];
  return new Uint8Array(file.writeMIDI());
}

/** Puts empty texts into rests that are too long for one step: over an hour in recordings. */
function* bridged(events: readonly MIDIMessage[]): Iterable<MIDIMessage> {
  let tick = 0;
  for (const event of events) {
    for (; event.ticks - tick > longestDelta; tick += longestDelta) yield message(tick + longestDelta, meta.text, []);
    tick = event.ticks;
    yield event;
  }
}

function trackOf(messages: readonly MIDIMessage[]): MIDITrack {
  const track = new MIDITrack();
  for (const item of messages) track.pushEvent(item);
  track.pushEvent(message(messages.at(-1)?.ticks ?? 0, meta.endOfTrack, []));
  return track;
}

function message(tick: number, status: number, data: Iterable<number>): MIDIMessage {
  // The library's type lists the status bytes it knows by name; channel voice ones come with a channel.
  return new MIDIMessage(tick, status as MIDIMessage['statusByte'], Uint8Array.from(data));
}

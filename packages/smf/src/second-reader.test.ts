// The same files read by another reader, midi-file, which shares no code with this package.
import fc from 'fast-check';
import { type MidiEvent, parseMidi } from 'midi-file';
import { expect, test } from 'vitest';
import { readMidiFile } from './read.ts';

const seed = 20_261_127;
const byte = fc.nat({ max: 127 });
const delta = fc.oneof(
  fc.nat({ max: 127 }).map((ticks) => [ticks]),
  fc.tuple(byte, byte).map(([high, low]) => [high | 0x80, low]),
);
const packet = fc.uint8Array({ maxLength: 20 }).map((bytes) => [bytes.length, ...bytes]);
const status = (kind: number) => fc.nat({ max: 15 }).map((channel) => kind | channel);
const voice = fc.oneof(
  fc.tuple(fc.oneof(status(0x80), status(0x90), status(0xa0), status(0xb0), status(0xe0)), byte, byte),
  fc.tuple(fc.oneof(status(0xc0), status(0xd0)), byte),
);
const otherEvent = fc.oneof(
  fc.tuple(fc.constantFrom(0xf0, 0xf7), packet).map(([kind, bytes]) => [kind, ...bytes]),
  fc.tuple(fc.constantFrom(1, 3, 4, 5, 6, 0x7f), packet).map(([kind, bytes]) => [0xff, kind, ...bytes]),
  fc.integer({ min: 1, max: 0xffffff }).map((us) => [0xff, 0x51, 3, us >> 16, (us >> 8) & 0xff, us & 0xff]),
);

/** Channel voice messages repeat no status that holds, as most programs write them. */
const trackBytes = fc
  .array(fc.tuple(delta, fc.oneof({ weight: 4, arbitrary: voice }, otherEvent)), { maxLength: 40 })
  .map((events) => {
    let running = 0;
    const bytes = events.flatMap(([ticks, [first = 0, ...rest]]) => {
      const isRunning = first < 0xf0 && first === running;
      running = first < 0xf0 ? first : 0;
      return isRunning ? [...ticks, ...rest] : [...ticks, first, ...rest];
    });
    return [...bytes, 0, 0xff, 0x2f, 0];
  });

test('any file of notes, controllers, tempos, texts and packets is read event for event, and at the same time, as by midi-file', () => {
  fc.assert(
    fc.property(
      fc.array(trackBytes, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 0x7fff }),
      (tracks, division) => {
        const chunks = tracks.flatMap((track) => [
          0x4d,
          0x54,
          0x72,
          0x6b,
          0,
          0,
          track.length >> 8,
          track.length & 0xff,
          ...track,
        ]);
        const head = [0x4d, 0x54, 0x68, 0x64, 0, 0, 0, 6, 0, 1, 0, tracks.length, division >> 8, division & 0xff];
        const file = Uint8Array.from([...head, ...chunks]);
        const mine = readMidiFile(file);
        expect(mine.repairs).toEqual([]);
        const theirs = timed(parseMidi(file).tracks, division);
        expect(mine.tracks.map(({ events }) => events.map(({ data }) => [...data].join()))).toEqual(
          theirs.map((events) => events.map(({ text }) => text)),
        );
        for (const [track, events] of theirs.entries()) {
          for (const [index, { timeUs }] of events.entries()) {
            expect(Math.abs((mine.tracks[track]?.events[index]?.timeUs ?? Number.NaN) - timeUs)).toBeLessThan(1);
          }
        }
      },
    ),
    { numRuns: 300, seed },
  );
});

/** Channel voice messages as bytes, with their times. */
function timed(tracks: readonly MidiEvent[][], division: number): { text: string; timeUs: number }[][] {
  const placed = tracks.map((track) => {
    let tick = 0;
    return track.map((event) => {
      tick += event.deltaTime;
      return { event, tick };
    });
  });
  const tempos = placed
    .flat()
    .flatMap(({ event, tick }) => (event.type === 'setTempo' ? [{ tick, us: event.microsecondsPerBeat }] : []))
    .sort((a, b) => a.tick - b.tick);
  const timeOf = (tick: number) => {
    let [timeUs, at, us] = [0, 0, 500_000];
    for (const tempo of tempos) {
      if (tempo.tick > tick) break;
      timeUs += ((tempo.tick - at) * us) / division;
      [at, us] = [tempo.tick, tempo.us];
    }
    return timeUs + ((tick - at) * us) / division;
  };
  return placed.map((track) =>
    track.flatMap(({ event, tick }) => {
      const bytes = voiceBytes(event);
      return bytes === undefined ? [] : [{ text: bytes.join(), timeUs: timeOf(tick) }];
    }),
  );
}

function voiceBytes(event: MidiEvent): number[] | undefined {
  switch (event.type) {
    case 'noteOff':
      return [(event.byte9 === true ? 0x90 : 0x80) | event.channel, event.noteNumber, event.velocity];
    case 'noteOn':
      return [0x90 | event.channel, event.noteNumber, event.velocity];
    case 'noteAftertouch':
      return [0xa0 | event.channel, event.noteNumber, event.amount];
    case 'controller':
      return [0xb0 | event.channel, event.controllerType, event.value];
    case 'programChange':
      return [0xc0 | event.channel, event.programNumber];
    case 'channelAftertouch':
      return [0xd0 | event.channel, event.amount];
    case 'pitchBend': {
      const value = event.value + 0x2000;
      return [0xe0 | event.channel, value & 0x7f, value >> 7];
    }
    default:
      return undefined;
  }
}

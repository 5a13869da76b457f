// Loops as a Standard MIDI File. @roomtone/smf writes such files for programs that may load a synthesizer's library for it.
import {
  type Loop,
  type LoopLayer,
  loopTicks,
  midiController,
  midiStatus,
  patternTicks,
  type StepPatterns,
  stepTick,
  type Transport,
  ticksPerBeat,
} from '@roomtone/protocol';

const meta = 0xff;
const kinds = { trackName: 0x03, port: 0x21, endOfTrack: 0x2f, setTempo: 0x51, timeSignature: 0x58 } as const;
const drums = 9;
const channelsOfPort = 16;
const patternNames = 'ABCD';
const usPerMilliBeat = 60e9;

interface FileEvent {
  readonly tick: number;
  readonly bytes: readonly number[];
}

interface FileTrack {
  readonly name: string;
  readonly instrument: Omit<LoopLayer, 'ticks' | 'data'>;
  readonly ticks: number;
  readonly events: readonly FileEvent[];
}

/**
 * A file of format 1, in the tempo of the metronome: once around, a track for each layer and for each pattern with notes. Each has a
 * channel of its own, apart from drums, which share theirs.
 */
export function loopFile(loops: Iterable<Loop>, { tempo, beatsPerBar }: Readonly<Transport>): Uint8Array {
  const usPerQuarter = Math.round(usPerMilliBeat / tempo);
  const first = [
    { tick: 0, bytes: [meta, kinds.setTempo, 3, usPerQuarter >> 16, (usPerQuarter >> 8) & 0xff, usPerQuarter & 0xff] },
    // A quarter note to a beat, and the usual 24 clocks per click and 8 notes of a 32nd per quarter.
    { tick: 0, bytes: [meta, kinds.timeSignature, 4, beatsPerBar, 2, 24, 8] },
  ];
  let melodic = 0;
  const chunks = [trackChunk(first, 0)];
  for (const loop of [...loops].sort((one, other) => one.slot - other.slot)) {
    for (const track of tracksOf(loop)) {
      const isDrums = track.instrument.channel === drums;
      chunks.push(chunkOf(track, isDrums ? { port: 0, channel: drums } : placeOf(melodic++)));
    }
  }
  const header = [
    ...ascii('MThd'),
    ...number32(6),
    ...number16(1),
    ...number16(chunks.length),
    ...number16(ticksPerBeat),
  ];
  return Uint8Array.from([...header, ...chunks.flat()]);
}

function tracksOf(loop: Loop): FileTrack[] {
  const { name, displayName, recorded, patterns } = loop;
  if (recorded !== undefined) {
    return recorded.layers.map((layer, index) => ({
      name: `${name}${recorded.layers.length > 1 ? ` ${index + 1}` : ''} (${displayName})`,
      instrument: layer,
      ticks: loopTicks(loop),
      events: eventsOfLayer(layer),
    }));
  }
  if (patterns === undefined) return [];
  const tracks = patterns.patterns.map((pattern, index) => ({
    name: `${name} ${patternNames[index] ?? index + 1}`,
    instrument: patterns,
    ticks: patternTicks(patterns, pattern),
    events: eventsOfPattern(patterns, index),
  }));
  const filled = tracks.filter(({ events }) => events.length > 0);
  return filled.length > 0 ? filled : tracks.slice(0, 1);
}

function eventsOfLayer({ ticks, data }: LoopLayer): FileEvent[] {
  let at = 0;
  return ticks.map((tick) => {
    const kind = (data[at] ?? 0) & 0xf0;
    const size = kind === midiStatus.channelPressure ? 2 : 3;
    const bytes = [...data.subarray(at, at + size)];
    at += size;
    return { tick, bytes };
  });
}

/** A note lasts one step, or until the next one on its key. */
function eventsOfPattern(patterns: StepPatterns, index: number): FileEvent[] {
  const { channel, keys, stepsPerBeat } = patterns;
  const { lanes = [] } = patterns.patterns[index] ?? {};
  const stepTicks = ticksPerBeat / stepsPerBeat;
  const length = patternTicks(patterns, patterns.patterns[index]);
  const events: FileEvent[] = [];
  lanes.forEach((velocities, lane) => {
    const key = keys[lane] ?? 0;
    const struck = [...velocities].flatMap((velocity, step) => (velocity > 0 ? [{ velocity, step }] : []));
    struck.forEach(({ velocity, step }, place) => {
      const tick = stepTick(patterns, step);
      const next = struck[place + 1];
      const until = Math.min(tick + stepTicks, next === undefined ? length : stepTick(patterns, next.step), length);
      events.push({ tick, bytes: [midiStatus.noteOn | channel, key, velocity] });
      events.push({ tick: until, bytes: [midiStatus.noteOff | channel, key, 64] });
    });
  });
  const isOn = ({ bytes: [status = 0] }: FileEvent) => Number((status & 0xf0) === midiStatus.noteOn);
  return events.sort((one, other) => one.tick - other.tick || isOn(one) - isOn(other));
}

/** Ports have 16 channels, one of them for drums. */
function placeOf(count: number): { readonly port: number; readonly channel: number } {
  const place = count % (channelsOfPort - 1);
  return { port: Math.floor(count / (channelsOfPort - 1)), channel: place < drums ? place : place + 1 };
}

function chunkOf(
  { name, instrument, ticks, events }: FileTrack,
  { port, channel }: { readonly port: number; readonly channel: number },
): number[] {
  const text = [...new TextEncoder().encode(name)];
  const head = [[meta, kinds.trackName, ...variable(text.length), ...text]];
  if (port > 0) head.push([meta, kinds.port, 1, port]);
  const { bankMsb, bankLsb, program } = instrument;
  if (bankMsb > 0 || bankLsb > 0) {
    head.push([midiStatus.controlChange | channel, midiController.bankMsb, bankMsb]);
    head.push([midiStatus.controlChange | channel, midiController.bankLsb, bankLsb]);
  }
  head.push([midiStatus.programChange | channel, program]);
  const moved = events.map(({ tick, bytes: [status = 0, ...rest] }) => ({
    tick,
    bytes: [(status & 0xf0) | channel, ...rest],
  }));
  return trackChunk([...head.map((bytes) => ({ tick: 0, bytes })), ...moved], ticks);
}

/** @param endTick where the track ends. */
function trackChunk(events: readonly FileEvent[], endTick: number): number[] {
  const body: number[] = [];
  let before = 0;
  for (const { tick, bytes } of [...events, { tick: endTick, bytes: [meta, kinds.endOfTrack, 0] }]) {
    body.push(...variable(tick - before), ...bytes);
    before = tick;
  }
  return [...ascii('MTrk'), ...number32(body.length), ...body];
}

/** A number in seven bits to a byte, the last one without its top bit. */
function variable(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

function ascii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}

function number16(value: number): number[] {
  return [value >> 8, value & 0xff];
}

function number32(value: number): number[] {
  return [value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}

import type { TimedEvent } from '@roomtone/protocol';
import { passOfLayer } from './loop-parts.ts';
import type { LoopPass } from './loop-pass.ts';
import { loopTicks, ticksPerBeat } from './loop-time.ts';
import type { Loop, StepPatterns } from './loop-types.ts';
import { passOfPattern } from './pattern-pass.ts';

/** A track as `writeMidiFile` of @roomtone/smf takes it. */
export interface LoopTrack {
  readonly name: string;
  /** The port whose sixteen channels the track uses, from 0. */
  readonly port: number;
  /** Once around, µs from the loop's beginning. */
  readonly events: readonly TimedEvent[];
  /** Where the loop ends, on the events' clock. */
  readonly endUs: number;
}

const drums = 9;
const channelsOfPort = 16;
/** The names of a loop's patterns, in order. */
export const patternNames = ['A', 'B', 'C', 'D'] as const;

/**
 * Loops as tracks of a Standard MIDI File: one for each layer, and one for each pattern that has notes. All begin at 0 and go
 * around once.
 * @param bpm the tempo that the file has.
 */
export function tracksOfLoops(loops: Iterable<Loop>, bpm: number): LoopTrack[] {
  const channels = new FreeChannels();
  return [...loops].flatMap(({ name, displayName, content }) => {
    const parts =
      content.kind === 'patterns'
        ? patternsWithNotes(content).map((index) => ({
            name: `${name} ${patternNames[index] ?? index + 1}`,
            pass: passOfPattern(content, index),
            channel: content.channel,
          }))
        : content.layers.map((layer, index) => ({
            name: `${name}${content.layers.length > 1 ? ` ${index + 1}` : ''} (${displayName})`,
            pass: passOfLayer(layer, loopTicks(content)),
            channel: layer.channel,
          }));
    return parts.map((part) => {
      const place = part.channel === drums ? { port: 0, channel: drums } : channels.next();
      return {
        name: part.name,
        port: place.port,
        events: timed(part.pass, bpm, place.channel),
        endUs: timeOf(part.pass.lengthTicks, bpm),
      };
    });
  });
}

function patternsWithNotes({ patterns }: StepPatterns): number[] {
  const filled = patterns.flatMap(({ lanes }, index) =>
    lanes.some((lane) => lane.some((step) => step > 0)) ? [index] : [],
  );
  return filled.length > 0 ? filled : [0];
}

function timed(pass: LoopPass, bpm: number, channel: number): TimedEvent[] {
  return pass.events.map(({ tick, data }) => {
    const moved = Uint8Array.from(data);
    moved[0] = ((data[0] ?? 0) & 0xf0) | channel;
    return { timeUs: timeOf(tick, bpm), data: moved };
  });
}

function timeOf(tick: number, bpm: number): number {
  return Math.round((tick * 60e6) / (bpm * ticksPerBeat));
}

/** Gives each track a channel of its own, but never that of the drums. */
class FreeChannels {
  #given = 0;

  next(): { port: number; channel: number } {
    const perPort = channelsOfPort - 1;
    const place = this.#given % perPort;
    const port = Math.floor(this.#given / perPort);
    this.#given++;
    return { port, channel: place < drums ? place : place + 1 };
  }
}

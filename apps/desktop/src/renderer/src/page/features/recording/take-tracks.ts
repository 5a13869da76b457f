import {
  eventLength,
  forEachEvent,
  HeldNotes,
  isNoteOff,
  isNoteOn,
  midiStatus,
  type TimedEvent,
} from '@roomtone/protocol';
import type { TrackToWrite } from '@roomtone/smf';
import { planChannels, type TrackChannels } from './channel-plan.ts';
import { forEachRun } from './note-log.ts';
import type { Take, TakeChunk } from './take.ts';

/** A take as tracks, one per player who played. `startUs` is the time of the first note. */
export interface TakeTracks {
  readonly startUs: number;
  readonly tracks: readonly TrackToWrite[];
}

/** Returns an instrument's General MIDI program; undefined for an unknown instrument. */
export type ProgramOf = (instrument: string) => number | undefined;

interface Part {
  readonly player: number;
  readonly events: TimedEvent[];
  readonly held: HeldNotes;
}

/**
 * Converts a take to tracks: each player's events in the order they were played, on channels of their own, with the
 * instrument's program first and everything released at the end.
 * @param chunks in the order they were recorded.
 */
export function tracksOf(
  take: Pick<Take, 'players'>,
  chunks: readonly TakeChunk[],
  programOf: ProgramOf = () => undefined,
): TakeTracks {
  const parts = partsOf(chunks).filter(({ events }) => events.some(isSounding));
  const plans = planChannels(parts.map(({ events }) => new Set(events.map(channelOf))));
  const firstUs = Math.min(...parts.map(({ events }) => events.find(isSounding)?.timeUs ?? Number.POSITIVE_INFINITY));
  const startUs = Number.isFinite(firstUs) ? firstUs : 0;
  const names = withDistinctNames(parts.map(({ player }) => take.players[player]?.name ?? `player ${player + 1}`));
  const tracks = parts.map(({ player, events }, index) => {
    const instrument = take.players[player]?.instrument ?? '';
    const plan = plans[index] ?? { port: 0, channels: new Map() };
    const program = programOf(instrument);
    return {
      name: names[index] ?? '',
      instrument,
      port: plan.port,
      events: onPlannedChannels(program === undefined ? events : withProgram(events, program, startUs), plan),
    };
  });
  return { startUs, tracks };
}

/** Each player's events: the state when the first chunk began, what was played, and the release of held notes. */
function partsOf(chunks: readonly TakeChunk[]): Part[] {
  const parts = new Map<number, Part>();
  const partOf = (player: number) => {
    const part = parts.get(player) ?? { player, events: [], held: new HeldNotes() };
    parts.set(player, part);
    return part;
  };
  const [first] = chunks;
  for (const [player, data] of first?.opening ?? []) add(partOf(player), data, () => openingUs(first));
  for (const chunk of chunks) {
    for (const part of parts.values()) {
      // The page was closed in between, so the note-offs were never recorded.
      const isLost = chunk !== first && !chunk.opening.some(([player]) => player === part.player);
      if (isLost) release(part, chunk.startUs);
    }
    forEachRun(chunk, (player, data, at) =>
      add(partOf(player), data, (index) => chunk.timesUs[at + index] ?? chunk.endUs),
    );
  }
  for (const part of parts.values()) release(part, chunks.at(-1)?.endUs ?? 0);
  return [...parts.values()].sort((a, b) => a.player - b.player);
}

function add(part: Part, data: Uint8Array, timeUsOf: (index: number) => number): void {
  const { events, held } = part;
  forEachEvent(data, (status, first, second, index, position) => {
    // The note-off of a note that began before the take.
    if (isNoteOff(status, second) && held.velocity(status & 0x0f, first) === 0) return;
    const bytes = data.slice(position, position + eventLength(status));
    // A time before the previous event's is raised to it, so that a player's events stay in order (R5.9).
    events.push({ timeUs: Math.max(timeUsOf(index), lastUs(part)), data: bytes });
    held.feed(bytes);
  });
}

function release(part: Part, timeUs: number): void {
  const data = part.held.release();
  const atUs = Math.max(timeUs, lastUs(part));
  forEachEvent(data, (status, _first, _second, _index, position) => {
    part.events.push({ timeUs: atUs, data: data.slice(position, position + eventLength(status)) });
  });
}

function lastUs({ events }: Part): number {
  return events.at(-1)?.timeUs ?? Number.NEGATIVE_INFINITY;
}

/** The opening state must not be later than the first event. */
function openingUs(chunk: TakeChunk | undefined): number {
  return chunk === undefined ? 0 : Math.min(chunk.startUs, ...chunk.timesUs);
}

/** Inserts the instrument's program on channels that have no program change before their first note. */
function withProgram(events: readonly TimedEvent[], program: number, startUs: number): TimedEvent[] {
  const chosen = new Map<number, boolean>();
  for (const event of events) {
    const channel = channelOf(event);
    if (chosen.has(channel)) continue;
    if (((event.data[0] ?? 0) & 0xf0) === midiStatus.programChange) chosen.set(channel, true);
    else if (isSounding(event)) chosen.set(channel, false);
  }
  const missing = [...chosen].filter(([, hasChosen]) => !hasChosen).map(([channel]) => channel);
  const timeUs = Math.min(startUs, events[0]?.timeUs ?? startUs);
  const data = (channel: number) => Uint8Array.of(midiStatus.programChange | channel, program);
  return [...missing.map((channel) => ({ timeUs, data: data(channel) })), ...events];
}

function onPlannedChannels(events: readonly TimedEvent[], { channels }: TrackChannels): TimedEvent[] {
  return events.map((event) => {
    const status = event.data[0] ?? 0;
    const channel = channels.get(status & 0x0f) ?? status & 0x0f;
    return { timeUs: event.timeUs, data: Uint8Array.of((status & 0xf0) | channel, ...event.data.subarray(1)) };
  });
}

function isSounding({ data }: TimedEvent): boolean {
  return isNoteOn(data[0] ?? 0, data[2] ?? 0);
}

function channelOf({ data }: TimedEvent): number {
  return (data[0] ?? 0) & 0x0f;
}

/** Numbers the tracks of a user who was present more than once. */
function withDistinctNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

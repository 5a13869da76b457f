import { setTimeout } from 'node:timers/promises';
import type { DatagramFigures, Room, RoomtoneClient } from '@roomtone/sdk';
import type { Context } from '../command.ts';
import type { Destination } from '../destination.ts';
import { type DirectPath, directWords, tryDirectPath } from '../direct-path.ts';
import { UsageError } from '../explain.ts';
import { figuresOf, msText, plot } from '../figures.ts';

export interface PingOptions {
  readonly seconds: string;
}

/** The time of a note from this machine through the server and back, as a second participant hears it. */
interface Measured {
  readonly roundTripsUs: readonly number[];
  /** From when a note was played until it arrived here again, µs; one entry for each note that came. */
  readonly notesUs: readonly number[];
  readonly notesSent: number;
  readonly clockOffsetUs: number;
  readonly clockErrorUs: number;
  readonly datagrams: DatagramFigures;
  readonly direct: DirectPath;
}

const noteEveryMs = 50;
const settleMs = 500;
const lastNotesMs = 1_000;

/**
 * Measures the way to a server and back: by heartbeats, and by notes in a room of its own, over the WebSocket and as datagrams. The
 * room and, if it had to be made, the account are deleted.
 */
export async function ping(context: Context, where: string | undefined, options: PingOptions): Promise<number> {
  const seconds = Number(options.seconds);
  if (!(seconds > 0 && seconds <= 3_600)) throw new UsageError('--seconds must be a number above 0, at most 3600.');
  const destination = context.server(where);
  const measured = await context.connected(destination, { need: 'account', datagrams: 'auto' }, ({ client }) =>
    measure(context, client, destination, seconds),
  );
  print(context, destination, measured);
  if (context.signal.aborted) return 130;
  return measured.notesUs.length === measured.notesSent ? 0 : 1;
}

async function measure(
  context: Context,
  client: RoomtoneClient,
  { baseUrl }: Destination,
  seconds: number,
): Promise<Measured> {
  const { output, signal } = context;
  const playing = await client.createRoom({ roomName: 'ping', roomType: 'private', maxUsers: 2, signal });
  const { roomId } = playing.info;
  try {
    const listening = await client.joinRoom(roomId, { signal });
    try {
      output.say(`Measuring ${baseUrl} for ${seconds} s …`);
      const exchanged = await exchange(context, playing, listening, seconds * 1_000);
      return { ...exchanged, direct: await tryDirectPath(playing, listening, signal) };
    } finally {
      await listening.leave();
    }
  } finally {
    await playing.leave();
    await client.rooms.delete(roomId);
  }
}

async function exchange(
  { signal }: Context,
  playing: Room,
  listening: Room,
  forMs: number,
): Promise<Omit<Measured, 'direct'>> {
  const roundTripsUs: number[] = [];
  const notesUs: number[] = [];
  const sentMs: number[] = [];
  const heard = new Set<number>();
  listening.on('clock', ({ rttUs }) => roundTripsUs.push(rttUs));
  let notesSent = 0;
  listening.on('note', ({ type, key, velocity }) => {
    if (type !== 'noteOn') return;
    // Key and velocity together say which note it is.
    const index = (velocity - 1) * 128 + key;
    const played = sentMs[index];
    if (played === undefined || heard.has(index)) return;
    heard.add(index);
    notesUs.push((performance.now() - played) * 1_000);
  });
  await pause(settleMs, signal);
  const endMs = performance.now() + forMs;
  while (performance.now() < endMs && !signal.aborted) {
    const index = notesSent % (127 * 128);
    const key = index % 128;
    sentMs[index] = performance.now();
    if (playing.noteOn(key, Math.floor(index / 128) + 1).sent) notesSent++;
    playing.noteOff(key);
    await pause(noteEveryMs, signal);
  }
  const lastMs = performance.now() + lastNotesMs;
  while (notesUs.length < notesSent && performance.now() < lastMs) await pause(noteEveryMs);
  const { offsetUs = 0, errorUs = 0 } = listening.clock ?? {};
  return {
    roundTripsUs,
    notesUs,
    notesSent,
    clockOffsetUs: offsetUs,
    clockErrorUs: errorUs,
    datagrams: listening.datagrams,
  };
}

function print({ output }: Context, { baseUrl }: Destination, measured: Measured): void {
  const { roundTripsUs, notesUs, notesSent, clockOffsetUs, clockErrorUs, datagrams, direct } = measured;
  const [roundTrip, notes] = [figuresOf(roundTripsUs), figuresOf(notesUs)];
  const lost = notesSent - notesUs.length;
  if (output.json) {
    const clock = { offsetUs: clockOffsetUs, errorUs: clockErrorUs };
    output.result(
      { server: baseUrl, roundTrip, notes: { ...notes, sent: notesSent, lost }, clock, datagrams, direct },
      '',
    );
    return;
  }
  const line = (name: string, words: string) => output.result({}, `${output.styled('bold', name.padEnd(12))} ${words}`);
  if (roundTrip !== undefined) {
    line(
      'round trip',
      `${msText(roundTrip.median)}, at best ${msText(roundTrip.min)}, at worst ${msText(roundTrip.max)}`,
    );
  }
  if (notes !== undefined) {
    line(
      'notes',
      `${msText(notes.median)} to the server and back, jitter ${msText(notes.jitter)}, at worst ${msText(notes.max)}`,
    );
    line('', output.styled('cyan', plot(notesUs, Math.max(10, Math.min(60, output.columns - 14)))));
  }
  line('WebSocket', lost === 0 ? `all of ${notesSent} notes came` : `${lost} of ${notesSent} notes are missing`);
  line('second path', datagramWords(datagrams));
  line('direct path', directWords(direct));
  line(
    'clock',
    `the server's is ${msText(Math.abs(clockOffsetUs))} ${clockOffsetUs < 0 ? 'behind' : 'ahead'} (within ${msText(clockErrorUs)})`,
  );
}

function datagramWords({ state, received, lost, sooner }: DatagramFigures): string {
  if (state === 'none') return 'no datagrams: UDP does not get through, or node-datachannel is not installed';
  const all = received + lost;
  const share = all === 0 ? '0' : ((lost / all) * 100).toFixed(1);
  return `${received} datagrams, ${share}% lost; ${sooner} notes came sooner by them`;
}

/** Ends sooner if the signal says so, and leaves no listener behind. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {});
}

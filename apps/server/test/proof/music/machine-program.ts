// A machine of musicians: SDK clients that write down what their loops and the others play here, and when.
import { setTimeout as delay } from 'node:timers/promises';
import { type Room, RoomtoneClient } from '@roomtone/sdk';
import { loopsOf } from '@roomtone/sdk/extras';
import { answerCalls } from '../../../../../testing/called-program.ts';
import { LoopListener } from './loop-listener.ts';
import { contentOf, overdubOf } from './loops-to-play.ts';
import { setPace } from './machine-clock.ts';
import { NoteListener } from './note-listener.ts';

const password = 'correct horse 7';

interface Musician {
  readonly room: Room;
  readonly loops: LoopListener;
  readonly notes: NoteListener;
}

const musicians = new Map<string, Musician>();

function musician(name: string): Musician {
  const found = musicians.get(name);
  if (found === undefined) throw new Error(`${name} is not here`);
  return found;
}

export const calls = {
  /** The clock of this machine runs this much faster than those of the others. */
  pace: async (ppm: number) => setPace(ppm),

  /** Joins a room, or opens one if `roomId` is empty, and plays its loops from the first moment at which that is possible. */
  async join(url: string, name: string, roomId: string): Promise<string> {
    const client = new RoomtoneClient({ baseUrl: url, datagrams: 'auto' });
    await client.register({ username: name, email: `${name}@example.org`, password });
    const room = roomId === '' ? await client.createRoom({ roomName: 'Loops' }) : await client.joinRoom(roomId);
    musicians.set(name, { room, loops: new LoopListener(room), notes: new NoteListener(room) });
    await loopsOf(room).ready;
    return room.info.roomId;
  },

  /** Resolves when the musician's clock has settled, and their notes come by datagrams, too. */
  async settled(name: string): Promise<void> {
    const { room } = musician(name);
    while (room.clock?.settled !== true || room.datagrams.state !== 'used') await delay(10);
  },

  setTransport: (name: string, bpm: number, beatsPerBar: number) =>
    musician(name).room.time.setTransport({ bpm, beatsPerBar, running: true }),

  setInterval: (name: string, intervalBars: number) => musician(name).room.time.setPlayoutMode({ intervalBars }),

  /** Resolves when a musician hears the others so many bars later. */
  async untilInterval(name: string, bars: number): Promise<void> {
    while (musician(name).room.time.playoutMode.intervalBars !== bars) await delay(5);
  },

  /** Puts a loop into a slot, of another kind and length in each, and starts it. */
  async loop(name: string, slot: number): Promise<void> {
    const loops = loopsOf(musician(name).room);
    const content = contentOf(slot);
    if ('layers' in content) return loops.record(slot, { ...content, start: {} });
    await loops.makePatterns(slot, content);
    await loops.start(slot);
  },

  overdub: (name: string, slot: number) => loopsOf(musician(name).room).overdub(slot, overdubOf(slot)),

  /** The notes that a musician's loops have played so far. */
  loopEvents: async (name: string) => musician(name).loops.events,

  /** From when until when a musician has played all loops there are, service clock µs. */
  loopsPlayed: async (name: string) => musician(name).loops.played,

  /** The settings of the metronome that a musician has got, the first one as it was on joining. */
  transports: async (name: string) => musician(name).loops.transports,

  /** Plays a numbered note so often until stopNotes(). */
  startNotes: async (name: string, everyMs: number) => musician(name).notes.start(everyMs),

  /** Ends the playing. */
  stopNotes: async (name: string) => musician(name).notes.stop(),

  /** The notes that a musician has played, and has heard of the others. */
  notes: async (name: string) => musician(name).notes.report,
};

await answerCalls(calls);
// The library of the data channels keeps the process running otherwise.
process.exit();

import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('read-with-mido.py', import.meta.url));
const defaultUsPerQuarter = 500_000;
const pythons = ['/usr/bin/python3', 'python3'];

/** @type {import('./kinds.mjs').Kind} */
export const midi = {
  name: 'MIDI',
  fileName: /\.(?:midi?|kar|rmi)$/i,
  worker: new URL('midi-worker.mjs', import.meta.url),
  secondReader: async () => {
    const python = pythons.find((name) => spawnSync(name, ['-c', 'import mido']).status === 0);
    return python === undefined ? undefined : mido(python);
  },
  compare: async (answer, second) => [compare(answer, second)],
};

/** One process for all files. */
function mido(python) {
  const child = spawn(python, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    name: 'mido',
    read: async (path) => {
      child.stdin.write(`${path}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('mido ended');
      return JSON.parse(value);
    },
    close: () => child.stdin.end(),
  };
}

function compare({ mine, refusal }, second) {
  const theirs = second?.error === undefined ? second : undefined;
  if (refusal !== undefined) {
    const isTyped = refusal.name === 'MidiFileError';
    const isBounded = refusal.kind === 'excessive';
    const reason = `${refusal.message}${theirs === undefined ? '' : ' mido reads it.'}`;
    return { outcome: 'refused', reason, isExpected: isTyped && (theirs === undefined || isBounded) };
  }
  const mended = mine.repairs.length > 0 ? `mended: ${mine.repairs.join(', ')}` : '';
  const difference = theirs === undefined ? '' : differenceOf(mine, theirs);
  if (difference !== '') {
    const reason = mended === '' ? difference : `${difference} (${mended})`;
    return { outcome: 'different', reason, isExpected: mended !== '' };
  }
  const theirRefusal = second?.error === undefined ? '' : `mido refuses it: ${second.error}`;
  const reason = [mended, theirRefusal].filter((text) => text !== '').join('; ');
  return { outcome: mended === '' ? 'read' : 'mended', reason, isExpected: true };
}

/** "" if every track has the same events at the same times, to the microsecond. */
function differenceOf(mine, theirs) {
  if (mine.tracks.length !== theirs.tracks.length)
    return `${mine.tracks.length} tracks, mido has ${theirs.tracks.length}`;
  // The channels of several ports become channels of one.
  const mask = theirs.ports > 1 ? 0xf0 : 0xff;
  const timeOf = timesOf(theirs);
  for (const [track, events] of theirs.tracks.entries()) {
    const own = mine.tracks[track].events;
    for (const [index, [tick, status, ...data]] of events.entries()) {
      const event = own[index];
      const where = `track ${track + 1}, event ${index + 1}`;
      if (event === undefined) return `${where} is missing`;
      const [ownStatus, ...ownData] = event.data;
      if ((ownStatus & mask) !== (status & mask) || ownData.join() !== data.join())
        return `${where} is ${[...event.data]}, mido has ${[status, ...data]}`;
      const timeUs = timeOf(track, tick);
      if (Math.abs(event.timeUs - timeUs) > 1 + timeUs * 1e-12)
        return `${where} is at ${event.timeUs} µs, mido has ${timeUs}`;
    }
    if (own.length !== events.length) return `track ${track + 1} has ${own.length} events, mido has ${events.length}`;
  }
  return '';
}

/** Time by mido's ticks and tempos. The tracks of format 2 follow each other, each with its own tempos. */
function timesOf({ format, division, tempos, lengths }) {
  const ticksOf = division >= 0x8000 ? framesOf(division) : undefined;
  const inOrder = (changes) => changes.toSorted((a, b) => a[0] - b[0]).filter(([, us]) => us > 0);
  const timeWith = (changes, tick) => {
    if (ticksOf !== undefined) return tick * ticksOf;
    let [timeUs, at, usPerQuarter] = [0, 0, defaultUsPerQuarter];
    for (const [changeTick, us] of changes) {
      if (changeTick > tick) break;
      timeUs += ((changeTick - at) * usPerQuarter) / division;
      [at, usPerQuarter] = [changeTick, us];
    }
    return timeUs + ((tick - at) * usPerQuarter) / division;
  };
  if (format !== 2) {
    const all = inOrder(tempos.flat());
    return (_track, tick) => timeWith(all, tick);
  }
  const each = tempos.map(inOrder);
  return (track, tick) => {
    let startUs = 0;
    for (let index = 0; index < track; index++) startUs += timeWith(each[index], lengths[index]);
    return startUs + timeWith(each[track], tick);
  };
}

/** µs to a tick. */
function framesOf(division) {
  const frames = 256 - (division >> 8);
  const perFrame = division & 0xff;
  return frames === 29 ? 1_001e6 / (30_000 * perFrame) : 1e6 / (frames * perFrame);
}

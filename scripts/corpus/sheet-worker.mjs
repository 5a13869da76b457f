import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { decodedText } from '../../apps/desktop/src/renderer/src/page/features/sheets/reading/decode-text.ts';
import { playedSheet } from '../../apps/desktop/src/renderer/src/page/features/sheets/reading/played-sheet.ts';
import { readSheet } from '../../apps/desktop/src/renderer/src/page/features/sheets/reading/read-sheet.ts';
import { isZip, unpackSheet } from '../../apps/desktop/src/renderer/src/page/features/sheets/reading/unzip.ts';
import { plainSheet } from './plain-sheet.mjs';

const desktop = createRequire(new URL('../../apps/desktop/package.json', import.meta.url));
const loadAbc = async () => desktop('abcjs');
/** At 120 quarter notes a minute, which a sheet has that gives no tempo. */
const usPerQuarter = 500_000;

parentPort?.on('message', async ({ name, bytes }) => {
  try {
    const first = await timed(name, bytes, 0);
    let { ms } = first;
    const count = first.sheet?.tunes.length ?? 1;
    const text = plainTextOf(bytes);
    const plain = text === undefined ? undefined : new TextEncoder().encode(text);
    const tunes = [];
    for (let index = 0; index < count; index++) {
      const whole = index === 0 ? first : await timed(name, bytes, index);
      ms = Math.max(ms, whole.ms);
      const { sheet } = whole.sheet === undefined || plain === undefined ? whole : await timed(name, plain, index);
      tunes.push(sheet === undefined ? { refusal: whole.refusal ?? refused('plain text') } : tuneOf(sheet));
    }
    parentPort?.postMessage({ mine: { tunes, text }, ms });
  } catch (error) {
    parentPort?.postMessage({ refusal: refused(error), ms: 0 });
  }
});

async function timed(name, bytes, tune) {
  const start = performance.now();
  try {
    const sheet = await readSheet(name, bytes, loadAbc, tune);
    if (sheet.kind === 'chords') throw new Error('It holds chords.');
    playedSheet(sheet);
    return { sheet, ms: performance.now() - start };
  } catch (error) {
    return { refusal: refused(error), ms: performance.now() - start };
  }
}

function plainTextOf(bytes) {
  try {
    return plainSheet(decodedText(isZip(bytes) ? unpackSheet(bytes) : bytes));
  } catch {
    return undefined;
  }
}

/** The notes as they are played, and as they are written (`inOrder`): start and length in quarter notes, key, and start in microseconds. */
function tuneOf(sheet) {
  const timesUs = onsOf(playedSheet(sheet));
  const places = onsOf(playedSheet({ ...sheet, tempos: [] }));
  const inOrder = onsOf(playedSheet({ ...sheet, tempos: [], order: sheet.measures.map((_, index) => index) }));
  return {
    inOrder: inOrder.map(({ timeUs, lengthUs, key }) => [
      timeUs / usPerQuarter,
      lengthUs / usPerQuarter,
      key,
      Number.NaN,
    ]),
    notes: places.map(({ timeUs, lengthUs, key }, index) => [
      timeUs / usPerQuarter,
      lengthUs / usPerQuarter,
      key,
      timesUs[index]?.timeUs ?? 0,
    ]),
  };
}

function onsOf({ tracks }) {
  const notes = [];
  for (const { events } of tracks) {
    const open = new Map();
    for (const { timeUs, data } of events) {
      const id = `${data[0] & 0x0f} ${data[1]}`;
      if (data[0] >= 0x90) {
        const note = { timeUs, lengthUs: 0, key: data[1] };
        open.set(id, note);
        notes.push(note);
      } else {
        const note = open.get(id);
        if (note !== undefined) note.lengthUs = timeUs - note.timeUs;
      }
    }
  }
  return notes;
}

function refused(error) {
  return { name: error?.constructor?.name, kind: error?.problem, message: String(error?.message ?? error) };
}

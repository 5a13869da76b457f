import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { midi } from './midi.mjs';
import { hasJump, hasRepeatWithoutStart, withoutRepeats } from './plain-sheet.mjs';

const run = promisify(execFile);
/** Two times in quarter notes that are the same, and two lengths: programs end notes a little early. */
const tolerance = { start: 0.05, length: 0.13 };
/** The share by which a place may be earlier or later in time. */
const timeTolerance = 0.01;
const timeoutMs = 60_000;
const usualUsPerQuarter = 500_000;

/** @type {import('./kinds.mjs').Kind} */
export const abc = {
  name: 'ABC',
  fileName: /\.abc$/i,
  worker: new URL('sheet-worker.mjs', import.meta.url),
  secondReader: () => throughMidi('abc2midi', ['-ver'], abcToMidi),
  compare,
};

/** @type {import('./kinds.mjs').Kind} */
export const musicXml = {
  name: 'MusicXML',
  fileName: /\.(?:musicxml|xml|mxl)$/i,
  worker: new URL('sheet-worker.mjs', import.meta.url),
  secondReader: () => throughMidi('mscore3', ['--version'], musicXmlToMidi),
  compare,
};

/** A program that makes MIDI of sheets, which mido reads. */
async function throughMidi(program, version, toMidi) {
  if (spawnSync(program, version, { env: headless() }).error !== undefined) return undefined;
  const mido = await midi.secondReader();
  if (mido === undefined) return undefined;
  const readingOf = async (source, tune) => {
    const folder = await mkdtemp(join(tmpdir(), 'roomtone-corpus-'));
    try {
      const file = await toMidi(source, tune, folder);
      const reading = file === undefined ? { error: `${program} refuses it` } : await mido.read(file);
      return reading.error === undefined ? { notes: notesOf(reading) } : reading;
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  return {
    name: program,
    read: async (path, { mine }) => ({
      program,
      text: mine?.text,
      tune: (index) => readingOf(mine?.text === undefined ? { path } : { text: mine.text }, index),
      inOrder: (index) => readingOf({ text: withoutRepeats(mine.text) }, index),
    }),
    close: () => mido.close(),
  };
}

async function abcToMidi({ text, path }, tune, folder) {
  const file = path ?? join(folder, 'tunes.abc');
  // Each tune gets a number of its own, by which it is chosen.
  let count = 0;
  if (text !== undefined)
    await writeFile(
      file,
      text.replace(/^X:.*$/gm, () => `X:${++count}`),
    );
  const out = join(folder, 'tune.mid');
  const args = [file, ...(text === undefined ? [] : [String(tune + 1)]), '-o', out];
  return ended(run('abc2midi', [...args, '-silent', '-NGUI', '-NFER', '-NGRA', '-NFNP'], { timeout: timeoutMs }), out);
}

async function musicXmlToMidi({ text, path }, _tune, folder) {
  const file = path ?? join(folder, 'sheet.musicxml');
  if (text !== undefined) await writeFile(file, text.replace(/(<\?xml[^>]*encoding\s*=\s*["'])[^"']*/, '$1UTF-8'));
  const out = join(folder, 'sheet.mid');
  return ended(run('mscore3', ['-o', out, file], { timeout: timeoutMs, env: headless(), maxBuffer: 1 << 26 }), out);
}

/** The file that a program has written; undefined if it has not. */
function ended(program, out) {
  return program.then(
    () => out,
    () => undefined,
  );
}

function headless() {
  return { ...process.env, QT_QPA_PLATFORM: 'offscreen' };
}

/** As the worker gives them. */
function notesOf({ division, tracks, tempos }) {
  const changes = tempos.flat().toSorted((a, b) => a[0] - b[0]);
  const usAt = (tick) => {
    let [us, at, usPerQuarter] = [0, 0, usualUsPerQuarter];
    for (const [changeTick, next] of changes) {
      if (changeTick > tick) break;
      us += ((changeTick - at) * usPerQuarter) / division;
      [at, usPerQuarter] = [changeTick, next];
    }
    return us + ((tick - at) * usPerQuarter) / division;
  };
  const notes = [];
  for (const events of tracks) {
    const open = new Map();
    for (const [tick, status, key, velocity] of events) {
      const id = `${status & 0x0f} ${key}`;
      if (status >= 0x90 && status < 0xa0 && velocity > 0) {
        const note = [tick / division, 0, key, usAt(tick)];
        open.set(id, note);
        notes.push(note);
      } else if (status >= 0x80 && status < 0xa0) {
        const note = open.get(id);
        if (note !== undefined) note[1] = tick / division - note[0];
        open.delete(id);
      }
    }
  }
  return notes;
}

async function compare({ mine, refusal }, second) {
  if (refusal !== undefined) return [refused(refusal, await second?.tune(0), second?.program)];
  const readings = [];
  for (const [index, tune] of mine.tunes.entries()) {
    const reading = await compareTune(tune, index, second);
    readings.push(mine.tunes.length === 1 ? reading : { ...reading, tune: index + 1 });
  }
  return readings;
}

function refused({ name, message }, theirs, program) {
  const isMusic = theirs?.notes !== undefined && theirs.notes.length > 0;
  return {
    outcome: 'refused',
    reason: `${message}${isMusic ? ` ${program} reads it.` : ''}`,
    isExpected: name === 'SheetError' && !isMusic,
  };
}

async function compareTune({ refusal, notes, inOrder }, index, second) {
  const theirs = await second?.tune(index);
  if (refusal !== undefined) return refused(refusal, theirs, second?.program);
  if (theirs?.notes === undefined)
    return { outcome: 'read', reason: theirs === undefined ? '' : `${theirs.error}`, isExpected: true };
  const difference = differenceOf(sounding(notes), sounding(theirs.notes));
  if (difference === '') return { outcome: 'read', reason: '', isExpected: true };
  const written = (await second.inOrder(index)).notes;
  const isOrder = written !== undefined && differenceOf(sounding(inOrder), sounding(written)) === '';
  const [text = ''] = /^\s*</.test(second.text) ? [second.text] : tunesIn(second.text).slice(index);
  const isExpected = isOrder && (hasRepeatWithoutStart(text) || hasJump(text));
  const reason = isOrder ? `the order of measures: ${difference}` : difference;
  return { outcome: 'different', reason, isExpected };
}

function tunesIn(text) {
  return text.split(/^(?=X:)/m).filter((tune) => tune.startsWith('X:'));
}

/** Each key once at a time, however many voices have it. */
function sounding(notes) {
  const sorted = notes.toSorted((a, b) => a[2] - b[2] || a[0] - b[0]);
  const result = [];
  for (const note of sorted) {
    const last = result.at(-1);
    if (last?.[2] === note[2] && note[0] - last[0] < tolerance.start) last[1] = Math.max(last[1], note[1]);
    else result.push([...note]);
  }
  return result.toSorted((a, b) => a[0] - b[0] || a[2] - b[2]);
}

/** "" if the same keys sound at the same places, as long, and at the same time. */
function differenceOf(mine, theirs) {
  const byKey = Map.groupBy(theirs, ([, , key]) => key);
  const taken = new Set();
  const missing = [];
  const lengths = [];
  const times = [];
  for (const note of mine) {
    const [start, length, key, us] = note;
    const other = byKey.get(key)?.find((each) => !taken.has(each) && Math.abs(each[0] - start) <= tolerance.start);
    if (other === undefined) {
      // One voice strikes a key again that another one holds; not all programs do.
      const isHeld = byKey.get(key)?.some((each) => each[0] < start && each[0] + each[1] > start);
      if (!isHeld) missing.push(note);
      continue;
    }
    taken.add(other);
    if (Math.abs(other[1] - length) > tolerance.length + 0.06 * length) lengths.push([note, other]);
    if (Math.abs(other[3] - us) > 20_000 + us * timeTolerance) times.push([note, other]);
  }
  const extra = theirs.filter((note) => !taken.has(note));
  const at = ([start, length, key]) => `${key} at ${start.toFixed(2)} for ${length.toFixed(2)}`;
  const count = Math.max(mine.length, theirs.length);
  if (missing.length > 0 || extra.length > 0) {
    const parts = [
      ...(extra.length > 0 ? [`${extra.length} missing (${at(extra[0])})`] : []),
      ...(missing.length > 0 ? [`${missing.length} too many (${at(missing[0])})`] : []),
    ];
    return `of ${count} notes ${parts.join(', ')}`;
  }
  if (lengths.length > 0)
    return `${lengths.length} of ${count} notes are as long as others: ${at(lengths[0][0])}, not ${lengths[0][1][1].toFixed(2)}`;
  if (times.length > 0)
    return `${times.length} of ${count} notes at another time: ${at(times[0][0])} is at ${Math.round(times[0][0][3] / 1_000)} ms, not ${Math.round(times[0][1][3] / 1_000)}`;
  return '';
}

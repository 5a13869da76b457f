import type { TempoStep } from '@roomtone/smf';
import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { type NoteSheet, SheetError, type SheetNote } from './sheet.ts';

interface PlayedEvent {
  /** From the start of the sheet, at its own tempo. */
  readonly timeUs: number;
  /** Raw MIDI. */
  readonly data: Uint8Array;
}

/** A sheet as it is played, with all repeats. */
export interface PlayedSheet {
  /** One for each staff. */
  readonly tracks: readonly { readonly name: string; readonly events: readonly PlayedEvent[] }[];
  /** A "quarter" of these is a beat of the time signature, as the metronome counts it. */
  readonly tempos: readonly TempoStep[];
  /** When each measure of the playing order begins, and at last the end. */
  readonly startsUs: readonly number[];
}

const usPerMinute = 60_000_000;
const usualTempo = 120;
const drumChannel = 9;
/** Two places nearer than this are the same place, in quarter notes. */
const same = 1e-4;

interface Sounding {
  readonly startUs: number;
  endUs: number;
  /** In quarter notes. */
  end: number;
  readonly key: number;
  readonly velocity: number;
  readonly isDrum: boolean;
}

/** @throws {SheetError} too-large */
export function playedSheet(sheet: NoteSheet): PlayedSheet {
  const notes = Map.groupBy(sheet.notes, ({ measure }) => measure);
  const steps = Map.groupBy(
    sheet.tempos.toSorted((a, b) => a.start - b.start),
    ({ measure }) => measure,
  );
  const staves: Sounding[][] = sheet.staves.map(() => []);
  const latest = new Map<string, Sounding>();
  const startsUs: number[] = [];
  const tempos: TempoStep[] = [];
  const time = new TempoTime();
  let at = 0;
  let count = 0;
  for (const index of sheet.order) {
    const measure = sheet.measures[index];
    if (measure === undefined) continue;
    startsUs.push(time.usAt(at));
    for (const { start, quartersPerMinute } of steps.get(index) ?? []) {
      if (++count > sheetLimits.playedNotes) throw new SheetError('too-large');
      time.set(at + start, quartersPerMinute);
    }
    const beat: TempoStep = {
      timeUs: time.usAt(at),
      usPerQuarter: (usPerMinute / time.quartersPerMinuteAt(at)) * measure.beatLength,
      beatsPerBar: measure.beats,
    };
    const last = tempos.at(-1);
    if (last?.usPerQuarter !== beat.usPerQuarter || last.beatsPerBar !== beat.beatsPerBar) tempos.push(beat);
    for (const note of notes.get(index) ?? []) {
      if (++count > sheetLimits.playedNotes) throw new SheetError('too-large');
      sound(note, at, time, latest, staves);
    }
    at += measure.length;
  }
  startsUs.push(time.usAt(at));
  const tracks = staves.map((sounding, staff) => ({
    name: sheet.staves[staff] ?? '',
    events: eventsOf(sounding, staff),
  }));
  return { tracks, tempos, startsUs };
}

/** Adds a note, or prolongs the one to which it is tied. */
function sound(
  note: SheetNote,
  measureAt: number,
  time: TempoTime,
  latest: Map<string, Sounding>,
  staves: readonly Sounding[][],
): void {
  const start = measureAt + note.start;
  const end = start + note.length;
  const startUs = time.usAt(start);
  const endUs = Math.max(startUs + 1, time.usAt(end));
  const id = `${note.staff} ${note.key} ${note.isDrum}`;
  const before = latest.get(id);
  if (before !== undefined) {
    // Two voices may have the same key at once.
    const isSame = before.startUs === startUs;
    if ((note.isTiedOn && Math.abs(before.end - start) < same) || isSame) {
      if (end > before.end) Object.assign(before, { end, endUs });
      return;
    }
    if (before.end > start) Object.assign(before, { end: start, endUs: startUs });
  }
  const { key, velocity, isDrum } = note;
  const sounding = { startUs, endUs, end, key, velocity, isDrum };
  latest.set(id, sounding);
  staves[note.staff]?.push(sounding);
}

function eventsOf(sounding: readonly Sounding[], staff: number): PlayedEvent[] {
  const channel = staff % 15;
  // The tenth is for drums.
  const status = channel < 9 ? channel : channel + 1;
  const events = sounding.flatMap(({ key, velocity, isDrum, startUs, endUs }) => {
    const on = isDrum ? drumChannel : status;
    return [
      { timeUs: startUs, isOn: true, data: Uint8Array.of(0x90 | on, key, velocity) },
      { timeUs: endUs, isOn: false, data: Uint8Array.of(0x80 | on, key, 0) },
    ];
  });
  // A key goes up before it goes down again.
  events.sort((a, b) => a.timeUs - b.timeUs || Number(a.isOn) - Number(b.isOn));
  return events.map(({ timeUs, data }) => ({ timeUs, data }));
}

/** Quarter notes to time. Tempos are set in order. */
class TempoTime {
  readonly #steps = [{ at: 0, us: 0, quartersPerMinute: usualTempo }];

  set(at: number, quartersPerMinute: number): void {
    const last = this.#step(at);
    if (last.quartersPerMinute !== quartersPerMinute) this.#steps.push({ at, us: this.usAt(at), quartersPerMinute });
  }

  usAt(at: number): number {
    const { at: from, us, quartersPerMinute } = this.#step(at);
    return Math.round(us + ((at - from) * usPerMinute) / quartersPerMinute);
  }

  quartersPerMinuteAt(at: number): number {
    return this.#step(at).quartersPerMinute;
  }

  /** Almost always the last one, or the one before. */
  #step(at: number) {
    for (let index = this.#steps.length - 1; index > 0; index--) {
      const step = this.#steps[index];
      if (step !== undefined && step.at <= at + same) return step;
    }
    return this.#steps[0] ?? { at: 0, us: 0, quartersPerMinute: usualTempo };
  }
}

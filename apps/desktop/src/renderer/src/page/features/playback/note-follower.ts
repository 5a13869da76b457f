import { isNoteOn } from '@roomtone/protocol';
import type { Score } from './score.ts';

/** A note within this distance of its place counts as the same one. */
const nearUs = 1_500_000;
/** So many notes around the expected one are compared. */
const [notesBefore, notesAfter] = [12, 32];
/** So many notes in a row that are not near say that the other has moved somewhere else. */
const lostAfter = 6;
/** Notes that are compared to find the place again, and how many of the file may lie between two of them. */
const traceNotes = 6;
const gapNotes = 6;
/** The tempo is measured over at least this time. */
const measureUs = 2_000_000;
const speeds = { slowest: 0.2, fastest: 2.5 } as const;

interface Anchor {
  readonly positionUs: number;
  readonly atUs: number;
}

/**
 * Finds out where in a score somebody is who plays it elsewhere, from the notes that arrive: after the first few, and again when
 * they jump, loop or change the tempo.
 */
export class NoteFollower {
  readonly #notes: readonly { readonly timeUs: number; readonly id: number }[];
  readonly #lengthUs: number;
  readonly #trace: number[] = [];
  /** Index of the next note that is expected. */
  #next = 0;
  #anchor: Anchor | undefined;
  /** Where measuring the tempo began. */
  #measured: Anchor | undefined;
  #speed = 1;
  #lost = 0;

  constructor({ events, lengthUs }: Score) {
    this.#lengthUs = lengthUs;
    this.#notes = events.flatMap(({ timeUs, data: [status = 0, key = 0, velocity = 0] }) =>
      isNoteOn(status, velocity) ? [{ timeUs, id: idOf(status, key) }] : [],
    );
  }

  /** A note-on of the other player. @param atUs when it sounds, local µs. */
  heard(status: number, key: number, atUs: number): void {
    const id = idOf(status, key);
    this.#trace.push(id);
    if (this.#trace.length > traceNotes) this.#trace.shift();
    const index =
      this.#near(id, atUs) ?? (++this.#lost >= lostAfter || this.#anchor === undefined ? this.#search() : undefined);
    const note = index === undefined ? undefined : this.#notes[index];
    if (index === undefined || note === undefined) return;
    const isJump = this.#anchor === undefined || this.#lost >= lostAfter;
    this.#lost = 0;
    this.#next = index + 1;
    this.#anchor = { positionUs: note.timeUs, atUs };
    this.#measure(isJump);
  }

  /** Where the other is, µs at the score's own tempo; undefined before it is known. */
  positionUs(nowUs: number): number | undefined {
    if (this.#anchor === undefined) return undefined;
    const us = this.#anchor.positionUs + (nowUs - this.#anchor.atUs) * this.#speed;
    return Math.min(this.#lengthUs, Math.max(0, us));
  }

  /** The nearest of the notes around the expected one. */
  #near(id: number, atUs: number): number | undefined {
    const expectedUs = this.positionUs(atUs);
    if (expectedUs === undefined) return undefined;
    let best: number | undefined;
    let bestUs = nearUs;
    const last = Math.min(this.#notes.length - 1, this.#next + notesAfter);
    for (let index = Math.max(0, this.#next - notesBefore); index <= last; index++) {
      const note = this.#notes[index];
      if (note?.id !== id) continue;
      const awayUs = Math.abs(note.timeUs - expectedUs);
      if (awayUs < bestUs) [best, bestUs] = [index, awayUs];
    }
    return best;
  }

  /** The first place where the last notes follow each other, perhaps with others between, such as those of silent tracks. */
  #search(): number | undefined {
    if (this.#trace.length < traceNotes) return undefined;
    for (let start = 0; start < this.#notes.length; start++) {
      let index = start;
      if (this.#notes[start]?.id !== this.#trace[0]) continue;
      const isThere = this.#trace.slice(1).every((id) => {
        for (let step = 1; step <= gapNotes; step++) {
          if (this.#notes[index + step]?.id !== id) continue;
          index += step;
          return true;
        }
        return false;
      });
      if (isThere) return index;
    }
    return undefined;
  }

  #measure(isJump: boolean): void {
    if (this.#anchor === undefined) return;
    if (isJump || this.#measured === undefined) {
      this.#measured = this.#anchor;
      return;
    }
    const elapsedUs = this.#anchor.atUs - this.#measured.atUs;
    if (elapsedUs < measureUs) return;
    const speed = (this.#anchor.positionUs - this.#measured.positionUs) / elapsedUs;
    this.#speed = Math.min(speeds.fastest, Math.max(speeds.slowest, speed));
    this.#measured = this.#anchor;
  }
}

function idOf(status: number, key: number): number {
  return ((status & 0x0f) << 7) | key;
}

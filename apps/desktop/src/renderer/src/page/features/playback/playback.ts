import { eventLength, HeldNotes } from '@roomtone/protocol';
import { chasedState } from './chased-state.ts';
import type { Score } from './score.ts';

/** One event that is due: raw MIDI and the local µs at which it is to sound. */
export type Emit = (data: Uint8Array, timeUs: number) => void;

/** How fast a piece may be played, as a factor of its own tempo. */
export const speeds = { slowest: 0.25, fastest: 2 } as const;

/**
 * A piece being played: where it stands, how fast, and which tracks. It has no clock and no timer; whoever has asks it
 * often what is due. Nothing it has begun to sound is left sounding by a pause, a jump or a track that is switched off.
 */
export class Playback {
  readonly score: Score;
  readonly #held: readonly HeldNotes[];
  readonly #off = new Set<number>();
  #next = 0;
  #speed = 1;
  /** Where the piece stood at `#anchorUs`. */
  #anchorPositionUs = 0;
  /** Local time; undefined while it pauses. */
  #anchorUs: number | undefined;

  constructor(score: Score) {
    this.score = score;
    this.#held = score.tracks.map(() => new HeldNotes());
  }

  get isPlaying(): boolean {
    return this.#anchorUs !== undefined;
  }

  get speed(): number {
    return this.#speed;
  }

  /** Where in the piece it is, µs at the piece's own tempo. */
  positionUs(nowUs: number): number {
    if (this.#anchorUs === undefined) return this.#anchorPositionUs;
    const us = this.#anchorPositionUs + (nowUs - this.#anchorUs) * this.#speed;
    return Math.min(this.score.lengthUs, Math.max(0, us));
  }

  /** Goes on from where it stands; from the beginning when it had come to its end. */
  play(nowUs: number, emit: Emit): void {
    if (this.#anchorUs !== undefined) return;
    if (this.#next >= this.score.events.length) this.#moveTo(0);
    this.#anchorUs = nowUs;
    this.#chase(nowUs, emit);
  }

  pause(nowUs: number, emit: Emit): void {
    this.#anchorPositionUs = this.positionUs(nowUs);
    this.#anchorUs = undefined;
    this.#release(nowUs, emit);
  }

  /** Jumps to a place, and goes on from there if it played. */
  seek(positionUs: number, nowUs: number, emit: Emit): void {
    this.#release(nowUs, emit);
    this.#moveTo(Math.min(this.score.lengthUs, Math.max(0, positionUs)));
    if (this.#anchorUs === undefined) return;
    this.#anchorUs = nowUs;
    this.#chase(nowUs, emit);
  }

  /** Changes the tempo from now on, within `speeds`. */
  setSpeed(speed: number, nowUs: number): void {
    this.#anchorPositionUs = this.positionUs(nowUs);
    if (this.#anchorUs !== undefined) this.#anchorUs = nowUs;
    this.#speed = Math.min(speeds.fastest, Math.max(speeds.slowest, speed));
  }

  /** Whether a track is heard. */
  setTrack(track: number, isOn: boolean, nowUs: number, emit: Emit): void {
    if (isOn === !this.#off.has(track)) return;
    if (isOn) {
      this.#off.delete(track);
      if (this.isPlaying) this.#chase(nowUs, emit, track);
    } else {
      this.#off.add(track);
      this.#release(nowUs, emit, track);
    }
  }

  /** Emits what is due by now, each with its own time. Pauses at the end. */
  take(nowUs: number, emit: Emit): void {
    if (this.#anchorUs === undefined) return;
    for (let event = this.score.events[this.#next]; event !== undefined; event = this.score.events[this.#next]) {
      const dueUs = this.#anchorUs + (event.timeUs - this.#anchorPositionUs) / this.#speed;
      if (dueUs > nowUs) return;
      this.#next++;
      if (this.#off.has(event.track)) continue;
      this.#held[event.track]?.feed(event.data);
      emit(event.data, dueUs);
    }
    this.pause(nowUs, emit);
  }

  #moveTo(positionUs: number): void {
    this.#anchorPositionUs = positionUs;
    const index = this.score.events.findIndex(({ timeUs }) => timeUs >= positionUs);
    this.#next = index < 0 ? this.score.events.length : index;
  }

  #chase(nowUs: number, emit: Emit, track?: number): void {
    const isHeard = (of: number) => !this.#off.has(of) && (track === undefined || of === track);
    const before = this.score.events.slice(0, this.#next).filter((event) => isHeard(event.track));
    for (const data of chasedState(before)) emitEach(data, nowUs, emit);
  }

  #release(nowUs: number, emit: Emit, track?: number): void {
    for (const [index, held] of this.#held.entries()) {
      if (track === undefined || track === index) emitEach(held.release(), nowUs, emit);
    }
  }
}

function emitEach(data: Uint8Array, timeUs: number, emit: Emit): void {
  for (let position = 0; position < data.length; ) {
    const end = position + (eventLength(data[position] ?? 0) || data.length);
    emit(data.slice(position, end), timeUs);
    position = end;
  }
}

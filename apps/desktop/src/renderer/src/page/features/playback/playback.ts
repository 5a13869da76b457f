import { eventLength, HeldNotes } from '@roomtone/protocol';
import { chasedState } from './chased-state.ts';
import type { Score } from './score.ts';

/** Takes an event that is due: raw MIDI, and the local time in µs at which it sounds. */
export type Emit = (data: Uint8Array, timeUs: number) => void;

/** The bounds of the playback speed, as a factor of the score's own tempo. */
export const speeds = { slowest: 0.25, fastest: 2 } as const;

/**
 * Plays a score: position, speed and active tracks. It has no clock and no timer; its owner calls emitDue() often to
 * get what is due. Pausing, seeking and switching off a track release every note that it started.
 */
export class Playback {
  readonly score: Score;
  readonly #held: readonly HeldNotes[];
  readonly #off = new Set<number>();
  #next = 0;
  #speed = 1;
  /** The position at `#anchorUs`. */
  #anchorPositionUs = 0;
  /** Local time; undefined while paused. */
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

  /** The position, in µs at the score's own tempo. */
  positionUs(nowUs: number): number {
    if (this.#anchorUs === undefined) return this.#anchorPositionUs;
    const us = this.#anchorPositionUs + (nowUs - this.#anchorUs) * this.#speed;
    return Math.min(this.score.lengthUs, Math.max(0, us));
  }

  /** Plays from the current position, or from the beginning if it is at the end. */
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

  /** Moves to a position, and keeps playing if it was playing. */
  seek(positionUs: number, nowUs: number, emit: Emit): void {
    this.#release(nowUs, emit);
    this.#moveTo(Math.min(this.score.lengthUs, Math.max(0, positionUs)));
    if (this.#anchorUs === undefined) return;
    this.#anchorUs = nowUs;
    this.#chase(nowUs, emit);
  }

  setSpeed(speed: number, nowUs: number): void {
    this.#anchorPositionUs = this.positionUs(nowUs);
    if (this.#anchorUs !== undefined) this.#anchorUs = nowUs;
    this.#speed = Math.min(speeds.fastest, Math.max(speeds.slowest, speed));
  }

  /** Switches a track on or off. */
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

  /** Emits what is due by now, each event with its own time. Pauses at the end. */
  emitDue(nowUs: number, emit: Emit): void {
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

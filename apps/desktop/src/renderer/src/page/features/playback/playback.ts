import { eventLength, forEachEvent, HeldNotes, isNoteOff, isNoteOn } from '@roomtone/protocol';
import { ChannelSettings } from '../../../contract/channel-settings.ts';
import { drumChannel } from '../../../contract/instruments.ts';
import { chasedState } from './chased-state.ts';
import { PracticeResult } from './practice-result.ts';
import type { Hand, Score, ScoreEvent } from './score.ts';

/** Takes an event that is due: raw MIDI, and the local time in µs at which it sounds. */
export type Emit = (data: Uint8Array, timeUs: number) => void;

/** The bounds of the playback speed, as a factor of the score's own tempo. */
export const speeds = { slowest: 0.25, fastest: 2 } as const;

/** The part that the user plays; the score leaves it out. */
export type OwnPart = 'none' | Hand | 'both';

/** A passage that repeats, µs at the score's own tempo. */
export interface Loop {
  readonly fromUs: number;
  readonly toUs: number;
}

/** A shorter passage is no music. */
export const shortestLoopUs = 200_000;
/** Notes that begin within this time are one chord. */
const chordUs = 40_000;
/** A key pressed this long before its time counts, local µs. */
const earlyUs = 400_000;

/** Messages that take the channels that a score has set back to what the user has set. */
export type Restore = (changed: ChannelSettings) => Iterable<Uint8Array>;

/**
 * Plays a score: position, speed and active tracks. It has no clock and no timer; its owner calls emitDue() often to
 * get what is due. Pausing, seeking and switching off a track release every note that it started; pausing and seeking also leave the
 * channels as the user had them.
 */
export class Playback {
  readonly score: Score;
  /** How the user played their part. */
  readonly result = new PracticeResult();
  readonly #held: readonly HeldNotes[];
  readonly #restoring: Restore;
  /** The settings that the score has set since the channels were last the user's. */
  readonly #changed = new ChannelSettings();
  readonly #off = new Set<number>();
  #own: OwnPart = 'none';
  #waits = false;
  #loop: Loop | undefined;
  /** Keys that the user has to press before it goes on, of the chord at `#wantedAtUs`. */
  readonly #wanted = new Set<number>();
  #wantedAtUs: number | undefined;
  /** Chords up to here have been played by the user. */
  #playedUntilUs = -1;
  /** When the user last pressed a key, by key. */
  readonly #pressedUs = new Map<number, number>();
  #next = 0;
  #speed = 1;
  /** The position at `#anchorUs`. */
  #anchorPositionUs = 0;
  /** Local time; undefined while paused. */
  #anchorUs: number | undefined;

  constructor(score: Score, restoring: Restore = () => []) {
    this.score = score;
    this.#restoring = restoring;
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
    this.result.settle(nowUs);
    this.result.interrupt();
    this.#release(nowUs, emit);
    this.#restore(nowUs, emit);
  }

  /** Moves to a position, and keeps playing if it was playing. */
  seek(positionUs: number, nowUs: number, emit: Emit): void {
    this.#release(nowUs, emit);
    this.#restore(nowUs, emit);
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

  /** Chooses what the user plays. @param waits true if the score waits for the user's notes. */
  setOwnPart(own: OwnPart, waits: boolean, nowUs: number, emit: Emit): void {
    if (own !== this.#own) {
      this.#release(nowUs, emit);
      this.result.clear();
    }
    this.#own = own;
    this.#waits = waits;
    this.#forgetWanted();
  }

  /** Repeats a passage; undefined plays on. */
  setLoop(loop: Loop | undefined): void {
    this.#loop = loop;
  }

  /** The keys that it waits for. */
  get wanted(): ReadonlySet<number> {
    return this.#wanted;
  }

  /** True for a note that the user plays. */
  isOwn(track: number, key: number): boolean {
    if (this.#own === 'none' || this.#off.has(track)) return false;
    const hand = this.score.handOf(track, key);
    return this.#own === 'both' ? hand !== undefined : hand === this.#own;
  }

  /** The user pressed a key. @param delayUs how long before they have heard what sounds now */
  pressed(key: number, nowUs: number, delayUs = 0): void {
    if (this.isPlaying && this.#own !== 'none') this.result.pressed(key, this.positionUs(nowUs), nowUs - delayUs);
    this.#pressedUs.set(key, nowUs);
    this.#wanted.delete(key);
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
    this.result.settle(nowUs);
    while (this.#anchorUs !== undefined) {
      const event = this.score.events[this.#next];
      if (this.#loop !== undefined && (event === undefined || event.timeUs >= this.#loop.toUs)) {
        const dueUs = this.#dueUs(this.#anchorUs, this.#loop.toUs);
        if (dueUs > nowUs) return;
        this.seek(this.#loop.fromUs, dueUs, emit);
        continue;
      }
      if (event === undefined) {
        this.pause(nowUs, emit);
        return;
      }
      const dueUs = this.#dueUs(this.#anchorUs, event.timeUs);
      if (dueUs > nowUs) return;
      if (this.#mustWait(event, nowUs)) {
        this.#anchorPositionUs = event.timeUs;
        this.#anchorUs = nowUs;
        return;
      }
      this.#next++;
      if (this.#isOwnStart(event)) {
        this.result.due({ timeUs: event.timeUs, key: event.data[1] ?? 0, dueUs }, this.#waits);
      }
      if (this.#off.has(event.track) || this.#isOwnNote(event)) continue;
      this.#held[event.track]?.feed(event.data);
      this.#set(event.data);
      emit(event.data, dueUs);
    }
  }

  #dueUs(anchorUs: number, positionUs: number): number {
    return anchorUs + (positionUs - this.#anchorPositionUs) / this.#speed;
  }

  #isOwnNote({ track, data: [status = 0, key = 0, velocity = 0] }: ScoreEvent): boolean {
    const isNote = isNoteOn(status, velocity) || isNoteOff(status, velocity);
    return isNote && (status & 0x0f) !== drumChannel && this.isOwn(track, key);
  }

  /** True if the event begins a chord of the user's that they have not played yet. */
  #mustWait(event: ScoreEvent, nowUs: number): boolean {
    if (!this.#waits || event.timeUs <= this.#playedUntilUs || !this.#isOwnStart(event)) return false;
    if (this.#wantedAtUs !== event.timeUs) {
      this.#wantedAtUs = event.timeUs;
      this.#wanted.clear();
      for (let index = this.#next; ; index++) {
        const other = this.score.events[index];
        if (other === undefined || other.timeUs > event.timeUs + chordUs) break;
        const key = other.data[1] ?? 0;
        const isEarly = nowUs - (this.#pressedUs.get(key) ?? Number.NEGATIVE_INFINITY) < earlyUs;
        if (!this.#isOwnStart(other)) continue;
        this.#pressedUs.delete(key);
        if (!isEarly) this.#wanted.add(key);
      }
    }
    if (this.#wanted.size > 0) return true;
    this.#playedUntilUs = event.timeUs + chordUs;
    return false;
  }

  #isOwnStart(event: ScoreEvent): boolean {
    return isNoteOn(event.data[0] ?? 0, event.data[2] ?? 0) && this.#isOwnNote(event);
  }

  #forgetWanted(): void {
    this.#wanted.clear();
    this.#wantedAtUs = undefined;
    this.#playedUntilUs = -1;
  }

  #moveTo(positionUs: number): void {
    this.#forgetWanted();
    this.result.goesOnAt(positionUs);
    this.#anchorPositionUs = positionUs;
    const index = this.score.events.findIndex(({ timeUs }) => timeUs >= positionUs);
    this.#next = index < 0 ? this.score.events.length : index;
  }

  #chase(nowUs: number, emit: Emit, track?: number): void {
    const isHeard = (of: number) => !this.#off.has(of) && (track === undefined || of === track);
    const before = this.score.events.slice(0, this.#next).filter((event) => isHeard(event.track));
    for (const data of chasedState(before)) {
      this.#set(data);
      emitEach(data, nowUs, emit);
    }
  }

  #set(data: Uint8Array): void {
    forEachEvent(data, (status, first, second) => this.#changed.take(status, first, second));
  }

  #restore(nowUs: number, emit: Emit): void {
    for (const data of this.#restoring(this.#changed)) emitEach(data, nowUs, emit);
    this.#changed.clear();
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

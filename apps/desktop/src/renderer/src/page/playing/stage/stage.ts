import { isNoteOff, isNoteOn, midiController, midiStatus } from '@roomtone/protocol';
import { NoteSchedule } from '../../../../../shared/note-schedule.ts';
import { localNowUs } from '../../../contract/local-time.ts';
import type { NoteMessage } from '../../../contract/messages.ts';
import { KeyLights } from '../piano/key-lights.ts';
import type { KeyboardView } from '../piano/keyboard-view.ts';
import { Meters } from '../sound/meters.ts';
import { FallingNotes, type ShownPiece } from './falling-notes.ts';
import { NowSounding, type ShownPlayer } from './now-sounding.ts';
import { RisingNotes } from './rising-notes.ts';
import { SoundingNotes } from './sounding-notes.ts';

const unknownColor = '#b7b7b7';
/** If more events than this wait while the page is hidden, they are all performed. */
const maxWaiting = 4_000;
/** Text that changes more often cannot be read. */
const soundingEveryUs = 125_000;

/**
 * Everything that moves with the notes: lit keys, rising bars, meters. One animation loop, which runs only while
 * something moves, writes directly to the DOM and one canvas. React does not render for a note.
 */
export class Stage {
  readonly meters = new Meters();
  readonly #lights = new KeyLights();
  readonly #sounding = new SoundingNotes();
  readonly #nowSounding: NowSounding;
  readonly #schedule = new NoteSchedule();
  #notes: RisingNotes | undefined;
  #falling: FallingNotes | undefined;
  #piece: ShownPiece | undefined;
  #element: HTMLElement | undefined;
  #players: ReadonlyMap<number, ShownPlayer> = new Map();
  #soundingChanged = false;
  /** Since the last frame. */
  #hasPerformed = false;
  #soundingDrawnUs = 0;
  #self = 0;
  #frame = 0;
  readonly #ownNoteListeners = new Set<() => void>();
  readonly #soundingListeners = new Set<() => void>();

  /** @param pedalDown the text for a pedal that is down. */
  constructor(pedalDown: string) {
    this.#nowSounding = new NowSounding(this.#sounding, pedalDown);
  }

  /** Attaches the stage's element, canvas and piano; the returned function detaches them. */
  attach(element: HTMLElement, canvas: HTMLCanvasElement, piano: HTMLElement): () => void {
    const notes = new RisingNotes(canvas);
    this.#notes = notes;
    const falling = new FallingNotes(canvas);
    this.#falling = falling;
    falling.setPiece(this.#piece);
    this.#element = element;
    this.#lights.attach(piano);
    const nowSounding = element.querySelector<HTMLElement>('[data-now-sounding]');
    if (nowSounding !== null) this.#nowSounding.attach(nowSounding);
    const stillness = matchMedia('(prefers-reduced-motion: reduce)');
    const still = () => {
      notes.hasReducedMotion = stillness.matches;
    };
    still();
    stillness.addEventListener('change', still);
    const observer = new ResizeObserver(() => {
      notes.resize(canvas.clientWidth, canvas.clientHeight);
      falling.resize(canvas.clientWidth, canvas.clientHeight);
      this.#wake();
    });
    observer.observe(canvas);
    return () => {
      observer.disconnect();
      stillness.removeEventListener('change', still);
      cancelAnimationFrame(this.#frame);
      this.#frame = 0;
      this.#notes = undefined;
      this.#falling = undefined;
      this.#element = undefined;
      this.silence('everybody');
    };
  }

  /** Sets the players and their colours; `self` is the user's participant number. */
  setPlayers(self: number, players: ReadonlyMap<number, ShownPlayer>): void {
    this.#self = self;
    this.#players = players;
    this.#soundingChanged = true;
    this.#wake();
  }

  /**
   * Shows the notes of a piece before they are due, or no longer; call it again when the piece jumps. Meanwhile the user's own
   * notes do not rise, because others come down to the same keys.
   */
  showPiece(piece: ShownPiece | undefined): void {
    this.#piece = piece;
    this.#falling?.setPiece(piece);
    if (this.#element !== undefined && piece !== undefined) this.#element.dataset['played'] = '';
    this.#wake();
  }

  /** Calls a listener whenever a note of the user starts; returns a function that ends this. */
  onOwnNote(listener: () => void): () => void {
    this.#ownNoteListeners.add(listener);
    return () => this.#ownNoteListeners.delete(listener);
  }

  /** Calls a listener in each frame in which a note has begun or ended; returns a function that ends this. */
  onSounding(listener: () => void): () => void {
    this.#soundingListeners.add(listener);
    return () => this.#soundingListeners.delete(listener);
  }

  /** The colour of each key that sounds: its player's, the user's own before all others. */
  soundingKeys(): ReadonlyMap<number, string> {
    const colors = new Map<number, string>();
    const participants = this.#sounding
      .participants()
      .sort((a, b) => Number(a === this.#self) - Number(b === this.#self));
    for (const each of participants)
      for (const key of this.#sounding.notesOf(each)) colors.set(key, this.#colorOf(each));
    return colors;
  }

  /** Shows a part of the keyboard. */
  setView(view: KeyboardView): void {
    this.#element?.style.setProperty('--view-left', String(view.left));
    this.#element?.style.setProperty('--view-width', String(view.width));
    this.#notes?.setView(view);
    this.#falling?.setView(view);
    this.#wake();
  }

  /** Shows a note of the user immediately. */
  showOwn(data: Uint8Array, timeUs: number): void {
    this.#schedule.add(this.#self, data, () => timeUs);
    this.#wake();
  }

  /** Shows others' notes when they are due, and those of the user's own MIDI keyboards. */
  receive(message: NoteMessage): void {
    if (message.kind === 'own') {
      this.showOwn(message.data, message.timeUs);
      return;
    }
    if (message.kind === 'silence') {
      this.silence(message.participant);
      return;
    }
    const { participant, data, atUs, offsets } = message;
    this.#schedule.add(participant, data, (index) => atUs + (offsets[index] ?? 0));
    // A hidden page gets no frames, so the schedule must not grow without bound.
    if (this.#schedule.size > maxWaiting) this.#schedule.takeBefore(Number.POSITIVE_INFINITY, this.#perform);
    this.#wake();
  }

  /** Drops scheduled notes and ends held ones, of one participant or of everybody. */
  silence(participant: number | 'everybody'): void {
    this.#schedule.drop(participant === 'everybody' ? undefined : participant);
    this.#lights.releaseAll(participant);
    this.#sounding.drop(participant);
    this.#hasPerformed = true;
    this.#soundingChanged = true;
    this.#notes?.endAll(participant, localNowUs());
    this.#wake();
  }

  readonly #perform = (participant: number, status: number, first: number, second: number, at: number): void => {
    this.#sounding.feed(participant, status, first, second);
    this.#hasPerformed = true;
    this.#soundingChanged = true;
    if (isNoteOn(status, second)) {
      this.#lights.hold(participant, first);
      if (this.#piece === undefined || participant !== this.#self) this.#notes?.start(participant, first, at);
      this.meters.strike(participant, second);
      if (participant === this.#self) for (const listener of this.#ownNoteListeners) listener();
      if (this.#element !== undefined) this.#element.dataset['played'] = '';
    } else if (isNoteOff(status, second)) {
      this.#lights.release(participant, first);
      this.#notes?.end(participant, first, at);
    } else if ((status & 0xf0) === midiStatus.controlChange && first >= midiController.allSoundOff) {
      if (first === midiController.resetControllers) return;
      this.#lights.releaseAll(participant);
      this.#notes?.endAll(participant, at);
    }
  };

  readonly #draw = (): void => {
    const nowUs = localNowUs();
    this.#frame = 0;
    this.#schedule.takeBefore(nowUs + 1, this.#perform);
    this.#lights.draw(this.#colorOf);
    if (this.#hasPerformed) for (const listener of this.#soundingListeners) listener();
    this.#hasPerformed = false;
    this.#notes?.draw(nowUs, this.#colorOf);
    this.#falling?.draw(this.#colorOf(this.#self));
    if (this.#soundingChanged && nowUs - this.#soundingDrawnUs >= soundingEveryUs) {
      this.#soundingChanged = false;
      this.#soundingDrawnUs = nowUs;
      this.#nowSounding.draw(this.#players);
    }
    this.meters.draw(nowUs, (participant) => this.#lights.holds(participant));
    if (
      this.#notes?.active ||
      this.#falling?.isMoving ||
      this.#schedule.size > 0 ||
      this.meters.active ||
      this.#soundingChanged
    )
      this.#wake();
  };

  readonly #colorOf = (participant: number): string => this.#players.get(participant)?.color ?? unknownColor;

  #wake(): void {
    if (this.#frame === 0 && this.#notes !== undefined) this.#frame = requestAnimationFrame(this.#draw);
  }
}

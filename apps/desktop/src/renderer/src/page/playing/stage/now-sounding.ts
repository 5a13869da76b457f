import { noteName } from '../input/midi-description.ts';
import { type ChordName, chordName, pitchNames } from './chord-name.ts';
import { patternOf } from './player-appearance.ts';
import type { SoundingNotes } from './sounding-notes.ts';

/** A player whose notes are shown. */
export interface ShownPlayer {
  readonly name: string;
  readonly color: string;
}

const remembered = 2_000;
/** More notes of one player than this are a cluster that nobody can read. */
const maxNotes = 8;

interface Row {
  readonly element: HTMLElement;
  readonly swatch: HTMLElement;
  readonly name: HTMLElement;
  readonly notes: HTMLElement;
}

/** Shows the sounding chord and each player's notes in it, by writing to the DOM. */
export class NowSounding {
  readonly #sounding: SoundingNotes;
  readonly #pedalDown: string;
  /** Cached by pitches and bass, because naming a chord takes too long for a frame. */
  readonly #names = new Map<string, ChordName | undefined>();
  readonly #rows = new Map<number, Row>();
  readonly #parts = new Map<string, HTMLElement>();
  #element: HTMLElement | undefined;

  /** @param pedalDown the text for a pedal that is down. */
  constructor(sounding: SoundingNotes, pedalDown: string) {
    this.#sounding = sounding;
    this.#pedalDown = pedalDown;
  }

  /** Attaches the element that contains `data-chord` (`root`, `quality`, `bass`, `pitches`) and `data-who`. */
  attach(element: HTMLElement): void {
    this.#element = element;
    this.#rows.clear();
    this.#parts.clear();
    for (const part of element.querySelectorAll<HTMLElement>('[data-chord]')) {
      this.#parts.set(part.dataset['chord'] ?? '', part);
    }
  }

  draw(players: ReadonlyMap<number, ShownPlayer>): void {
    if (this.#element === undefined) return;
    const notes = new Set<number>();
    let hasPedal = false;
    const sounding = this.#sounding.participants();
    for (const participant of sounding) {
      for (const note of this.#sounding.notesOf(participant)) notes.add(note);
      hasPedal ||= this.#sounding.isPedalDown(participant);
    }
    const name = this.#nameOf(notes);
    this.#write('root', name?.root ?? '');
    this.#write('quality', name?.quality ?? '');
    this.#write('bass', name === undefined || name.bass === '' ? '' : `/${name.bass}`);
    this.#write('pitches', [pitchNames(notes), hasPedal ? this.#pedalDown : ''].filter(Boolean).join(' · '));
    const isCompany = players.size > 1;
    for (const [participant, player] of players) {
      this.#drawPlayer(participant, player, isCompany && sounding.includes(participant));
    }
    for (const [participant, row] of this.#rows) if (!players.has(participant)) row.element.hidden = true;
  }

  #drawPlayer(participant: number, { name, color }: ShownPlayer, isShown: boolean): void {
    const row = this.#rows.get(participant) ?? (isShown ? this.#newRow(participant) : undefined);
    if (row === undefined) return;
    if (row.element.hidden === isShown) row.element.hidden = !isShown;
    if (!isShown) return;
    const notes = this.#sounding.notesOf(participant);
    const words = notes.slice(0, maxNotes).map(noteName).join(' ') + (notes.length > maxNotes ? ' …' : '');
    const pedal = this.#sounding.isPedalDown(participant) ? this.#pedalDown : '';
    row.swatch.style.setProperty('--player', color);
    writeText(row.name, name);
    writeText(row.notes, [words, pedal].filter(Boolean).join(' · '));
  }

  #newRow(participant: number): Row {
    const [element, swatch, name, notes] = ['li', 'i', 'b', 'span'].map((tag) => document.createElement(tag)) as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ];
    swatch.className = `pattern-${patternOf(participant)}`;
    element.append(swatch, name, notes);
    this.#element?.querySelector('[data-who]')?.append(element);
    const row = { element, swatch, name, notes };
    this.#rows.set(participant, row);
    return row;
  }

  #nameOf(notes: ReadonlySet<number>): ChordName | undefined {
    const key = `${Math.min(...notes) % 12} ${[...new Set([...notes].map((note) => note % 12))].sort((a, b) => a - b)}`;
    if (this.#names.has(key)) return this.#names.get(key);
    if (this.#names.size >= remembered) this.#names.clear();
    const name = chordName(notes);
    this.#names.set(key, name);
    return name;
  }

  #write(part: string, text: string): void {
    const element = this.#parts.get(part);
    if (element !== undefined) writeText(element, text);
  }
}

/** Replaces the text of an element that contains only text, as cheaply as possible. */
function writeText(element: Element, text: string): void {
  const { firstChild } = element;
  if (!(firstChild instanceof Text)) element.textContent = text;
  else if (firstChild.data !== text) firstChild.data = text;
}

import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { type ChordLine, type ChordPiece, type ChordSection, type ChordSheet, SheetError, shortened } from './sheet.ts';

type SectionKind = ChordSection['kind'];

const directive = /^\s*\{\s*([\w-]+)\s*(?::?\s*(.*?))?\s*\}\s*$/;
const begins: Readonly<Record<string, SectionKind>> = {
  soc: 'chorus',
  start_of_chorus: 'chorus',
  sov: 'verse',
  start_of_verse: 'verse',
  sob: 'bridge',
  start_of_bridge: 'bridge',
  sot: 'tab',
  start_of_tab: 'tab',
  sog: 'tab',
  start_of_grid: 'tab',
};
const ends = /^(eo[cvbtg]|end_of_\w+)$/;

/**
 * Reads a ChordPro sheet: lyrics with chords in brackets, and directives in braces. Unknown directives are left out.
 * @throws {SheetError}
 */
export function readChords(text: string): ChordSheet {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  if (lines.length > sheetLimits.lines || lines.some((line) => line.length > sheetLimits.lineLength)) {
    throw new SheetError('too-large');
  }
  const meta = new Map<string, string>();
  const sections = new Sections();
  for (const line of lines) {
    const [, name, value = ''] = directive.exec(line) ?? [];
    if (name !== undefined) readDirective(name.toLowerCase(), value, meta, sections);
    else if (line.startsWith('#')) continue;
    else if (sections.kind === 'tab') sections.add({ kind: 'fixed', text: line });
    else if (line.trim() === '') sections.pause();
    else sections.add({ kind: 'words', pieces: piecesOf(line) });
  }
  const found = sections.all;
  if (!found.some((section) => section.lines.length > 0)) throw new SheetError('empty');
  return {
    kind: 'chords',
    title: meta.get('title') ?? '',
    composer: meta.get('artist') ?? meta.get('composer') ?? meta.get('subtitle') ?? '',
    musicalKey: meta.get('key') ?? '',
    capo: wholeNumber(meta.get('capo'), 11),
    beatsPerMinute: wholeNumber(meta.get('tempo'), 1_000),
    sections: found,
  };
}

/** True for text that has a directive or a chord of ChordPro. */
export function looksLikeChords(text: string): boolean {
  return /^\s*\{\s*(t|title|st|subtitle|artist|key|so[cvb]|start_of_\w+|c|comment)\b/im.test(text) || chord.test(text);
}

const chord = /\[[A-H][#b♯♭]?[^\]\s]{0,12}\]/;

function readDirective(name: string, value: string, meta: Map<string, string>, sections: Sections): void {
  const begun = begins[name];
  if (begun !== undefined) sections.begin(begun, value);
  else if (ends.test(name)) sections.end();
  else if (name.startsWith('start_of_')) sections.begin('other', value || name.slice('start_of_'.length));
  else if (name === 'chorus') sections.repeatChorus(value);
  else if (['c', 'ci', 'cb', 'comment', 'comment_italic', 'comment_box', 'highlight'].includes(name)) {
    sections.add({ kind: 'comment', text: value });
  } else if (name === 'meta') {
    const [key = '', ...rest] = value.split(/\s+/);
    setOnce(meta, key.toLowerCase(), rest.join(' '));
  } else setOnce(meta, { t: 'title', st: 'subtitle' }[name] ?? name, value);
}

function setOnce(meta: Map<string, string>, name: string, value: string): void {
  if (!meta.has(name) && value !== '') meta.set(name, shortened(value));
}

function wholeNumber(text: string | undefined, most: number): number | undefined {
  const number = Number(text);
  return text !== undefined && Number.isInteger(number) && number > 0 && number <= most ? number : undefined;
}

/** Each chord stands over the words up to the next one. */
function piecesOf(line: string): readonly ChordPiece[] {
  const [before = '', ...rest] = line.split('[');
  const pieces: ChordPiece[] = before === '' ? [] : [{ chord: '', words: before }];
  for (const piece of rest) {
    const end = piece.indexOf(']');
    // A bracket that nothing closes is a bracket.
    if (end < 0) pieces.push({ chord: '', words: `[${piece}` });
    else pieces.push({ chord: piece.slice(0, end).trim(), words: piece.slice(end + 1) });
  }
  return pieces;
}

/** Collects sections; an empty line begins another one. */
class Sections {
  readonly #all: { readonly kind: SectionKind; readonly label: string; readonly lines: ChordLine[] }[] = [];
  #isOpen = false;
  #lines = 0;

  get kind(): SectionKind | undefined {
    return this.#isOpen ? this.#all.at(-1)?.kind : undefined;
  }

  get all(): readonly ChordSection[] {
    return this.#all.filter(({ lines }) => lines.length > 0);
  }

  begin(kind: SectionKind, label: string): void {
    this.#all.push({ kind, label: /^label=["']?(.*?)["']?$/.exec(label)?.[1] ?? label, lines: [] });
    this.#isOpen = true;
  }

  end(): void {
    this.#isOpen = false;
    this.#all.push({ kind: 'other', label: '', lines: [] });
  }

  pause(): void {
    if (!this.#isOpen) this.end();
  }

  add(line: ChordLine): void {
    // Choruses that are repeated count, too.
    if (++this.#lines > sheetLimits.lines) throw new SheetError('too-large');
    if (this.#all.length === 0) this.end();
    this.#all.at(-1)?.lines.push(line);
  }

  /** The last chorus once more. */
  repeatChorus(label: string): void {
    const last = this.#all.findLast(({ kind }) => kind === 'chorus');
    if (last === undefined) return;
    this.begin('chorus', label || last.label);
    for (const line of last.lines) this.add(line);
    this.end();
  }
}

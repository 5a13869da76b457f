import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { drumKitOf } from './drum-kit.ts';
import { measureMarks } from './musicxml-marks.ts';
import { type ReadPart, readPart } from './musicxml-part.ts';
import { pagesOf } from './pages.ts';
import { playingOrder } from './playing-order.ts';
import { childOf, type Element, readXml, textOf } from './read-xml.ts';
import {
  firstBarOf,
  type NoteSheet,
  type PartGroup,
  SheetError,
  type SheetMeasure,
  type SheetPart,
  shortened,
} from './sheet.ts';

interface WrittenPart {
  readonly id: string;
  readonly measures: readonly Element[];
}

/**
 * Reads uncompressed MusicXML.
 * @throws {SheetError}
 */
export function readMusicXml(source: string): NoteSheet {
  const score = readXml(source);
  const written = partsOf(score);
  const list = childOf(score, 'part-list');
  const described = new Map(
    list?.children.filter(({ name }) => name === 'score-part').map((each) => [each.attributes.get('id') ?? '', each]),
  );
  const names = written.map(({ id }) => nameOf(described.get(id)));
  const parts: (SheetPart & { readonly read: ReadPart })[] = [];
  let staves = 0;
  written.forEach(({ id, measures }, index) => {
    const read = readPart(measures, staves, drumKitOf(described.get(id)));
    parts.push({ name: names[index] ?? '', firstStaff: staves, staves: read.staves, transpose: read.transpose, read });
    staves += read.staves;
  });
  if (staves > sheetLimits.staves) throw new SheetError('too-large');
  const read = parts.map((part) => part.read);
  const notes = read.flatMap((part) => part.notes);
  if (notes.length > sheetLimits.notes) throw new SheetError('too-large');
  if (notes.length === 0) throw new SheetError('empty');
  const title = titleOf(score);
  const measures = measuresOf(read);
  const firstBar = firstBarOf(measures);
  return {
    kind: 'musicxml',
    engraving: { kind: 'musicxml', pages: pagesOf(read, firstBar), groups: groupsOf(list, written) },
    parts: parts.map(({ read: _, ...part }) => part),
    tunes: [title],
    tune: 0,
    title,
    composer: composerOf(childOf(score, 'identification')),
    measures,
    firstBar,
    order: playingOrder(measureMarks(written.map(({ measures }) => measures))),
    tempos: read.flatMap((part) => part.tempos),
    notes: notes.sort((a, b) => a.measure - b.measure || a.start - b.start),
    staves: parts.flatMap((part) => Array.from({ length: part.staves }, () => part.name)),
  };
}

/** The parts with their measures, or the measures with their parts (score-timewise). */
function partsOf(score: Element): readonly WrittenPart[] {
  const isTimewise = score.name === 'score-timewise';
  if (!isTimewise && score.name !== 'score-partwise') throw new SheetError('unknown');
  const parts = isTimewise ? timewise(score) : score.children.filter(({ name }) => name === 'part').map(partwise);
  if (parts.length > sheetLimits.parts) throw new SheetError('too-large');
  if (parts.some(({ measures }) => measures.length > sheetLimits.measures)) throw new SheetError('too-large');
  return parts;
}

function partwise(part: Element): WrittenPart {
  return {
    id: part.attributes.get('id') ?? '',
    measures: part.children.filter(({ name }) => name === 'measure'),
  };
}

function timewise(score: Element): WrittenPart[] {
  const measures = score.children.filter(({ name }) => name === 'measure');
  const parts = new Map<string, Element[]>();
  measures.forEach((measure, index) => {
    for (const part of measure.children.filter(({ name }) => name === 'part')) {
      const id = part.attributes.get('id') ?? '';
      const known = parts.get(id) ?? [];
      parts.set(id, known);
      // A part may be silent before.
      while (known.length < index) known.push({ name: 'measure', attributes: new Map(), children: [], text: '' });
      known.push({ ...part, name: 'measure', attributes: measure.attributes });
      if (parts.size > sheetLimits.parts) throw new SheetError('too-large');
    }
  });
  return [...parts].map(([id, ofPart]) => ({ id, measures: ofPart }));
}

function measuresOf(parts: readonly ReadPart[]): SheetMeasure[] {
  const count = Math.max(0, ...parts.map(({ measures }) => measures.length));
  return Array.from({ length: count }, (_, index) => {
    const all = parts.flatMap(({ measures }) => measures[index] ?? []);
    const [first] = all;
    const { beats, beatLength } = first ?? { beats: 4, beatLength: 1 };
    const length = Math.max(0, ...all.map((measure) => measure.length)) || beats * beatLength;
    if (length > sheetLimits.quartersOfMeasure) throw new SheetError('too-large');
    return { length, beats, beatLength };
  });
}

/** Parts that stand together, by the outermost signs. */
function groupsOf(list: Element | undefined, parts: readonly WrittenPart[]): readonly PartGroup[] {
  const open = new Map<string, { readonly symbol: string; readonly from: number }>();
  const groups: PartGroup[] = [];
  let part = 0;
  for (const element of list?.children ?? []) {
    if (element.name === 'score-part' && parts.some(({ id }) => id === element.attributes.get('id'))) part++;
    if (element.name !== 'part-group' || groups.length >= sheetLimits.parts) continue;
    const number = element.attributes.get('number') ?? '1';
    const started = open.get(number);
    if (element.attributes.get('type') === 'start') {
      const symbol = textOf(element, 'group-symbol');
      open.set(number, { symbol: /^(brace|bracket|line|square)$/.test(symbol) ? symbol : 'bracket', from: part });
    } else if (started !== undefined) {
      open.delete(number);
      if (part - 1 > started.from) groups.push({ ...started, to: part - 1 });
    }
  }
  return groups;
}

function nameOf(part: Element | undefined): string {
  return shortened(textOf(part, 'part-name').replace(/^MusicXML Part$/, ''));
}

function titleOf(score: Element): string {
  return shortened(textOf(childOf(score, 'work'), 'work-title') || textOf(score, 'movement-title') || creditOf(score));
}

function composerOf(identification: Element | undefined): string {
  const creators = identification?.children.filter(({ name }) => name === 'creator') ?? [];
  const composer = creators.find(({ attributes }) => attributes.get('type') === 'composer') ?? creators[0];
  return shortened(composer?.text.trim() ?? '');
}

/** Some programs write the title on the page only. */
function creditOf(score: Element): string {
  const credit = score.children.find(
    (child) => child.name === 'credit' && textOf(child, 'credit-type').toLowerCase() === 'title',
  );
  return textOf(credit, 'credit-words');
}

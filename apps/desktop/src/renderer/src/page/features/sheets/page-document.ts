import type { PageView } from './page-view.ts';
import { escaped, tag } from './reading/engraving.ts';
import type { NoteSheet, PartGroup, SheetPage, SheetPart } from './reading/sheet.ts';

interface DocumentParts {
  readonly sheet: Pick<NoteSheet, 'parts'>;
  readonly page: SheetPage;
  readonly groups: readonly PartGroup[];
  readonly view: PageView;
}

/** Longer names leave no room for the notes. */
const mostNameCharacters = 24;

/** The parts of which at least one staff is shown; never none. */
export function shownParts({ parts }: Pick<NoteSheet, 'parts'>, { staves }: PageView): readonly SheetPart[] {
  const shown = parts.filter(
    ({ firstStaff, staves: count }) =>
      staves === undefined ||
      Array.from({ length: count }, (_, offset) => firstStaff + offset).some((staff) => staves.has(staff)),
  );
  return shown.length === 0 ? parts : shown;
}

/** A MusicXML document with one page of the parts that are shown. */
export function pageDocument({ sheet, page, groups, view }: DocumentParts): string {
  const shown = shownParts(sheet, view);
  const all = shown.length === sheet.parts.length;
  const list = shown.map((part) => {
    const index = sheet.parts.indexOf(part);
    const name = [...part.name].slice(0, mostNameCharacters).join('');
    const starts = all
      ? groups.flatMap((group, number) => (group.from === index ? groupTag('start', number, group) : []))
      : [];
    const stops = all ? groups.flatMap((group, number) => (group.to === index ? groupTag('stop', number) : [])) : [];
    return `${starts.join('')}<score-part id="P${index}">${tag('part-name', escaped(name))}</score-part>${stops.join('')}`;
  });
  const parts = shown.map((part) => {
    const index = sheet.parts.indexOf(part);
    return `<part id="P${index}">${page.parts[index] ?? ''}</part>`;
  });
  return `<score-partwise version="4.0">${tag('part-list', list.join(''))}${parts.join('')}</score-partwise>`;
}

function groupTag(type: 'start' | 'stop', number: number, group?: PartGroup): string {
  const symbol = group === undefined ? '' : tag('group-symbol', group.symbol);
  return tag('part-group', symbol, ` type="${type}" number="${number + 1}"`);
}

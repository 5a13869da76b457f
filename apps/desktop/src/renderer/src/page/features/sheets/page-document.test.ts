import { expect, it } from 'vitest';
import { pageDocument, shownParts } from './page-document.ts';
import { shiftOf, writtenPitches } from './page-view.ts';
import { readMusicXml } from './reading/read-musicxml.ts';
import { musicXml, note } from './reading/sheet-samples.ts';

const two = readMusicXml(
  musicXml([note('C4', 4)])
    .replace('</part-list>', '<score-part id="P2"><part-name>A &amp; B</part-name></score-part></part-list>')
    .replace('</score-partwise>', `<part id="P2"><measure>${note('E4', 4)}</measure></part></score-partwise>`),
);
const documentOf = (staves: ReadonlySet<number> | undefined) => {
  const { engraving } = two;
  const [page] = engraving.kind === 'musicxml' ? engraving.pages : [];
  return page === undefined ? '' : pageDocument({ sheet: two, page, groups: [], view: { staves, pitch: 'printed' } });
};

it('a player who chose their part gets a document with this part only, and nobody gets an empty one', () => {
  expect(documentOf(undefined).match(/<part id="P\d">/g)).toEqual(['<part id="P0">', '<part id="P1">']);
  expect(documentOf(new Set([1]))).toContain('<part-name>A &amp; B</part-name>');
  expect(documentOf(new Set([1])).match(/<part id="P\d">/g)).toEqual(['<part id="P1">']);
  expect(shownParts(two, { staves: new Set(), pitch: 'printed' })).toHaveLength(2);
});

it('a part is moved from how it is printed to how the player’s instrument is written', () => {
  const clarinet = -2;
  expect(shiftOf({ pitch: 'printed' }, clarinet)).toBe(0);
  expect(shiftOf({ pitch: writtenPitches.concert }, clarinet)).toBe(-2);
  expect(shiftOf({ pitch: writtenPitches.bFlat }, clarinet)).toBe(0);
  expect(shiftOf({ pitch: writtenPitches.f }, 0)).toBe(7);
});

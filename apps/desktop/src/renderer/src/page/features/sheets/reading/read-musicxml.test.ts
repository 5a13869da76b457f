import { describe, expect, it } from 'vitest';
import { sheetLimits } from '../../../../../../shared/sheet-file.ts';
import { decodedText } from './decode-text.ts';
import { readMusicXml } from './read-musicxml.ts';
import type { NoteSheet } from './sheet.ts';
import { bytesOf, musicXml, note } from './sheet-samples.ts';

const bar = (pitch: string, more = '') => note(pitch, 4, more);
const words = (text: string) => `<direction><direction-type><words>${text}</words></direction-type></direction>`;
const orderOf = (...measures: string[]) => readMusicXml(musicXml(measures)).order;
const written = ({ notes }: NoteSheet) => notes.map(({ measure, start, length, key }) => [measure, start, length, key]);
const pagesOf = ({ engraving }: NoteSheet) => (engraving.kind === 'musicxml' ? engraving.pages : []);
const drawn = (...measures: string[]) =>
  pagesOf(readMusicXml(musicXml(measures)))
    .flatMap(({ parts }) => parts)
    .join('');

describe('the order of a MusicXML sheet', () => {
  it('follows jumps that stand in words or signs only', () => {
    const segno = '<direction><direction-type><segno/></direction-type></direction>';
    const coda = '<direction><direction-type><coda/></direction-type></direction>';
    const withFine = [bar('C4'), segno + bar('D4'), bar('E4') + words('Fine'), bar('F4') + words('D.S. al Fine')];
    expect(orderOf(...withFine)).toEqual([0, 1, 2, 3, 1, 2]);
    const withCoda = [bar('C4') + coda, bar('D4') + words('D.C. al Coda'), coda + bar('E4')];
    expect(orderOf(...withCoda)).toEqual([0, 1, 0, 2]);
    expect(
      orderOf(bar('C4') + words('To Coda'), bar('D4') + words('Da Capo al Coda'), words('Coda') + bar('E4')),
    ).toEqual([0, 1, 0, 2]);
  });

  it('takes the measure before a second ending as the first, where only its end is written', () => {
    const ending = (number: string, type: string) => `<ending number="${number}" type="${type}"/>`;
    const back = (more: string) => `<barline location="right">${more}<repeat direction="backward"/></barline>`;
    const second = `<barline location="left">${ending('2', 'start')}</barline>`;
    expect(orderOf(bar('C4'), bar('D4') + back(ending('', 'stop')), second + bar('E4'))).toEqual([0, 1, 0, 2]);
  });

  it('loses nothing after an ending that nothing closes', () => {
    const ending = (number: number) => `<barline location="left"><ending number="${number}" type="start"/></barline>`;
    const back = '<barline location="right"><repeat direction="backward"/></barline>';
    const forward = '<barline location="left"><repeat direction="forward"/></barline>';
    const measures = [bar('C4'), ending(1) + bar('D4') + back, ending(2) + bar('E4'), bar('F4')];
    expect(orderOf(...measures)).toEqual([0, 1, 0, 2, 3]);
    expect(orderOf(...measures, forward + bar('G4') + back)).toEqual([0, 1, 0, 2, 3, 4, 4]);
  });
});

describe('the notes of a MusicXML sheet', () => {
  it('are not played twice where hidden notes spell an ornament', () => {
    const trill = bar('C4', '<voice>1</voice><notations><ornaments><trill-mark/></ornaments></notations>');
    const hidden = note('D4', 2, '<voice>2</voice>').replace('<note>', '<note print-object="no">');
    const measure = `${trill}<backup><duration>4</duration></backup>${hidden}`;
    expect(readMusicXml(musicXml([measure])).notes).toEqual(readMusicXml(musicXml([trill])).notes);
    expect(readMusicXml(musicXml([hidden])).notes).toHaveLength(1);
  });

  it('begin one after the other in a spread chord, from below unless an arrow says otherwise', () => {
    const spread = (arrow: string) => `<notations><arpeggiate${arrow}/></notations>`;
    const chord = (arrow = '') =>
      note('C4', 4, spread(arrow)) + note('E4', 4, spread(arrow)).replace('<note>', '<note><chord/>');
    const startsOf = (measure: string) => readMusicXml(musicXml([measure])).notes.map(({ key, start }) => [key, start]);
    expect(startsOf(chord())).toEqual([
      [60, 0],
      [64, 0.125],
    ]);
    expect(startsOf(chord(' direction="down"'))).toEqual([
      [64, 0],
      [60, 0.125],
    ]);
  });

  it('stand where divisions say, wherever those stand, and by their names without any', () => {
    const attributes = '<attributes><divisions>16</divisions></attributes>';
    const plain = (measure: string) => musicXml([measure]).replace(/<attributes><divisions>2.*?<\/attributes>/, '');
    const sixteen = (length: number) => note('C4', length);
    expect(written(readMusicXml(plain(`${sixteen(16)}${attributes}${sixteen(48)}`)))).toEqual([
      [0, 0, 1, 60],
      [0, 1, 3, 60],
    ]);
    const named = `${note('C4', 240, '<type>half</type>')}${note('D4', 120, '<type>quarter</type>')}`;
    expect(written(readMusicXml(plain(named)))).toEqual([
      [0, 0, 2, 60],
      [0, 2, 1, 62],
    ]);
    const changed = `<attributes><divisions>4</divisions></attributes>${note('D4', 4)}`;
    expect(written(readMusicXml(musicXml([note('C4', 2) + changed])))).toEqual([
      [0, 0, 1, 60],
      [0, 1, 1, 62],
    ]);
  });

  it('stand within their measure where a file goes back too far and forward again', () => {
    const moves = '<backup><duration>5000</duration></backup><forward><duration>4998</duration></forward>';
    const sheet = readMusicXml(musicXml([bar('C4') + moves + note('E4', 2), bar('D4')]));
    expect(written(sheet)).toEqual([
      [0, 0, 2, 60],
      [0, 1, 1, 64],
      [1, 0, 2, 62],
    ]);
    expect(pagesOf(sheet)[0]?.parts[0]).toContain('<backup><duration>2</duration></backup><note><pitch><step>E</step>');
  });

  it('of drums sound by their instrument, or by their place on the staff', () => {
    const drum = (more: string, step = 'F') =>
      `<note><unpitched><display-step>${step}</display-step><display-octave>4</display-octave></unpitched><duration>2</duration>${more}</note>`;
    const source = musicXml([drum('<instrument id="I1"/>') + drum('', 'F')]).replace(
      '</part-name>',
      '</part-name><midi-instrument id="I1"><midi-unpitched>50</midi-unpitched></midi-instrument><midi-instrument id="I2"><midi-unpitched>39</midi-unpitched></midi-instrument>',
    );
    expect(readMusicXml(source).notes.map(({ key, isDrum }) => [key, isDrum])).toEqual([
      [49, true],
      [36, true],
    ]);
  });

  it('are tied by the slur alone, repeated by measure signs, and moved staff by staff', () => {
    const tied = (type: string) => `<notations><tied type="${type}"/></notations>`;
    const sheet = readMusicXml(musicXml([bar('C4', tied('start')), bar('C4', tied('stop'))]));
    expect(sheet.notes.map(({ isTiedOn }) => isTiedOn)).toEqual([false, true]);
    const style = (inside: string) => `<attributes><measure-style>${inside}</measure-style></attributes>`;
    const rest = '<note><rest/><duration>4</duration></note>';
    const repeated = [
      bar('C4'),
      style('<measure-repeat type="start">1</measure-repeat>') + rest,
      style('<measure-repeat type="stop"/>') + bar('D4'),
    ];
    expect(readMusicXml(musicXml(repeated)).notes.map(({ key }) => key)).toEqual([60, 60, 62]);
    const shifts = [1, 2].map((n) => `<transpose number="${n}"><chromatic>${n === 1 ? -2 : 0}</chromatic></transpose>`);
    const staves = `<attributes><staves>2</staves>${shifts.join('')}</attributes>`;
    const both = `${staves}${bar('C5')}<backup><duration>4</duration></backup>${bar('C3', '<staff>2</staff>')}`;
    expect(readMusicXml(musicXml([both])).notes.map(({ staff, key }) => [staff, key])).toEqual([
      [0, 70],
      [1, 48],
    ]);
  });

  it('have grace notes, ornaments, tremolos and loudness, within the time of the note', () => {
    const grace = '<note><grace slash="yes"/><pitch><step>D</step><octave>5</octave></pitch><type>eighth</type></note>';
    expect(written(readMusicXml(musicXml([grace + bar('C5')])))).toEqual([
      [0, 0, 0.125, 74],
      [0, 0.125, 1.875, 72],
    ]);
    const ornament = (inside: string) => `<type>half</type><notations><ornaments>${inside}</ornaments></notations>`;
    const trill = readMusicXml(musicXml([bar('C4', ornament('<trill-mark/>'))])).notes;
    expect([trill.length, trill[0]?.key, trill[1]?.key]).toEqual([16, 60, 62]);
    const tremolo = readMusicXml(musicXml([bar('C4', ornament('<tremolo type="single">2</tremolo>'))])).notes;
    expect(tremolo).toHaveLength(8);
    const loud = (name: string) =>
      `<direction><direction-type><dynamics><${name}/></dynamics></direction-type></direction>`;
    const wedge = (type: string) => `<direction><direction-type><wedge type="${type}"/></direction-type></direction>`;
    const grown = [
      loud('p') + wedge('crescendo') + note('C4', 2) + note('C4', 2),
      wedge('stop') + loud('f') + bar('C4'),
    ];
    const { notes } = readMusicXml(musicXml(grown));
    expect(notes.map(({ velocity }) => velocity)).toEqual([49, 73, 96]);
  });

  it('are played at a tempo that words surround', () => {
    const metronome =
      '<metronome><beat-unit>quarter</beat-unit><beat-unit-dot/><per-minute>ca. 60</per-minute></metronome>';
    const direction = `<direction><direction-type>${metronome}</direction-type></direction>`;
    expect(readMusicXml(musicXml([direction + bar('C4')])).tempos[0]?.quartersPerMinute).toBe(90);
  });
});

describe('a MusicXML file', () => {
  it('may go by measures before parts, and declare elements but no entities', () => {
    const measure = '<measure number="1"><part id="P1"><attributes><divisions>2</divisions></attributes>';
    const timewise = `<score-timewise><part-list/>${measure}${bar('C4')}</part><part id="P2">${bar('E4')}</part></measure></score-timewise>`;
    expect(readMusicXml(timewise).parts).toHaveLength(2);
    const declared = musicXml([bar('C4')]).replace(/<!DOCTYPE[^>]*>/, '<!DOCTYPE score-partwise [<!ELEMENT x ANY>]>');
    expect(readMusicXml(declared).notes).toHaveLength(1);
  });

  it('is text by its mark, its declaration, or what its bytes can only be', () => {
    const latin = (declaration: string) => Uint8Array.from(`${declaration}<a>é</a>`, (letter) => letter.charCodeAt(0));
    const utf16 = new Uint8Array(Uint16Array.from('<a>é</a>', (letter) => letter.charCodeAt(0)).buffer);
    for (const bytes of [
      latin('<?xml version="1.0" encoding="ISO-8859-1"?>'),
      latin(''),
      utf16,
      bytesOf('<?xml version="1.0" encoding="UTF-16"?><a>é</a>'),
      bytesOf('<?xml version="1.0" encoding="no-such-thing"?><a>é</a>'),
    ]) {
      expect(decodedText(bytes)).toContain('<a>é</a>');
    }
  });
});

describe('R24.3: what reaches the engraver', () => {
  it('has bounded numbers, whatever the file says', () => {
    const text = drawn(
      '<attributes><staves>100000000</staves><clef><sign>G</sign><line>1e9</line><clef-octave-change>-99</clef-octave-change></clef>' +
        '<staff-details><staff-lines>1e6</staff-lines></staff-details><measure-style><multiple-rest>10000000</multiple-rest></measure-style></attributes>' +
        `${bar('C4').replace('<octave>4<', '<octave>10000000<')}${bar('C4', '<dot/>'.repeat(1_000))}`,
    );
    expect(text).toContain(`<staves>${sheetLimits.stavesOfPart}</staves>`);
    expect(text).toContain('<line>5</line><clef-octave-change>-2</clef-octave-change>');
    expect(text).toContain('<staff-lines>8</staff-lines>');
    expect(text).toContain('<octave>9</octave>');
    expect(text.match(/<dot\/>/g)).toHaveLength(4);
    expect(text).not.toContain('multiple-rest');
  });

  it('has no longer texts, no unknown elements, and no direction that says nothing', () => {
    const text = drawn(`${words('w'.repeat(10_000))}<direction/><direction><x/></direction><script/>${bar('C4')}`);
    expect(text).toContain(`<words>${'w'.repeat(100)}</words>`);
    expect(text).not.toContain('script');
    expect(text.match(/<direction>/g)).toHaveLength(1);
    expect(drawn(`${words('&lt;b&gt; &amp;')}${bar('C4')}`)).toContain('<words>&lt;b&gt; &amp;</words>');
  });

  it('comes in pages of few measures, staves and notes, each with what holds when it begins', () => {
    const key = '<attributes><key><fifths>3</fifths></key></attributes>';
    const long = readMusicXml(musicXml([key + bar('C4'), ...Array<string>(sheetLimits.stavesOfPage).fill(bar('D4'))]));
    const pages = pagesOf(long);
    expect(pages.map(({ from, to }) => to - from)).toEqual([sheetLimits.stavesOfPage, 1]);
    expect(pages[1]?.parts[0]).toContain('<fifths>3</fifths></key><time print-object="no">');
    const dense = readMusicXml(musicXml(Array<string>(4).fill(note('C4', 1).repeat(sheetLimits.notesOfPage / 2))));
    expect(pagesOf(dense).map(({ from, to }) => to - from)).toEqual([2, 2]);
    const tooDense = (notes: number) => pagesOf(readMusicXml(musicXml([note('C4', 1).repeat(notes)])))[0]?.isTooDense;
    expect(tooDense(sheetLimits.notesOfDrawnMeasure)).toBe(false);
    expect(tooDense(sheetLimits.notesOfDrawnMeasure + 1)).toBe(true);
  });
});

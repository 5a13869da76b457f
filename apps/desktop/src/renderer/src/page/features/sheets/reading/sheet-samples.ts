// Sheets for tests.

export const bytesOf = (text: string) => new TextEncoder().encode(text);

/** A MusicXML sheet of one part from the content of its measures; divisions are 2. */
export function musicXml(measures: readonly string[], before = ''): string {
  const attributes =
    '<attributes><divisions>2</divisions><time><beats>2</beats><beat-type>4</beat-type></time></attributes>';
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" "http://www.musicxml.org/dtds/partwise.dtd">',
    `<score-partwise version="4.0">${before}`,
    '<part-list><score-part id="P1"><part-name>Piano</part-name></score-part></part-list><part id="P1">',
    ...measures.map(
      (measure, index) => `<measure number="${index + 1}">${index === 0 ? attributes : ''}${measure}</measure>`,
    ),
    '</part></score-partwise>',
  ].join('\n');
}

/** A note of MusicXML, such as C4. @param duration in halves of a quarter note. */
export function note(pitch: string, duration: number, more = ''): string {
  const [, step, alter, octave] = /^([A-G])(#|b)?(\d)$/.exec(pitch) ?? [];
  const altered = alter === undefined ? '' : `<alter>${alter === '#' ? 1 : -1}</alter>`;
  return `<note><pitch><step>${step}</step>${altered}<octave>${octave}</octave></pitch><duration>${duration}</duration>${more}</note>`;
}

/** Fields of ABC that say how a tune is played, each program in its own way. */
const playing = /^(?:R:|[UmIPN]:\s*|%%MIDI\s+(?!r?transpose))/;
const header = /^[A-Za-z+]:/;
/** Decorations of one letter, with what may stand between them and the note. */
const letter = /[~.H-Wh-w](?=[~.H-Wh-w]*[\^_=]*[A-Ga-gxzyZ[(|:])/g;

/**
 * A sheet without what each program plays in its own way: ornaments, grace notes, articulation, fermatas, swing, spread chords, and in
 * ABC also chord symbols and jumps, which abc2midi does not follow.
 */
export function plainSheet(text) {
  return /^\s*</.test(text) ? plainMusicXml(text) : plainAbc(text);
}

/** A plain sheet of which each measure is played once, as it is written. */
export function withoutRepeats(text) {
  return /^\s*</.test(text)
    ? text
        .replace(/<repeat\b[^>]*?(?:\/>|>[\s\S]*?<\/repeat>)/g, '')
        .replace(/<ending\b[^>]*?(?:\/>|>[\s\S]*?<\/ending>)/g, '')
        .replace(/<(segno|coda)\b[^>]*?(?:\/>|>[\s\S]*?<\/\1>)/g, '')
        .replace(/<words\b[^>]*>[^<]*<\/words>/g, '<words> </words>')
        .replace(/\s(?:dacapo|dalsegno|tocoda|segno|coda|fine|forward-repeat)="[^"]*"/g, '')
    : text
        .split('\n')
        .map((line) => (header.test(line) && !/^[A-Ga-g]:/.test(line) ? line : withoutColons(line)))
        .join('\n');
}

function withoutColons(line) {
  return line.replace(/(\||\[)\s*[1-9][-,\d]*/g, '|').replace(/:*\|+\]?:*|::+/g, '|');
}

/** True for ABC in which a repeat ends that has not begun: it is played from the last ending or double bar on, or from the start. */
export function hasRepeatWithoutStart(text) {
  let isBegun = true;
  for (const [sign] of text.matchAll(/::+|\|+:+|:+\|+:*/g)) {
    const ends = sign.startsWith(':');
    if (ends && !isBegun) return true;
    isBegun = sign.endsWith(':') && sign !== ':' && !/^:+\|+$/.test(sign);
  }
  return false;
}

function plainAbc(text) {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line) => !playing.test(line))
    .map((line) => (header.test(line) || line.startsWith('%') || line.trim() === '' ? line : plainMusic(line)))
    .join('\n');
}

function plainMusic(line) {
  const plain = line
    .replace(/(?<!\\)%.*$/, '')
    .replace(/"[^"]*"/g, '')
    .replace(/![^!|]*!/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[A-Za-z]:[^\]]*\]|[^[]+|\[/g, (piece) =>
      /^\[[A-Za-z]:/.test(piece) ? piece : piece.replace(letter, ''),
    );
  // An empty line would end the tune.
  return plain.trim() === '' ? '%' : plain;
}

function plainMusicXml(text) {
  return text
    .replace(/<note\b(?:(?!<\/note>)[\s\S])*?<grace\b[\s\S]*?<\/note>/g, '')
    .replace(/<(ornaments|articulations|technical)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<(arpeggiate|fermata|glissando|slide|slur|breath-mark)\b[^>]*\/>/g, '')
    .replace(/<(fermata|glissando|slide)\b[^>]*>[^<]*<\/\1>/g, '')
    .replace(/<note\b([^>]*?)\s(?:attack|release|dynamics)="[^"]*"/g, '<note$1');
}

/** Fields of ABC that say how a tune is played, each program in its own way. */
const playing = /^(?:R:|[UmIPN]:\s*|%%MIDI\s+(?!r?transpose))/;
const header = /^[A-Za-z+]:/;
/** Decorations of one letter, by what may stand between them and the note; fields within music are none. */
const letter = /(\[[A-Za-z]:[^\]]*\])|[~.H-Wh-w](?=[~.H-Wh-w]*[\^_=]*[A-Ga-gxzyZ[(|:])/g;

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

/** True if a repeat ends that has not begun: it is played from the last ending, double bar or "Fine" on, or from the start. */
export function hasRepeatWithoutStart(text) {
  const isXml = /^\s*</.test(text);
  const [part = ''] = (isXml ? /<part\s[\s\S]*?<\/part>/.exec(text) : undefined) ?? [text];
  let isBegun = !isXml;
  const signs = isXml
    ? Array.from(part.matchAll(/<repeat\b[^>]*direction="(\w+)"/g), ([, direction]) => [direction])
    : Array.from(text.matchAll(/::+|\|+:+|:+\|+:*/g), ([sign]) =>
        sign.startsWith('|') ? ['forward'] : /^:+\|+$/.test(sign) ? ['backward'] : ['backward', 'forward'],
      );
  for (const [index, sign] of signs.flat().entries()) {
    if (sign === 'backward' && !isBegun && index > 0) return true;
    isBegun = sign === 'forward';
  }
  return false;
}

/** True for MusicXML that jumps: programs differ in which repeats are played again after a jump. */
export function hasJump(text) {
  return /\s(?:dacapo|dalsegno)="|<words\b[^>]*>\s*D\.?\s?[CS]/.test(text);
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
    .replace(letter, (_letter, field) => field ?? '');
  // An empty line would end the tune.
  return plain.trim() === '' ? '%' : plain;
}

function plainMusicXml(text) {
  return text
    .replace(/<note(?=[\s>])(?:(?!<\/note>)[\s\S])*?<grace\b[\s\S]*?<\/note>/g, '')
    .replace(/<note(?=[\s>])(?:(?!<\/note>)[\s\S])*?(?:<cue\b|\sprint-object="no")[\s\S]*?<\/note>/g, (note) =>
      note.replace(/<cue\b[^>]*>(?:<\/cue>)?|<chord\/>/g, '').replace(/<(pitch|unpitched)\b[\s\S]*?<\/\1>/, '<rest/>'),
    )
    .replace(/<(ornaments|articulations|technical)\b[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<(arpeggiate|fermata|glissando|slide|slur|breath-mark)\b[^>]*\/>/g, '')
    .replace(/<(fermata|glissando|slide|arpeggiate)\b[^>]*>[^<]*<\/\1>/g, '')
    .replace(/<note(?=[\s>])([^>]*?)\s(?:attack|release|dynamics)="[^"]*"/g, '<note$1');
}

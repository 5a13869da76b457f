// The MusicXML that reaches the engraver. What is not named here is left out; every number has bounds, and every text an end.

/** What an element of this name may hold. */
export interface EngravedElement {
  /** A number within bounds; what is none leaves the element out. */
  readonly number?: readonly [number, number];
  /** The only texts it may have. */
  readonly word?: RegExp;
  /** Its text is cut after so many characters. */
  readonly text?: number;
  readonly children?: readonly string[];
  /** It says nothing without one of these. */
  readonly needs?: readonly string[];
  /** How many of it stay beside each other. */
  readonly most?: number;
}

const anyWord = /^[\w #+-]{1,24}$/;
const steps = /^[A-G]$/;
const noteTypes = /^(maxima|long|breve|whole|half|quarter|eighth|16th|32nd|64th|128th|256th)$/;
const dynamics = [
  'p',
  'pp',
  'ppp',
  'pppp',
  'f',
  'ff',
  'fff',
  'ffff',
  'mp',
  'mf',
  'sf',
  'sfp',
  'fp',
  'rf',
  'rfz',
  'sfz',
  'sffz',
  'fz',
];
const ornaments = ['trill-mark', 'turn', 'delayed-turn', 'inverted-turn', 'mordent', 'inverted-mordent'];
const articulations = [
  ...['accent', 'strong-accent', 'staccato', 'tenuto', 'detached-legato', 'staccatissimo', 'breath-mark', 'caesura'],
  'scoop',
];
const bowings = ['up-bow', 'down-bow', 'open-string', 'snap-pizzicato', 'stopped', 'harmonic'];
const empty: EngravedElement = {};
const empties = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, empty]));

export const engravedElements: Readonly<Record<string, EngravedElement>> = {
  ...empties([...dynamics, ...ornaments, ...articulations, ...bowings]),
  ...empties([
    'cue',
    'chord',
    'grace',
    'tie',
    'tied',
    'slur',
    'segno',
    'coda',
    'beat-unit-dot',
    'wedge',
    'pedal',
    'extend',
  ]),
  note: {
    children: [
      ...[
        'grace',
        'cue',
        'chord',
        'pitch',
        'unpitched',
        'rest',
        'duration',
        'tie',
        'voice',
        'type',
        'dot',
        'accidental',
      ],
      ...['time-modification', 'stem', 'notehead', 'staff', 'beam', 'notations', 'lyric'],
    ],
    needs: ['pitch', 'unpitched', 'rest'],
    most: Number.POSITIVE_INFINITY,
  },
  pitch: { children: ['step', 'alter', 'octave'], needs: ['step'] },
  step: { word: steps },
  alter: { number: [-3, 3] },
  octave: { number: [0, 9] },
  unpitched: { children: ['display-step', 'display-octave'] },
  rest: { children: ['display-step', 'display-octave'] },
  'display-step': { word: steps },
  'display-octave': { number: [0, 9] },
  duration: { number: [0, 10_000_000] },
  voice: { number: [1, 32] },
  type: { word: noteTypes },
  dot: { most: 4 },
  accidental: { word: anyWord },
  'time-modification': { children: ['actual-notes', 'normal-notes', 'normal-type'] },
  'actual-notes': { number: [1, 64] },
  'normal-notes': { number: [1, 64] },
  'normal-type': { word: noteTypes },
  stem: { word: /^(up|down|none|double)$/ },
  notehead: { word: anyWord },
  staff: { number: [1, 8] },
  beam: { word: /^(begin|continue|end|forward hook|backward hook)$/, most: 8 },
  notations: {
    children: [
      ...['tied', 'slur', 'tuplet', 'ornaments', 'technical', 'articulations', 'dynamics', 'fermata', 'arpeggiate'],
      ...['glissando', 'slide'],
    ],
    most: 4,
  },
  tuplet: { children: ['tuplet-actual', 'tuplet-normal'] },
  'tuplet-actual': { children: ['tuplet-number'] },
  'tuplet-normal': { children: ['tuplet-number'] },
  'tuplet-number': { number: [1, 64] },
  glissando: { text: 12 },
  slide: { text: 12 },
  ornaments: { children: [...ornaments, 'tremolo', 'wavy-line'] },
  tremolo: { number: [1, 4] },
  'wavy-line': empty,
  technical: { children: [...bowings, 'fingering', 'string', 'fret'] },
  fingering: { word: /^[\dpimacTt,/-]{1,6}$/, most: 5 },
  string: { number: [1, 8], most: 1 },
  fret: { number: [0, 36], most: 1 },
  articulations: { children: articulations },
  dynamics: { children: dynamics, needs: dynamics },
  fermata: { word: /^(normal|angled|square|)$/ },
  arpeggiate: empty,
  lyric: { children: ['syllabic', 'text', 'elision', 'extend'], most: 8 },
  syllabic: { word: /^(single|begin|middle|end)$/ },
  text: { text: 60 },
  elision: { text: 4 },
  direction: { children: ['direction-type', 'voice', 'staff'], needs: ['direction-type'], most: 64 },
  'direction-type': {
    children: ['rehearsal', 'words', 'dynamics', 'wedge', 'metronome', 'octave-shift', 'pedal', 'segno', 'coda'],
    needs: ['rehearsal', 'words', 'dynamics', 'wedge', 'metronome', 'octave-shift', 'pedal', 'segno', 'coda'],
  },
  words: { text: 100 },
  rehearsal: { text: 16 },
  metronome: { children: ['beat-unit', 'beat-unit-dot', 'per-minute'], needs: ['per-minute'] },
  'beat-unit': { word: noteTypes },
  'per-minute': { text: 16 },
  'octave-shift': empty,
  harmony: { children: ['root', 'kind', 'bass', 'degree', 'staff'], needs: ['root'], most: 64 },
  root: { children: ['root-step', 'root-alter'], needs: ['root-step'] },
  'root-step': { word: steps },
  'root-alter': { number: [-2, 2] },
  kind: { word: anyWord },
  bass: { children: ['bass-step', 'bass-alter'], needs: ['bass-step'] },
  'bass-step': { word: steps },
  'bass-alter': { number: [-2, 2] },
  degree: { children: ['degree-value', 'degree-alter', 'degree-type'] },
  'degree-value': { number: [1, 15] },
  'degree-alter': { number: [-2, 2] },
  'degree-type': { word: /^(add|alter|subtract)$/ },
  barline: { children: ['bar-style', 'segno', 'coda', 'fermata', 'ending', 'repeat'], most: 4 },
  'bar-style': { word: anyWord },
  ending: { text: 12, most: 2 },
  repeat: { most: 1 },
  key: { children: ['fifths', 'mode'], needs: ['fifths'] },
  fifths: { number: [-7, 7] },
  mode: { word: anyWord },
  time: { children: ['beats', 'beat-type'], needs: ['beats'] },
  beats: { word: /^[1-9]\d?(\s*\+\s*[1-9]\d?){0,7}$/ },
  'beat-type': { word: /^(1|2|4|8|16|32|64)$/ },
  clef: { children: ['sign', 'line', 'clef-octave-change'], needs: ['sign'], most: 8 },
  sign: { word: /^(G|F|C|percussion|TAB|none)$/ },
  line: { number: [1, 5] },
  'clef-octave-change': { number: [-2, 2] },
  'staff-details': { children: ['staff-lines'], most: 8 },
  'staff-lines': { number: [1, 8] },
};

/** The attributes that stay, whatever the element. */
export const engravedAttributes: Readonly<Record<string, RegExp | readonly [number, number]>> = {
  type: /^(start|stop|continue|discontinue|up|down|crescendo|diminuendo|change|single|upright|inverted|unmeasured)$/,
  placement: /^(above|below)$/,
  location: /^(left|right|middle)$/,
  direction: /^(forward|backward|up|down)$/,
  orientation: /^(over|under)$/,
  slash: /^(yes|no)$/,
  bracket: /^(yes|no)$/,
  parentheses: /^(yes|no)$/,
  measure: /^(yes|no)$/,
  'print-object': /^(yes|no)$/,
  'show-number': /^(actual|both|none)$/,
  symbol: /^(common|cut|single-number)$/,
  text: /^[^<>]{0,16}$/,
  size: /^(8|15)$/,
  times: [2, 100],
  number: [1, 16],
};

import type { metronome as english } from '../english/metronome.ts';

export const metronome: typeof english = {
  title: 'Metronom',
  open: (bpm) => `Metronom, ${bpm} bpm`,
  bpm: 'bpm',
  tempo: 'Schläge pro Minute',
  slower: 'Langsamer',
  faster: 'Schneller',
  tap: 'Tippen',
  tapHint: 'Tipp das Tempo ein paarmal',
  beatsPerBar: 'Schläge pro Takt',
  countIn: 'Einen Takt einzählen',
  start: 'Start',
  stop: 'Stopp',
  atBarLine: 'Änderungen gelten ab dem nächsten Takt, für alle.',
  setter: (owner) => `Das Metronom stellen nur ${owner} und Moderatoren ein. Wie laut du es hörst, bestimmst du.`,
  setterUnknown: 'Das Metronom stellen nur der Besitzer und Moderatoren ein. Wie laut du es hörst, bestimmst du.',
  setterOwner: (owner) => `Das Metronom stellt nur ${owner} ein. Wie laut du es hörst, bestimmst du.`,
  yours: 'Klicklautstärke (nur für dich)',
  volume: 'Lautstärke des Klicks',
  mute: 'Klick für dich stummschalten',
  unmute: 'Klick wieder hören',
};

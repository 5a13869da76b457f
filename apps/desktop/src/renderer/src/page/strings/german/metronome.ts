import type { metronome as english } from '../english/metronome.ts';

export const metronome: typeof english = {
  title: 'Metronom',
  open: (bpm) => `Metronom, ${bpm} Schläge in der Minute`,
  bpm: 'bpm',
  tempo: 'Schläge in der Minute',
  slower: 'Langsamer',
  faster: 'Schneller',
  tap: 'Tippen',
  tapHint: 'Tipp den Takt ein paarmal',
  beatsPerBar: 'Schläge im Takt',
  countIn: 'Einen Takt einzählen',
  start: 'Start',
  stop: 'Stopp',
  atBarLine: 'Änderungen gelten ab dem nächsten Taktstrich, für alle zugleich.',
  setter: (owner) => `Hier geben ${owner} und die Moderatoren den Takt vor. Du hörst ihn, so laut du willst.`,
  setterUnknown: 'Hier geben der Gastgeber und die Moderatoren den Takt vor. Du hörst ihn, so laut du willst.',
  setterOwner: (owner) => `Hier gibt ${owner} den Takt vor. Du hörst ihn, so laut du willst.`,
  yours: 'Der Klick, für dich',
  volume: 'Wie laut er klickt',
  mute: 'Klick für dich stumm schalten',
  unmute: 'Klick wieder hören',
};

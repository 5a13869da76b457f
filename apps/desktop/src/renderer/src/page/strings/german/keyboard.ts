import type { keyboard as english } from '../english/keyboard.ts';

export const keyboard: typeof english = {
  view: 'Sichtbare Tasten',
  lower: 'Tiefere Tasten',
  higher: 'Höhere Tasten',
  fewer: 'Weniger Tasten, größer',
  more: 'Mehr Tasten',
  input: 'Wie dein MIDI-Keyboard spielt',
  channel: 'Hört auf Kanal',
  allChannels: 'Alle',
  touch: 'Anschlag',
  curves: {
    soft: 'Leicht, für sanfte Hände',
    natural: 'Wie das Keyboard ihn sendet',
    firm: 'Schwer, für kräftige Hände',
    even: 'Jeder Ton gleich',
  },
  transpose: 'Transponieren',
  semitones: (steps) => {
    if (steps === 0) return 'Gar nicht';
    return `${steps > 0 ? '+' : '−'}${Math.abs(steps)} ${Math.abs(steps) === 1 ? 'Halbton' : 'Halbtöne'}`;
  },
  sounds: 'Klänge',
  modes: { whole: 'Einer', split: 'Zwei, geteilt', layer: 'Zwei zugleich' },
  splitAt: 'Zweiter Klang unterhalb von',
  secondSound: 'Zweiter Klang',
  secondOctave: 'Oktave des zweiten Klangs',
  octaves: (octaves) => (octaves === 0 ? 'Wie gespielt' : `${octaves > 0 ? '+' : '−'}${Math.abs(octaves)}`),
  monitor: 'Was ankommt',
  nothingArrived: 'Noch nichts. Drück eine Taste auf deinem MIDI-Keyboard.',
  panic: 'Ruhe',
  panicHint: 'Beendet deine Töne für alle und die aller anderen für dich',
};

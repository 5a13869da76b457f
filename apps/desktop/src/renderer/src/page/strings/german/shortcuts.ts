import type { shortcuts as english } from '../english/shortcuts.ts';

export const shortcuts: typeof english = {
  title: 'Tastenkürzel',
  white: (note) => `Weiße Tasten, ab ${note}`,
  black: 'Schwarze Tasten',
  octave: 'Oktave tiefer, Oktave höher',
  space: 'Leertaste',
  sustain: 'Haltepedal',
  send: 'Nachricht senden und weiterspielen',
  back: 'Vom Chat zurück zum Klavier; Fenster schließen',
  focus: 'Nächste Taste, wenn das Klavier den Fokus hat',
  list: 'Diese Liste',
};

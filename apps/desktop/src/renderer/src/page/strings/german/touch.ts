import type { touch as english } from '../english/touch.ts';

export const touch: typeof english = {
  velocity: 'Finger und Maus',
  byPlace: 'Vorn lauter',
  even: 'Immer gleich laut',
  lock: 'Diese Tasten festhalten',
  unlock: 'Ausschnitt wieder verschieben',
  noMidiHere:
    'Browser auf iPhone und iPad haben kein MIDI, außer eigens dafür gemachten wie „Web MIDI Browser“ im App Store. Oder schließ dein Keyboard an einen Computer an und tritt damit bei.',
};

export const touch = {
  velocity: 'Touch and mouse',
  byPlace: 'Louder near the edge',
  even: 'Always the same',
  lock: 'Keep these keys in view',
  unlock: 'Let the view move again',
  noMidiHere:
    'Browsers on iPhone and iPad have no MIDI, except those made for it, such as “Web MIDI Browser” in the App Store. Or connect your keyboard to a computer and join with it.',
};

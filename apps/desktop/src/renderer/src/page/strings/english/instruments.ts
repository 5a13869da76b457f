export const instruments = {
  /** By family of General MIDI, in the order of their numbers. */
  families: [
    'Pianos',
    'Bells and mallets',
    'Organs',
    'Guitars',
    'Basses',
    'Strings',
    'Ensembles',
    'Brass',
    'Reeds',
    'Flutes',
    'Synth leads',
    'Synth pads',
    'Synth effects',
    'World',
    'Percussion',
    'Noises',
  ],
  /** @param english the name that is sent to the others. */
  name: (_program: number, english: string) => english,
  others: 'Other instruments',
  search: 'Find an instrument',
  found: 'Instruments found',
  noMatch: 'No instrument found',
};

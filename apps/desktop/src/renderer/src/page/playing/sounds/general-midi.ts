import { drumProgram } from '../../../contract/instruments.ts';

/** The sixteen families of General MIDI and their eight programs each, in the order of their numbers. */
export const families: readonly { readonly name: string; readonly instruments: readonly string[] }[] = [
  family(
    'Pianos',
    'Grand piano, Bright piano, Electric grand, Honky-tonk piano, Electric piano, FM piano, Harpsichord, Clavinet',
  ),
  family(
    'Bells and mallets',
    'Celesta, Glockenspiel, Music box, Vibraphone, Marimba, Xylophone, Tubular bells, Dulcimer',
  ),
  family('Organs', 'Organ, Percussive organ, Rock organ, Church organ, Reed organ, Accordion, Harmonica, Bandoneon'),
  family(
    'Guitars',
    'Nylon guitar, Steel guitar, Jazz guitar, Clean guitar, Muted guitar, Overdriven guitar, Distorted guitar, Guitar harmonics',
  ),
  family(
    'Basses',
    'Upright bass, Finger bass, Picked bass, Fretless bass, Slap bass, Slap bass 2, Synth bass, Synth bass 2',
  ),
  family('Strings', 'Violin, Viola, Cello, Contrabass, Tremolo strings, Pizzicato strings, Harp, Timpani'),
  family(
    'Ensembles',
    'String ensemble, Slow strings, Synth strings, Synth strings 2, Choir, Voices, Synth voice, Orchestra hit',
  ),
  family('Brass', 'Trumpet, Trombone, Tuba, Muted trumpet, French horn, Brass section, Synth brass, Synth brass 2'),
  family('Reeds', 'Soprano sax, Alto sax, Tenor sax, Baritone sax, Oboe, English horn, Bassoon, Clarinet'),
  family('Flutes', 'Piccolo, Flute, Recorder, Pan flute, Bottle, Shakuhachi, Whistle, Ocarina'),
  family(
    'Synth leads',
    'Square lead, Saw lead, Calliope lead, Chiff lead, Charang lead, Voice lead, Fifths lead, Bass and lead',
  ),
  family('Synth pads', 'New age pad, Warm pad, Polysynth, Choir pad, Bowed pad, Metallic pad, Halo pad, Sweep pad'),
  family('Synth effects', 'Rain, Soundtrack, Crystal, Atmosphere, Brightness, Goblins, Echoes, Sci-fi'),
  family('World', 'Sitar, Banjo, Shamisen, Koto, Kalimba, Bagpipe, Fiddle, Shanai'),
  family('Percussion', 'Tinkle bell, Agogo, Steel drums, Woodblock, Taiko, Melodic tom, Synth drum, Reverse cymbal'),
  family('Noises', 'Fret noise, Breath noise, Seashore, Bird tweet, Telephone, Helicopter, Applause, Gunshot'),
];

export const drumKit = 'Drum kit';

/** The most common instruments. */
export const usualInstruments: readonly string[] = [
  'Grand piano',
  'Electric piano',
  'Vibraphone',
  'Upright bass',
  'Organ',
  drumKit,
];

const programs = new Map([
  ...families.flatMap(({ instruments }) => instruments).map((name, program) => [name.toLowerCase(), program] as const),
  [drumKit.toLowerCase(), drumProgram] as const,
]);

/**
 * Returns what a participant's instrument plays: a General MIDI program, the drum kit, or a piano for any other name.
 */
export function programFor(instrument: string): number {
  return programs.get(instrument.trim().toLowerCase()) ?? 0;
}

/** The General MIDI program, from 0, of an instrument by name; the drum kit has none. */
export function programOf(instrument: string): number | undefined {
  const program = programFor(instrument);
  return program === drumProgram ? undefined : program;
}

/** The choices for a keyboard's second sound. */
export const secondSounds = usualInstruments
  .filter((name) => name !== drumKit)
  .map((name) => ({ program: programFor(name), name }));

/** A program's name, for display and for `participant.instrument`. */
export function instrumentNamed(program: number): string {
  if (program === drumProgram) return drumKit;
  return families[program >> 3]?.instruments[program & 7] ?? 'Grand piano';
}

function family(name: string, instruments: string): { name: string; instruments: string[] } {
  return { name, instruments: instruments.split(', ') };
}

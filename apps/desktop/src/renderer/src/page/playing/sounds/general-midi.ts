import { drumProgram, pianoProgram } from '../../../contract/instruments.ts';

/**
 * The sixteen families of General MIDI and their eight programs each, in the order of their numbers, by the names that are sent
 * as `participant.instrument`. instrument-names.ts says what is shown for them.
 */
export const families: readonly (readonly string[])[] = [
  'Grand piano, Bright piano, Electric grand, Honky-tonk piano, Electric piano, FM piano, Harpsichord, Clavinet',
  'Celesta, Glockenspiel, Music box, Vibraphone, Marimba, Xylophone, Tubular bells, Dulcimer',
  'Organ, Percussive organ, Rock organ, Church organ, Reed organ, Accordion, Harmonica, Bandoneon',
  'Nylon guitar, Steel guitar, Jazz guitar, Clean guitar, Muted guitar, Overdriven guitar, Distorted guitar, Guitar harmonics',
  'Upright bass, Finger bass, Picked bass, Fretless bass, Slap bass, Slap bass 2, Synth bass, Synth bass 2',
  'Violin, Viola, Cello, Contrabass, Tremolo strings, Pizzicato strings, Harp, Timpani',
  'String ensemble, Slow strings, Synth strings, Synth strings 2, Choir, Voices, Synth voice, Orchestra hit',
  'Trumpet, Trombone, Tuba, Muted trumpet, French horn, Brass section, Synth brass, Synth brass 2',
  'Soprano sax, Alto sax, Tenor sax, Baritone sax, Oboe, English horn, Bassoon, Clarinet',
  'Piccolo, Flute, Recorder, Pan flute, Bottle, Shakuhachi, Whistle, Ocarina',
  'Square lead, Saw lead, Calliope lead, Chiff lead, Charang lead, Voice lead, Fifths lead, Bass and lead',
  'New age pad, Warm pad, Polysynth, Choir pad, Bowed pad, Metallic pad, Halo pad, Sweep pad',
  'Rain, Soundtrack, Crystal, Atmosphere, Brightness, Goblins, Echoes, Sci-fi',
  'Sitar, Banjo, Shamisen, Koto, Kalimba, Bagpipe, Fiddle, Shanai',
  'Tinkle bell, Agogo, Steel drums, Woodblock, Taiko, Melodic tom, Synth drum, Reverse cymbal',
  'Fret noise, Breath noise, Seashore, Bird tweet, Telephone, Helicopter, Applause, Gunshot',
].map((instruments) => instruments.split(', '));

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
  ...families.flat().map((name, program) => [name.toLowerCase(), program] as const),
  [drumKit.toLowerCase(), drumProgram] as const,
]);

/** The program of an instrument by name, or the drum kit's; the piano's for "". Undefined for any other name. */
export function knownProgram(instrument: string): number | undefined {
  const name = instrument.trim().toLowerCase();
  return name === '' ? pianoProgram : programs.get(name);
}

/** Returns what a participant's instrument plays: a General MIDI program, the drum kit, or a piano for any other name. */
export function programFor(instrument: string): number {
  return knownProgram(instrument) ?? pianoProgram;
}

/** The General MIDI program, from 0, of an instrument by name; the drum kit has none. */
export function programOf(instrument: string): number | undefined {
  const program = programFor(instrument);
  return program === drumProgram ? undefined : program;
}

/** A program's name as it is sent as `participant.instrument`. */
export function instrumentFor(program: number): string {
  if (program === drumProgram) return drumKit;
  return families[program >> 3]?.[program & 7] ?? 'Grand piano';
}

import type { instruments as english } from '../english/instruments.ts';

/** By program, eight for each family; the last one is the drum kit. */
const names: readonly string[] = [
  'Konzertflügel, Helles Klavier, E-Flügel, Honky-Tonk-Klavier, E-Piano, FM-Piano, Cembalo, Clavinet',
  'Celesta, Glockenspiel, Spieluhr, Vibraphon, Marimba, Xylophon, Röhrenglocken, Hackbrett',
  'Orgel, Perkussive Orgel, Rockorgel, Kirchenorgel, Harmonium, Akkordeon, Mundharmonika, Bandoneon',
  'Konzertgitarre, Westerngitarre, Jazzgitarre, Cleane E-Gitarre, Gedämpfte E-Gitarre, Overdrive-Gitarre, Verzerrte E-Gitarre, Gitarrenflageolett',
  'Kontrabass (gezupft), E-Bass (Finger), E-Bass (Plektrum), Fretless-Bass, Slap-Bass, Slap-Bass 2, Synth-Bass, Synth-Bass 2',
  'Violine, Bratsche, Cello, Kontrabass (gestrichen), Tremolo-Streicher, Pizzicato-Streicher, Harfe, Pauken',
  'Streicher, Langsame Streicher, Synth-Streicher, Synth-Streicher 2, Chor, Stimmen, Synth-Stimme, Orchester-Hit',
  'Trompete, Posaune, Tuba, Gedämpfte Trompete, Waldhorn, Bläsersatz, Synth-Bläser, Synth-Bläser 2',
  'Sopransaxophon, Altsaxophon, Tenorsaxophon, Baritonsaxophon, Oboe, Englischhorn, Fagott, Klarinette',
  'Piccoloflöte, Querflöte, Blockflöte, Panflöte, Flaschenflöte, Shakuhachi, Pfeifen, Okarina',
  'Rechteck-Lead, Sägezahn-Lead, Calliope-Lead, Chiff-Lead, Charang-Lead, Stimmen-Lead, Quinten-Lead, Bass und Lead',
  'New-Age-Pad, Warmes Pad, Polysynth, Chor-Pad, Gestrichenes Pad, Metallisches Pad, Halo-Pad, Sweep-Pad',
  'Regen, Soundtrack, Kristall, Atmosphäre, Helligkeit, Kobolde, Echos, Science-Fiction',
  'Sitar, Banjo, Shamisen, Koto, Kalimba, Dudelsack, Fiedel, Shanai',
  'Glöckchen, Agogo, Steeldrums, Holzblock, Taiko, Melodic Tom, Synth-Drum, Becken rückwärts',
  'Griffgeräusch, Atemgeräusch, Meeresrauschen, Vogelgezwitscher, Telefon, Hubschrauber, Applaus, Schuss',
  'Schlagzeug',
].flatMap((family) => family.split(', '));

export const instruments: typeof english = {
  families: [
    'Klaviere',
    'Glocken und Stabspiele',
    'Orgeln',
    'Gitarren',
    'Bässe',
    'Streichinstrumente',
    'Ensembles',
    'Blechbläser',
    'Rohrblattinstrumente',
    'Flöten',
    'Synth-Leads',
    'Synth-Pads',
    'Synth-Effekte',
    'Weltmusik',
    'Schlaginstrumente',
    'Geräusche',
  ],
  name: (program, english) => names[program] ?? english,
  others: 'Andere Instrumente',
  search: 'Instrument suchen',
  found: 'Gefundene Instrumente',
  noMatch: 'Kein Instrument gefunden',
};

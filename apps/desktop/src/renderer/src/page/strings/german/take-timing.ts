import type { takeTiming as english } from '../english/take-timing.ts';
import { counted, figure } from './numbers.ts';

export const takeTiming: typeof english = {
  title: (name) => `Timing von ${name}`,
  early: (ms, spread) =>
    `Du spielst ${figure(ms)} ms zu früh. Die Hälfte deiner Noten weicht davon höchstens ${figure(spread)} ms ab.`,
  late: (ms, spread) =>
    `Du spielst ${figure(ms)} ms zu spät. Die Hälfte deiner Noten weicht davon höchstens ${figure(spread)} ms ab.`,
  onTime: (spread) =>
    `Du spielst genau auf den Klick. Die Hälfte deiner Noten liegt höchstens ${figure(spread)} ms daneben.`,
  details: (notes, grid) =>
    `${counted(notes, { one: 'Note', other: 'Noten' })} zum Klick, meist ${grid}; ein Akkord zählt einmal.`,
  subdivisions: { 1: 'Viertel', 2: 'Achtel', 3: 'Triolen', 4: 'Sechzehntel' },
  leftOut: (count) =>
    count === 1
      ? 'Eine Note liegt zu weit von jedem Schlag und zählt nicht.'
      : `${figure(count)} Noten liegen zu weit von jedem Schlag und zählen nicht.`,
  steady: 'Dein Timing bleibt gleichmäßig.',
  slower: (ms) => `Zum Ende hin bist du ${figure(ms)} ms später als am Anfang.`,
  faster: (ms) => `Zum Ende hin bist du ${figure(ms)} ms früher als am Anfang.`,
  tooFew: (least) =>
    `Zu wenige deiner Noten lagen nahe an einem Schlag. Nimm noch einmal auf, während das Metronom läuft, und spiel mindestens ${figure(least)}.`,
  histogram: 'Wie viele deiner Noten wie früh oder spät sind',
  trend: 'Wie früh oder spät du im Lauf der Aufnahme bist',
  earlyEnd: '60 ms zu früh',
  lateEnd: '60 ms zu spät',
  begin: 'Anfang',
  end: 'Ende, oben ist später',
  limits:
    'Das vergleicht deine Tastendrücke mit dem Klick. Wie spät du den Klick und dich selbst hörst, geht daraus nicht hervor, und Swing zählt als späte Achtel.',
  isPrivate: 'Das siehst nur du. Es bleibt auf diesem Gerät, bis du es teilst.',
  share: 'Im Chat teilen',
  shared: 'Im Chat geteilt.',
  chatLine: (summary) => `Mein Timing: ${summary}`,
};

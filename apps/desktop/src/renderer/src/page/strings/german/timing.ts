import type { timing as english } from '../english/timing.ts';
import { counted, figure, percent } from './numbers.ts';

export const timing: typeof english = {
  title: 'Timing',
  wholeMs: (ms) => (ms < 0.5 ? 'unter 1 ms' : `${figure(ms)} ms`),
  ms: (ms) => `${figure(ms, Math.abs(ms) < 10 ? 1 : 0)} ms`,
  heard: (name, ms) => `Du hörst ${name} nach ${ms}`,
  heardName: (name) => `Du hörst ${name} nach`,
  levels: { good: 'direkt', fair: 'spürbar verzögert', poor: 'stark verzögert' },
  notHeard: 'In der letzten Minute hat sonst niemand gespielt',
  notHeardHint: 'Sobald jemand spielt, steht hier, wie lange die Töne zu dir brauchen.',
  feel: {
    close: (metres) => `Wie ${figure(metres)} m Abstand: als stündet ihr nebeneinander.`,
    stage: (metres) => `Wie ${figure(metres)} m Abstand: quer über eine Bühne.`,
    hall: (metres) =>
      `Wie ${figure(metres)} m Abstand: quer durch einen Saal. Richtet euch lieber nach dem Metronom als nacheinander.`,
    far: (metres) =>
      `Wie ${figure(metres)} m Abstand. Langsame Stücke gehen; für schnelle versucht „Synchron für alle“.`,
  },
  largest: {
    network: (ms) => `Das meiste davon ist der Weg durchs Netz: ${ms}. Oft hilft ein Kabel statt WLAN.`,
    held: (ms) => `Das meiste davon, ${ms}, gleicht ein unruhiges Netz aus. Oft hilft ein Kabel statt WLAN.`,
    audio: (ms) =>
      `Das meiste davon macht deine eigene Ausgabe: ${ms}. Bluetooth? Nimm ein Kabel oder ein anderes Ausgabegerät.`,
  },
  parts: {
    network: 'Netz',
    networkHint: 'vom Anschlag bis zu diesem Computer',
    held: 'Puffer',
    heldHint: 'kommt hier dazu, damit der Rhythmus gleichmäßig bleibt',
    audio: 'Ton',
    audioHint: 'von diesem Computer bis an dein Ohr',
    jitter: 'Jitter',
    jitterHint: 'wie stark die Ankunftszeiten schwanken',
  },
  ownWay: 'Deine Verbindung',
  roundTrip: 'Umlaufzeit',
  clockError: 'Abweichung der Uhren bis',
  audio: 'Ton bis an dein Ohr',
  secondPath: {
    name: 'Zweiter Weg für Töne',
    states: { used: 'in Gebrauch', ready: 'bereit', none: 'keiner' },
    lost: 'Paketverlust auf diesem Weg',
    share: (share) => percent(share, 1),
    faster: 'So oft war er schneller',
    repaired: 'Vom ersten Weg nachgeliefert',
  },
  path: {
    name: 'Weg der Töne',
    direct: (ms) => `direkt, ${ms}`,
    server: (ms) => `über den Server, ${ms}`,
  },
  direct: {
    label: 'Direkte Wege zwischen Mitspielern',
    hint: 'Der kürzeste Weg für Töne. Wer ihn nutzt, kann die Internetadresse des anderen sehen.',
    choices: { private: 'In privaten Räumen und in meinem Netz', everywhere: 'In allen Räumen', never: 'Nie' },
  },
  mode: 'Wie du die anderen hörst',
  choices: {
    auto: { name: 'Automatisch', hint: 'Verzögert gerade so viel, dass fast kein Ton zu spät kommt.' },
    quick: {
      name: 'Geringe Latenz',
      hint: 'Schneller, aber etwa jeder vierte Ton kommt etwas zu spät und aus dem Takt.',
    },
    matched: {
      name: 'Synchron für alle',
      hint: 'Alle hören im selben Moment dasselbe. Auch dein eigener Klang wartet auf die langsamste Verbindung.',
    },
    interval: {
      name: 'Ein Intervall später',
      hint: 'Alle hören die anderen einige Takte später. So könnt ihr über jede Entfernung zusammen spielen. Dein eigener Klang kommt sofort.',
    },
  },
  interval: 'Intervall',
  bars: (bars) => counted(bars, { one: 'Takt', other: 'Takte' }),
  barsLater: (bars) => `${counted(bars, { one: 'Takt', other: 'Takte' })} später`,
  heardLater: (bars) => `Du hörst die anderen ${counted(bars, { one: 'Takt', other: 'Takte' })} später`,
  heardLaterHint:
    'Spiel zum Metronom, über das, was die anderen vorher gespielt haben. Sie hören dich ebenso viele Takte später.',
  matchedNow: (ms) => `Alle hören jeden Ton ${ms} nach dem Anschlag.`,
  setter: (owner) =>
    `„Synchron für alle“ und „Ein Intervall später“ gelten für alle im Raum. Das können nur ${owner} und Moderatoren ändern.`,
  setterUnknown:
    '„Synchron für alle“ und „Ein Intervall später“ gelten für alle im Raum. Das können nur der Besitzer und Moderatoren ändern.',
  setterOwner: (owner) =>
    `„Synchron für alle“ und „Ein Intervall später“ gelten für alle im Raum. Das kann nur ${owner} ändern.`,
  players: 'Alle Mitspieler',
  playersWindow: (samples, seconds) =>
    `vom Anschlag bis ans Ohr, ${counted(samples, { one: 'Ton', other: 'Töne' })} in den letzten ${figure(seconds)} s`,
  noNotes: 'keine Töne in den letzten 60 s',
  unknown: 'noch nicht bekannt',
  percentiles: { p50: 'die Hälfte unter', p95: `${percent(0.95)} unter`, p99: `${percent(0.99)} unter` },
  figures: {
    roundTrip: 'Umlaufzeit',
    oneWay: 'Einfacher Weg zu dir (geschätzt)',
    jitter: 'Jitter',
    late: 'Verspätete Töne',
    dropped: 'Dort verloren',
  },
  nobody: 'Sonst ist niemand hier.',
};

import type { timing as english } from '../english/timing.ts';
import { figure } from '../formats.ts';

export const timing: typeof english = {
  title: 'Timing',
  wholeMs: (ms) => (ms < 0.5 ? 'unter 1 ms' : `${Math.round(ms)} ms`),
  ms: (ms) => `${figure(ms, Math.abs(ms) < 10 ? 1 : 0)} ms`,
  heard: (name, ms) => `Du hörst ${name} ${ms} nach dem Anschlag`,
  notHeard: 'In der letzten Minute hat sonst niemand gespielt',
  notHeardHint: 'Sobald jemand spielt, steht hier, wie lange die Töne zu dir unterwegs sind.',
  feel: {
    close: (metres) => `Als stündet ihr ${metres} m auseinander: nebeneinander.`,
    stage: (metres) => `Als stündet ihr ${metres} m auseinander: quer über eine Bühne.`,
    hall: (metres) =>
      `Als stündet ihr ${metres} m auseinander, quer durch einen Saal. Spielt lieber zum Metronom als zueinander.`,
    far: (metres) =>
      `Als stündet ihr ${metres} m auseinander. Langsame Stücke gehen; für schnelle versucht „Angeglichen“.`,
  },
  parts: {
    network: 'Netz',
    networkHint: 'unterwegs von der Hand dort bis zu diesem Computer',
    held: 'Puffer',
    heldHint: 'hier zurückgehalten, damit es gleichmäßig klingt',
    audio: 'Ton',
    audioHint: 'von diesem Computer bis an dein Ohr',
    jitter: 'Schwankung',
    jitterHint: 'wie ungleichmäßig die Töne ankommen',
  },
  ownWay: 'Dein Weg zum Server',
  roundTrip: 'Hin und zurück',
  clockError: 'Die Uhren stimmen überein auf',
  audio: 'Ton bis an dein Ohr',
  mode: 'Wie du die anderen hörst',
  choices: {
    auto: { name: 'Automatisch', hint: 'Hält Töne gerade so lange zurück, dass fast keiner zu spät kommt.' },
    quick: {
      name: 'Schnell',
      hint: 'Früher, aber etwa jeder vierte Ton kommt ein wenig zu spät und verliert seinen Platz.',
    },
    matched: {
      name: 'Angeglichen',
      hint: 'Alle hören im selben Moment dasselbe, auch du: Dein eigener Klang wartet auf den langsamsten Weg.',
    },
  },
  matchedNow: (ms) => `Alles klingt ${ms} nach dem Anschlag, für alle.`,
  setter: (owner) => `„Angeglichen“ gilt für alle im Raum: Das entscheiden ${owner} und die Moderatoren.`,
  setterUnknown: '„Angeglichen“ gilt für alle im Raum: Das entscheiden der Gastgeber und die Moderatoren.',
  setterOwner: (owner) => `„Angeglichen“ gilt für alle im Raum: Das entscheidet ${owner}.`,
  players: 'Alle einzeln',
  playersWindow: (samples, seconds) =>
    `von Hand zu Ohr, aus ${samples === 1 ? '1 Ton' : `${samples} Tönen`} der letzten ${seconds} s`,
  noNotes: 'kein Ton in den letzten 60 s',
  unknown: 'noch nicht bekannt',
  percentiles: { p50: 'die Hälfte bis', p95: '95 % bis', p99: '99 % bis' },
  figures: {
    roundTrip: 'Hin und zurück',
    oneWay: 'Einfacher Weg zu dir, geschätzt',
    jitter: 'Schwankung hier',
    late: 'Zu spät hier',
    dropped: 'Dort verloren',
  },
  nobody: 'Sonst ist niemand hier.',
};

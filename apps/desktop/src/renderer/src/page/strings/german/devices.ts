import type { devices as english } from '../english/devices.ts';

export const devices: typeof english = {
  title: 'MIDI-Geräte',
  none: 'Kein MIDI-Keyboard ist angeschlossen.',
  plays: (device) => `Mit ${device} spielen`,
  synth: 'Töne der anderen und Loops senden an',
  clock: 'Takt senden an',
  nowhere: 'Kein Gerät',
  away: (device) => `${device} (nicht angeschlossen)`,
  busy: 'Wird von einem anderen Programm benutzt',
  busyName: (device) => `${device} (von einem anderen Programm benutzt)`,
  busyHelp: (isWindows) =>
    isWindows
      ? 'Schließ das andere Programm, dann verbindet sich Roomtone von selbst. Unter Windows gehören die meisten Geräte nur einem Programm; über einen virtuellen Port wie loopMIDI können sich mehrere eins teilen.'
      : 'Schließ das andere Programm, dann verbindet sich Roomtone von selbst.',
  channelOf: (player) => `Kanal von ${player}`,
  asPlayed: 'Wie gespielt',
  leftOut: 'Nicht senden',
  ports: 'Ein Port pro Person',
  portsHint: 'Andere Programme auf diesem Computer können alle einzeln empfangen, und die Loops zusammen.',
};

import type { devices as english } from '../english/devices.ts';

export const devices: typeof english = {
  title: 'MIDI-Geräte',
  none: 'Kein MIDI-Keyboard ist angeschlossen.',
  plays: (device) => `Mit ${device} spielen`,
  synth: 'Töne der anderen senden an',
  clock: 'Takt senden an',
  nowhere: 'Kein Gerät',
  away: (device) => `${device} (nicht angeschlossen)`,
  channelOf: (player) => `Kanal von ${player}`,
  asPlayed: 'Wie gespielt',
  leftOut: 'Nicht senden',
  ports: 'Ein Port pro Person',
  portsHint: 'Andere Programme auf diesem Computer können alle einzeln empfangen.',
};

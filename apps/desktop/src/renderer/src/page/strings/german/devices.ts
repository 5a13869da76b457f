import type { devices as english } from '../english/devices.ts';

export const devices: typeof english = {
  title: 'MIDI-Geräte',
  none: 'Kein MIDI-Keyboard ist angeschlossen.',
  plays: (device) => `${device} spielt hier`,
  synth: 'Töne der anderen gehen an',
  clock: 'Der Takt geht an',
  nowhere: 'Kein Gerät',
  away: (device) => `${device} (nicht angeschlossen)`,
  channelOf: (player) => `Kanal von ${player}`,
  asPlayed: 'Wie gespielt',
  leftOut: 'Ausgelassen',
  ports: 'Ein Anschluss für jeden',
  portsHint: 'Andere Programme auf diesem Rechner können auf jeden für sich hören.',
};

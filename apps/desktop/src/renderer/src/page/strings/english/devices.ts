export const devices = {
  title: 'MIDI devices',
  none: 'No MIDI keyboard is connected.',
  plays: (device: string) => `Play with ${device}`,
  synth: 'Send others’ notes to',
  clock: 'Send the beat to',
  nowhere: 'No device',
  away: (device: string) => `${device} (not connected)`,
  channelOf: (player: string) => `${player}’s channel`,
  asPlayed: 'As played',
  leftOut: 'Don’t send',
  ports: 'One port per player',
  portsHint: 'Other programs on this computer can receive each player separately.',
};

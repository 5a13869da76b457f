export const devices = {
  title: 'MIDI devices',
  none: 'No MIDI keyboard is plugged in.',
  plays: (device: string) => `${device} plays here`,
  synth: 'Others’ notes go to',
  clock: 'The beat goes to',
  nowhere: 'No device',
  away: (device: string) => `${device} (not plugged in)`,
  channelOf: (player: string) => `${player}’s channel`,
  asPlayed: 'As played',
  leftOut: 'Left out',
  ports: 'A port for each player',
  portsHint: 'Other programs on this computer can listen to each of them apart.',
};

export const devices = {
  title: 'MIDI devices',
  none: 'No MIDI keyboard is connected.',
  plays: (device: string) => `Play with ${device}`,
  synth: 'Send others’ notes and loops to',
  clock: 'Send the beat to',
  nowhere: 'No device',
  away: (device: string) => `${device} (not connected)`,
  busy: 'In use by another program',
  busyName: (device: string) => `${device} (in use by another program)`,
  busyHelp: (isWindows: boolean): string =>
    isWindows
      ? 'Close the other program, and Roomtone connects by itself. On Windows most devices work with one program at a time; a virtual port such as loopMIDI lets several share one.'
      : 'Close the other program, and Roomtone connects by itself.',
  channelOf: (player: string) => `${player}’s channel`,
  asPlayed: 'As played',
  leftOut: 'Don’t send',
  ports: 'One port per player',
  portsHint: 'Other programs on this computer can receive each player separately, and the loops together.',
};
